"""A position with a budget as a piece of work, and the worker that keeps its tables between them.

What a worker settles it also proves: the tree of the certificate for this position is its result.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from kinrow import _core
from kinrow.proofs.book import MoveIndices
from kinrow.proofs.search import header_of
from kinrow.reference import check as check_py
from kinrow.rules import Position, Rules, Sign
from kinrow.runtime.compression import zstd
from kinrow.runtime.conversion import SIGNS, core_game, core_position
from kinrow.runtime.limits import SMALLEST, rounded, table_bytes, worker_bytes
from kinrow.runtime.waiting import SLICE, Deadline, wait_for

_UNLISTED = "WERS"  # trees that begin so cannot be referred to


@dataclass(frozen=True, slots=True)
class ProofJob:
    """Does `attacker` win this position? To be answered within so many positions searched."""

    position: Position
    attacker: Sign
    nodes: int


class Piece(NamedTuple):
    """A tree of the certificate, which a checker has read.

    - `packed`: its bytes, compressed; `listed`: how many positions it lists;
    - `zone`, `weak`: as docs/proof-format.md has them;
    - `first`: its first letter; after an O the next one, too.
    """

    packed: bytes
    listed: int
    zone: int
    weak: bool
    first: str

    @property
    def tree(self) -> bytes:
        """The bytes."""
        return zstd.decompress(self.packed)

    @property
    def referable(self) -> bool:
        """Whether another tree can refer to this one."""
        return self.first[-1] not in _UNLISTED


class JobVerdict(NamedTuple):
    """What a job found: whether the attacker wins, with the tree for it; None if that is open."""

    wins: bool | None
    piece: Piece | None
    nodes: int


@dataclass(frozen=True, slots=True)
class Means:
    """What a worker is given: its game, its memory, and what may be tried first or is known.

    With a `memory` of None it takes its share of a quarter of its machine's.
    """

    rules: Rules
    memory: str | int | None = None
    advice: tuple[MoveIndices, ...] = ()
    known: tuple[Sign, bytes] | None = None

    def __call__(self) -> Callable[[ProofJob], JobVerdict]:
        """A new worker."""
        return _JobProver(self)


class _JobProver:
    """A prover that goes from job to job with what it has found."""

    def __init__(self, means: Means) -> None:
        memory = worker_bytes(means.memory)
        self._for_writing = memory // 4
        share = rounded(table_bytes(max(memory - self._for_writing, SMALLEST)))
        self._core = _core.Prover(core_game(means.rules), share, 1)
        for game in means.advice:
            self._core.advise(*core_position(means.rules.start()), game)
        if means.known is not None:
            self._core.learn(SIGNS.index(means.known[0]), means.known[1])

    def __call__(self, job: ProofJob) -> JobVerdict:
        wins = self._settle(job)
        nodes = self._core.progress()[0]
        if wins is None:
            return JobVerdict(None, None, nodes)
        return JobVerdict(
            wins, piece_of(job.position, claim_of(job.attacker, wins), self._tree), nodes
        )

    def _settle(self, job: ProofJob) -> bool | None:
        """Whether the attacker wins, as far as the budget says."""
        attacks = job.position.to_move is job.attacker
        self._core.begin_value(*core_position(job.position))
        while not self._core.wait(SLICE):
            nodes, lower, upper = self._core.progress()[:3]
            if nodes >= job.nodes or _wins(attacks, lower, upper) is not None:
                self._core.stop()
                break
        return _wins(attacks, *self._core.value())

    def _tree(self, position: Position, claim: check_py.Claim) -> bytes:
        """The tree of a claim that is known to be true."""
        with TemporaryDirectory() as folder:
            path = Path(folder, "tree")
            path.touch()
            side = SIGNS.index(Sign(claim.side))
            board = core_position(position)
            self._core.begin_proof(*board, side, claim.wins, str(path), self._for_writing)
            wait_for(self._core, Deadline(None))
            if not self._core.proved():
                raise RuntimeError("no proof found for a claim that holds")
            return path.read_bytes()


def claim_of(attacker: Sign, wins: bool) -> check_py.Claim:
    """What holds if the attacker wins, or does not: that the other side does not lose.

    >>> str(claim_of(Sign.X, True)), str(claim_of(Sign.X, False))
    ('X wins', 'O does not lose')
    """
    return check_py.Claim(str(attacker if wins else attacker.other), wins)


def piece_of(
    position: Position,
    claim: check_py.Claim,
    tree_of: Callable[[Position, check_py.Claim], bytes],
) -> Piece:
    """A tree and what it says of its position, as `kinrow.reference` reads it."""
    tree = tree_of(position, claim)
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 5000))  # a few calls a stone
    reader = check_py.Tree(
        board_of(position.rules), claim, check_py.Reader(io.BytesIO(tree)), check_py.say_nothing
    )
    found = reader.verify(place_of(position, claim))
    first = tree[: 2 if tree[:1] == b"O" else 1].decode()
    return Piece(zstd.compress(tree), reader.nodes, found.zone, found.weak, first)


def place_of(position: Position, claim: check_py.Claim) -> check_py.Place:
    """A position as the checker has it, seen from the side of the claim."""
    mine, theirs = (stones_of(position, sign) for sign in (claim.side, Sign(claim.side).other))
    return check_py.Place(mine, theirs, str(position.to_move) == claim.side, position.left)


def stones_of(position: Position, sign: object) -> int:
    """The stones of a side as bits, the first cell lowest."""
    return sum(1 << at for at, stone in enumerate(position.cells) if stone == str(sign))


@cache
def board_of(rules: Rules) -> check_py.Board:
    """The checker's lines and symmetries of a game."""
    start = rules.start()
    numbers: dict[str, Any] = dict(header_of(rules))
    header = check_py.Header(
        **numbers, cells=start.cells, to_move=str(start.to_move), left=start.left, claims=()
    )
    return check_py.Board(header)


def _wins(attacks: bool, lower: int, upper: int) -> bool | None:
    """Whether the attacker wins with these bounds for the side to move; None if that is open."""
    low, high = (lower, upper) if attacks else (-upper, -lower)
    return True if low == 1 else False if high < 1 else None
