"""Rows in one SQLite file: read as it was shipped, or the user's own, written row by row.

A row is one transaction: a kill leaves the file as it was, and several processes may write at
once. A stronger row takes the place of a weaker one, never the other way round.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kinrow.knowledge.literature import Attribution
from kinrow.knowledge.row import AtlasError, AtlasRow
from kinrow.rules import Cell, Outcome, Rules, game
from kinrow.rules.sentence import Sentence
from kinrow.runtime.files import reason_of
from kinrow.solver.evidence import How as KnownHow

_KIND = 0x6B696E61  # "kina": marks an atlas among SQLite files
_VERSION = 2
_PATIENCE = 30.0
_FIRST_COLUMNS = (
    "game, value, how, theory, first_name, first_year, first_source, nodes, seconds, threads,"
    " certificate_bytes, certificate_sha256, version, added"
)
_COLUMNS = f"{_FIRST_COLUMNS}, move, move_how"
_MOVE = {
    "move": "TEXT",
    "move_how": "TEXT CHECK (move_how IN ('computed', 'theory', 'proved'))",
}
"""The columns that version 1 did not have."""
_SCHEMA = f"""
CREATE TABLE IF NOT EXISTS atlas (
    game TEXT PRIMARY KEY,
    value TEXT NOT NULL CHECK (value IN ('win', 'draw', 'loss')),
    how TEXT NOT NULL CHECK (how IN ('theory', 'computed', 'proved')),
    theory TEXT NOT NULL,
    first_name TEXT NOT NULL,
    first_year TEXT NOT NULL,
    first_source TEXT NOT NULL,
    nodes INTEGER,
    seconds REAL,
    threads INTEGER,
    certificate_bytes INTEGER,
    certificate_sha256 TEXT,
    version TEXT NOT NULL,
    added TEXT NOT NULL,
    move {_MOVE["move"]},
    move_how {_MOVE["move_how"]},
    CHECK ((how = 'proved') = (certificate_sha256 IS NOT NULL))
) WITHOUT ROWID;
"""


class AtlasStore:
    """One file of rows. It is made when first written to; as shipped it is only ever read.

    Raises AtlasError for a file that is something else, or that another process holds too long.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     store = AtlasStore(Path(folder) / "mine.sqlite")
    ...     rules = game("1,3,2")
    ...     row = AtlasRow(rules=rules, value=Outcome.WIN, how="theory", version="0", added="")
    ...     store.put(row)
    ...     store.rows()[rules].words
    '1,3,2 is a win, theory by kinrow 0 ()'
    """

    def __init__(self, path: Path, *, shipped: bool = False) -> None:
        self.path = path
        self.shipped = shipped

    def rows(self) -> dict[Rules, AtlasRow]:
        """All rows by game; empty if the file does not exist."""
        rows = map(self._row, self._read())
        return {row.rules: row for row in rows}

    def row(self, rules: Rules) -> AtlasRow | None:
        """The row of exactly this game; None if there is none."""
        found = self._read(" WHERE game = ?", str(rules))
        return self._row(found[0]) if found else None

    def _read(self, condition: str = "", *values: str) -> list[tuple[Any, ...]]:
        if not self.path.exists():
            return []
        # A writer that was killed leaves a journal, which the next reader plays back.
        with self._open("ro" if self.shipped else "rw") as base:
            if not _tables(base):
                return []
            columns = _COLUMNS if _version(base) > 1 else f"{_FIRST_COLUMNS}, NULL, NULL"
            return base.execute(f"SELECT {columns} FROM atlas{condition}", values).fetchall()

    def put(self, row: AtlasRow) -> None:
        """Writes a row, unless a stronger one of its game is there.

        Raises AtlasError, and changes nothing, if the file has another value for it.
        """
        if self.shipped:
            raise AtlasError(Sentence("atlas.shipped", path=self.path))
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self._open("rwc") as base:
            base.execute("BEGIN IMMEDIATE")
            found = base.execute(
                f"SELECT {_COLUMNS} FROM atlas WHERE game = ?", (str(row.rules),)
            ).fetchone()
            before = self._row(found) if found else None
            if before is not None and before.value != row.value:
                raise AtlasError(Sentence("atlas.values", one=before.words, other=row.words))
            if before is None or before.rank <= row.rank:
                base.execute(
                    f"INSERT OR REPLACE INTO atlas ({_COLUMNS}) VALUES (?{', ?' * 15})",
                    _values(row),
                )
            base.execute("COMMIT")

    def _row(self, values: tuple[Any, ...]) -> AtlasRow:
        try:
            return _row(*values)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            raise AtlasError(Sentence("atlas.damaged", path=self.path)) from None

    @contextmanager
    def _open(self, mode: str) -> Iterator[sqlite3.Connection]:
        try:
            uri = f"{self.path.absolute().as_uri()}?mode={mode}"
            base = sqlite3.connect(uri, _PATIENCE, uri=True, isolation_level=None)
            try:
                self._check(base, writing=mode == "rwc")
                yield base
            finally:
                base.close()
        except sqlite3.OperationalError as error:
            reason = reason_of(error)
            raise AtlasError(Sentence("file.failed", path=self.path, reason=reason)) from None
        except sqlite3.DatabaseError:
            raise AtlasError(Sentence("atlas.none", path=self.path)) from None

    def _check(self, base: sqlite3.Connection, *, writing: bool) -> None:
        if writing:
            base.execute("BEGIN IMMEDIATE")  # two that make the file at once
            if not _tables(base):
                base.execute(_SCHEMA)
                base.execute(f"PRAGMA application_id = {_KIND}")
                base.execute(f"PRAGMA user_version = {_VERSION}")
            elif _kind(base) == _KIND and _version(base) == 1:
                for column, kind in _MOVE.items():
                    base.execute(f"ALTER TABLE atlas ADD COLUMN {column} {kind}")
                base.execute(f"PRAGMA user_version = {_VERSION}")
            base.execute("COMMIT")
        if not _tables(base):
            return  # whoever made the file was killed before it held anything
        if _kind(base) != _KIND:
            raise AtlasError(Sentence("atlas.none", path=self.path))
        version = _version(base)
        if version not in range(1, _VERSION + 1):
            raise AtlasError(Sentence("atlas.version", path=self.path, found=version, due=_VERSION))


def _tables(base: sqlite3.Connection) -> int:
    return _number(base, "SELECT count(*) FROM sqlite_master")


def _kind(base: sqlite3.Connection) -> int:
    return _number(base, "PRAGMA application_id")


def _version(base: sqlite3.Connection) -> int:
    return _number(base, "PRAGMA user_version")


def _number(base: sqlite3.Connection, query: str) -> int:
    (number,) = base.execute(query).fetchone()
    return int(number)


def _row(
    spec: str,
    value: str,
    how: str,
    theory: str,
    name: str,
    year: str,
    title: str,
    nodes: int | None,
    seconds: float | None,
    threads: int | None,
    size: int | None,
    sha256: str | None,
    version: str,
    added: str,
    move: str | None,
    move_how: KnownHow | None,
) -> AtlasRow:
    return AtlasRow(
        rules=game(spec),
        value=Outcome[value.upper()],
        how=how,  # type: ignore[arg-type] # the table's own CHECK
        theory=tuple(json.loads(theory)),
        first=Attribution(name, year, title),
        move=None if move is None else Cell.parse(move),
        move_how=move_how,
        nodes=nodes,
        seconds=seconds,
        threads=threads,
        size=size,
        sha256=sha256,
        version=version,
        added=added,
    )


def _values(row: AtlasRow) -> tuple[object, ...]:
    return (
        str(row.rules),
        str(row.value),
        row.how,
        json.dumps(row.theory),
        row.first.name,
        row.first.year,
        row.first.title,
        row.nodes,
        row.seconds,
        row.threads,
        row.size,
        row.sha256,
        row.version,
        row.added,
        None if row.move is None else str(row.move),
        row.move_how,
    )
