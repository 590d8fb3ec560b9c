"""The jobs' results, in one SQLite file from which a killed driver can resume."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

from kinrow.proofs.jobs import JobVerdict, Piece, ProofJob
from kinrow.proofs.search import CheckpointError, header_of
from kinrow.rules import Position
from kinrow.rules.sentence import Sentence
from kinrow.runtime.files import reason_of

_KIND = 0x6B696E6C  # "kinl": what other SQLite files do not have
_SCHEMA = """
CREATE TABLE about (tag TEXT NOT NULL);
CREATE TABLE job (
    attacker TEXT NOT NULL, cells TEXT NOT NULL, to_move TEXT NOT NULL, left INTEGER NOT NULL,
    nodes INTEGER NOT NULL, wins INTEGER, tree BLOB, listed INTEGER, zone TEXT, weak INTEGER,
    first TEXT, moves TEXT NOT NULL, PRIMARY KEY (attacker, cells, to_move, left)
);
"""


class JobStore:
    """The verdicts of all jobs of one proof; each is kept as soon as it is there.

    With `resume` a file that is there is gone on with; without, it is a CheckpointError, for it may
    be worth hours. So is a file of another position, or of something else. If the disk is full,
    `trouble` is called with it.
    """

    def __init__(
        self,
        path: Path,
        position: Position,
        *,
        resume: bool,
        trouble: Callable[[OSError], object] | None = None,
    ) -> None:
        self.path = path
        self._trouble = trouble
        there = path.exists()
        if there and not resume:
            raise CheckpointError(Sentence("proof.checkpoint", path=path))
        self._base = sqlite3.connect(path)
        try:
            self._open(tag_of(position), there)
        except sqlite3.DatabaseError as error:
            self._base.close()
            if there:
                raise CheckpointError(
                    Sentence("proof.jobs", path=path, reason=str(error))
                ) from None
            path.unlink()
            reason = reason_of(error)
            raise CheckpointError(Sentence("file.failed", path=path, reason=reason)) from None

    def _open(self, tag: str, there: bool) -> None:
        kind = self._base.execute("PRAGMA application_id").fetchone()
        tables = self._base.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if not there or (kind, tables) == ((0,), (0,)):  # of a run that was killed as it began
            self._base.execute("PRAGMA journal_mode = WAL")
            self._base.executescript(f"BEGIN; PRAGMA application_id = {_KIND}; {_SCHEMA}")
            with self._base:
                self._base.execute("INSERT INTO about VALUES (?)", (tag,))
            return
        found = self._base.execute("SELECT tag FROM about").fetchone() if kind == (_KIND,) else None
        if found != (tag,):
            raise sqlite3.DatabaseError("not the jobs of this position")

    def __enter__(self) -> JobStore:
        return self

    def __exit__(self, *_: object) -> None:
        self._base.close()

    def keep(self, job: ProofJob, verdict: JobVerdict) -> None:
        """Adds a verdict; an open one, whose budget was too small, is kept with that budget."""
        piece = verdict.piece
        nodes = verdict.nodes if piece is not None else max(verdict.nodes, job.nodes)
        row: tuple[object, ...] = (*_key(job), nodes, verdict.wins)
        if piece is None:
            row += (None,) * 5
        else:
            row += (piece.packed, piece.listed, f"{piece.zone:x}", piece.weak, piece.first)
        row += (json.dumps(verdict.moves),)
        try:
            with self._base:
                self._base.execute(
                    f"INSERT OR REPLACE INTO job VALUES (?{', ?' * (len(row) - 1)})", row
                )
        except sqlite3.OperationalError as error:
            if self._trouble is not None:
                self._trouble(OSError(0, str(error)))

    def find(self, job: ProofJob) -> JobVerdict | None:
        """What was found, if that says as much as the job would: a smaller budget may not have."""
        row = self._base.execute(
            "SELECT nodes, wins, tree, listed, zone, weak, first, moves FROM job"
            " WHERE attacker = ? AND cells = ? AND to_move = ? AND left = ?",
            _key(job),
        ).fetchone()
        if row is None:
            return None
        nodes, wins, tree, listed, zone, weak, first, moves = row
        if wins is None and nodes < job.nodes:
            return None
        if wins is None:
            return JobVerdict(None, None, nodes, tuple(map(tuple, json.loads(moves))))
        return JobVerdict(bool(wins), Piece(tree, listed, int(zone, 16), bool(weak), first), nodes)


def tag_of(position: Position) -> str:
    """A position and its rules as a text."""
    rules = header_of(position.rules)
    return json.dumps([rules, position.cells, str(position.to_move), position.left])


def _key(job: ProofJob) -> tuple[object, ...]:
    position = job.position
    return str(job.attacker), position.cells, str(position.to_move), position.left
