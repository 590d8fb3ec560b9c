"""Tables in SQLite databases: read the only one of a file, and write a file with one.

SQLite has integers of 64 bits, floating-point numbers, texts and bytes. Larger integers and dates
become texts. A column is declared with the type of its values, so that SQL compares them as such.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from kinrow.annotation.table_error import TableError
from kinrow.rules.sentence import Sentence
from kinrow.runtime.files import reason_of

if TYPE_CHECKING:
    import polars as pl

TABLE = "annotated"
"""What the table is called that is written."""

_WHOLE = range(-(2**63), 2**63)


def read_database(path: Path) -> dict[str, list[object]]:
    """The columns of the only table of a database, in the order of its rows.

    Raises TableError for anything else.
    """
    try:
        # Opened first: SQLite says of a file that is not there only that it could not open it.
        with path.open("rb"):
            pass
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as base:
            rows = base.execute(f"SELECT * FROM {_quoted(_only_table(path, base))}")
            heads = [head for head, *_ in rows.description]
            columns = list(zip(*rows, strict=True)) or [()] * len(heads)
    except (OSError, sqlite3.Error) as error:
        raise TableError(Sentence("file.failed", path=path, reason=reason_of(error))) from None
    return {head: list(values) for head, values in zip(heads, columns, strict=True)}


def as_text(value: object) -> str | None:
    """A value among values of other types; bytes as SQL writes them.

    >>> as_text(5), as_text(b"\\xff"), as_text(None)
    ('5', "X'FF'", None)
    """
    if isinstance(value, bytes):
        return f"X'{value.hex().upper()}'"
    return None if value is None else str(value)


def _only_table(path: Path, base: sqlite3.Connection) -> str:
    found = base.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    )
    names = [str(name) for (name,) in found]
    if not names:
        raise TableError(Sentence("annotate.tables.none", path=path))
    if len(names) > 1:
        raise TableError(Sentence("annotate.tables", path=path, names=", ".join(names)))
    return names[0]


def check_heads(path: Path, heads: Iterable[str]) -> None:
    """Raises TableError for columns that one table cannot have: SQLite ignores case in names.

    >>> check_heads(Path("a.sqlite"), ["move", "Move"])
    Traceback (most recent call last):
    kinrow.annotation.table_error.TableError: a.sqlite: SQLite cannot tell column 'Move' from 'move'
    """
    seen: dict[str, str] = {}
    for head in heads:
        same = seen.setdefault(_lowered(head), head)
        if same != head:
            names = {"column": repr(head), "other": repr(same)}
            raise TableError(Sentence("annotate.case", path=path, **names))


def _lowered(head: str) -> str:
    """As SQLite compares names: it knows the case of ASCII's letters alone."""
    return "".join(sign.lower() if sign.isascii() else sign for sign in head)


def write_database(frame: pl.DataFrame, path: Path) -> None:
    """Writes a frame as a database with one table. Raises TableError if SQLite refuses it."""
    columns = [_column(frame[head]) for head in frame.columns]
    declared = ", ".join(
        f"{_quoted(head)} {kind}" for head, (kind, _) in zip(frame.columns, columns, strict=True)
    )
    marks = ", ".join("?" * len(columns))
    try:
        # Without a journal: the file is new, and whoever asks renames it once it is whole.
        with closing(sqlite3.connect(path, isolation_level=None)) as base:
            base.execute("PRAGMA journal_mode = OFF")
            base.execute("BEGIN")
            base.execute(f"CREATE TABLE {TABLE} ({declared})")
            base.executemany(
                f"INSERT INTO {TABLE} VALUES ({marks})",
                zip(*(values for _, values in columns), strict=True),
            )
            base.execute("COMMIT")
    except sqlite3.Error as error:
        raise TableError(Sentence("file.failed", path=path, reason=reason_of(error))) from None


def _column(column: pl.Series) -> tuple[str, Sequence[object]]:
    """The type of a column, and its values as SQLite holds them."""
    import polars as pl

    values, dtype = column.to_list(), column.dtype
    if dtype == pl.Boolean:
        return "INTEGER", [None if value is None else int(value) for value in values]
    if dtype.is_integer() and all(value is None or value in _WHOLE for value in values):
        return "INTEGER", values
    if dtype.is_float():  # SQLite has no number that is none
        return "REAL", ["NaN" if value != value else value for value in values]
    if dtype == pl.Binary:
        return "BLOB", values
    return "TEXT", [None if value is None else str(value) for value in values]


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
