"""Jobs, each a position with a budget, and workers that keep their tables between jobs.

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
from kinrow.proofs.search import check_proved, header_of
from kinrow.reference import check as check_py
from kinrow.rules import Position, Rules, Sign
from kinrow.runtime.compression import zstd
from kinrow.runtime.conversion import SIGNS, core_game, core_position, sets_of
from kinrow.runtime.limits import SMALLEST, rounded, table_bytes, worker_bytes
from kinrow.runtime.waiting import SLICE, Deadline, wait_for

_UNLISTED = "WERS"  # trees that begin so cannot be referred to


@dataclass(frozen=True, slots=True)
class ProofJob:
    """Does `attacker` win this position? The search may visit a limited number of positions."""

    position: Position
    attacker: Sign
    nodes: int

    @property
    def attacks(self) -> bool:
        """Whether the attacker is to move: he has to win then; else the other side not to lose."""
        return self.position.to_move is self.attacker


class Piece(NamedTuple):
    """A tree of the certificate.

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


MoveNumbers = tuple[int, int, int]
"""The index of a move, and the proof and the disproof number of the attacker's win after it."""


class JobVerdict(NamedTuple):
    """What a job found: whether the attacker wins, with the tree for it; None if that is open.

    Then `moves` says how the moves look, the most promising first.
    """

    wins: bool | None
    piece: Piece | None
    nodes: int
    moves: tuple[MoveNumbers, ...] = ()


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
    """A prover that keeps what it has found from job to job."""

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
            return JobVerdict(None, None, nodes, self._moves(job))
        return JobVerdict(wins, self._piece(job.position, claim_of(job.attacker, wins)), nodes)

    def _settle(self, job: ProofJob) -> bool | None:
        """Whether the attacker wins, as far as the budget says."""
        self._core.begin_reaches(*core_position(job.position), job.attacks)
        while not self._core.wait(SLICE):
            if self._core.progress()[0] >= job.nodes:
                self._core.stop()
                break
        reached = self._core.reached()
        return reached if reached is None or job.attacks else not reached

    def _moves(self, job: ProofJob) -> tuple[MoveNumbers, ...]:
        """How the moves look after a search that was stopped."""
        found = self._core.moves(*core_position(job.position), job.attacks)
        if job.attacks:
            return tuple(found)
        return tuple((cell, disproof, proof) for cell, proof, disproof in found)

    def _piece(self, position: Position, claim: check_py.Claim) -> Piece:
        """The tree of a claim that is known to be true."""
        with TemporaryDirectory() as folder:
            path = Path(folder, "tree")
            path.touch()
            side = SIGNS.index(Sign(claim.side))
            board = core_position(position)
            self._core.begin_proof(*board, side, claim.wins, str(path), self._for_writing)
            wait_for(self._core, Deadline(None))
            check_proved(self._core)
            tree = path.read_bytes()
        listed, zone, weak = self._core.tree()
        return _packed(tree, listed, sum(1 << cell for cell in zone), weak)


def claim_of(attacker: Sign, wins: bool) -> check_py.Claim:
    """What holds if the attacker wins, or does not: that the other side does not lose.

    >>> str(claim_of(Sign.X, True)), str(claim_of(Sign.X, False))
    ('X wins', 'O does not lose')
    """
    return check_py.Claim(str(attacker if wins else attacker.other), wins)


def piece_of(position: Position, claim: check_py.Claim, tree: bytes) -> Piece:
    """A tree and what it says of its position, as `kinrow.reference` reads it."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 5000))  # a few calls a stone
    reader = check_py.Tree(
        board_of(position.rules), claim, check_py.Reader(io.BytesIO(tree)), check_py.say_nothing
    )
    found = reader.verify(_place_of(position, claim))
    return _packed(tree, reader.nodes, found.zone, found.weak)


def _packed(tree: bytes, listed: int, zone: int, weak: bool) -> Piece:
    first = tree[: 2 if tree[:1] == b"O" else 1].decode()
    return Piece(zstd.compress(tree), listed, zone, weak, first)


def _place_of(position: Position, claim: check_py.Claim) -> check_py.Place:
    """A position as the checker has it, seen from the side of the claim."""
    mine, theirs = (sets_of(position, sign) for sign in (claim.side, Sign(claim.side).other))
    return check_py.Place(mine, theirs, str(position.to_move) == claim.side, position.left)


@cache
def board_of(rules: Rules) -> check_py.Board:
    """The checker's lines and symmetries of a game."""
    start = rules.start()
    numbers: dict[str, Any] = dict(header_of(rules))
    header = check_py.Header(
        **numbers, cells=start.cells, to_move=str(start.to_move), left=start.left, claims=()
    )
    return check_py.Board(header)
