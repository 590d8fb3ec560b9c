"""A prover's request: a position, the path of its certificate, and the limits."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from kinrow.proofs.boards import Side
from kinrow.proofs.book import Book
from kinrow.proofs.pieces import Pieces
from kinrow.proofs.search import KnownWins, StepCallback, Trouble
from kinrow.rules import Position
from kinrow.solver import ProgressCallback


@dataclass(frozen=True, slots=True)
class ProofRun:
    """The arguments of `kinrow.prove`, validated: `memory` in bytes, `time` in seconds.

    `avoided`: cells of a class of boards that the zone of its win must not have.
    """

    position: Position
    path: Path
    memory: int
    threads: int | None = None
    time: float | None = None
    nodes: int | None = None
    progress: ProgressCallback | None = None
    step: StepCallback | None = None
    resume: bool = False
    book: Book | None = None
    learn: Book | None = None
    strategy: KnownWins | None = None
    larger: tuple[Side, ...] = ()
    avoided: frozenset[int] = frozenset()
    by_ply: int | None = None
    pieces: Pieces | None = None
    trouble: Trouble | None = None
