"""The core's prover with its clock and its checkpoint, started anew or resumed."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import Protocol, Self, runtime_checkable

from kinrow import _core
from kinrow.proofs.boards import Side
from kinrow.proofs.book import WORTH, Book
from kinrow.proofs.pieces import Pieces
from kinrow.rules import KinrowError, Position, Rules, Sign, Value
from kinrow.rules.sentence import Sentence
from kinrow.runtime.conversion import SIGNS, core_game, core_position
from kinrow.runtime.limits import rounded, table_bytes, threads_of
from kinrow.runtime.waiting import Deadline, Stopped, carry_out, finish
from kinrow.solver import Progress, ProgressCallback, Solution

StepCallback = Callable[[str, int, int, int], object]
Trouble = Callable[[OSError], object]

EVERY = 30.0  # seconds between checkpoints; writing one takes a few at most
_BUSY = 20  # but a twentieth of the time may go into writing them,
_LATEST = 55.0  # as long as there is one a minute

_REFUSED = {
    "stranger": Sentence("checkpoint.stranger"),
    "cut": Sentence("checkpoint.cut"),
    "damaged": Sentence("checkpoint.damaged"),
    "other": Sentence("checkpoint.other"),
}
"""Why the core refuses a checkpoint, by its code."""


class CheckpointError(KinrowError):
    """A checkpoint is in the way, damaged, or of another game; the text names the file."""


class ProofUnfound(KinrowError, RuntimeError):
    """No proof was found for a claim that a search has found to hold, which is a fault of ours."""


def check_proved(core: _core.Prover) -> None:
    """Raises ProofUnfound unless the core has proved the claim that it was given."""
    if not core.proved():
        raise ProofUnfound(Sentence("proof.unfound"))


@runtime_checkable
class KnownWins(Protocol):
    """A strategy, as far as a search of proofs needs it."""

    @property
    def rules(self) -> Rules:
        """Its game."""

    @property
    def larger(self) -> tuple[Side, ...]:
        """Beyond which sides of the board its wins go on."""

    @property
    def title(self) -> str:
        """Its game, or class of boards, as the literature writes it."""

    @property
    def winner(self) -> Sign:
        """Who wins its positions."""

    @property
    def packed(self) -> bytes:
        """Its entries, as docs/strategy-format.md has them."""

    def turned(self) -> KnownWins:
        """The same on the board turned by a quarter."""


class ProofSearch:
    """A table of proof numbers for one game, and the file that keeps its costliest results.

    `checkpoint` is where it is saved: about twice a minute, and when a search ends early. With
    `resume` the search continues from that file, if there is one; without it, an existing file is
    an error, as it may be worth hours. A checkpoint that cannot be written (a full disk) is
    reported to `trouble`; the search continues, and the old file stays. The moves of a `book` are
    tried first; games that led to costly wins are added to the book `learn`. The entries of a
    `strategy` are accepted as proved: the check of the certificate judges them. A checkpoint of
    such a search is only for one with the same strategy. With `larger` the search is for a win on a
    class of boards, these and larger ones, whose zone has none of the cells `avoided`; with
    `pieces` for a draw on boards that copies of this one cover; with `by_ply` for a win by that
    ply.
    """

    def __init__(
        self,
        rules: Rules,
        checkpoint: str | os.PathLike[str],
        *,
        memory: int,
        threads: int | None = None,
        resume: bool = False,
        book: Book | None = None,
        learn: Book | None = None,
        strategy: KnownWins | None = None,
        larger: tuple[Side, ...] = (),
        avoided: frozenset[int] = frozenset(),
        pieces: Pieces | None = None,
        by_ply: int | None = None,
        trouble: Trouble | None = None,
    ) -> None:
        bytes_of_table = rounded(table_bytes(memory, threads_of(threads)))
        parts = pieces.parts if pieces else ()
        of = core_game(rules, larger, parts, avoided, by_ply=by_ply)
        self.core = _core.Prover(of, bytes_of_table, threads_of(threads))
        self.path = Path(checkpoint)
        self.nodes, self.seconds = 0, 0.0
        self._tag = _tag(rules, larger, pieces, avoided, strategy, by_ply)
        self._trouble = trouble
        self._began = self._saved = monotonic()
        self._every = EVERY
        self._rules, self._learn = rules, learn
        for noted in book.games(rules) if book else ():
            self.core.advise(*core_position(rules.start()), noted)
        if strategy is not None:
            self.core.learn(SIGNS.index(strategy.winner), strategy.packed)
        if self.path.exists():
            self._go_on(resume)

    def _go_on(self, resume: bool) -> None:
        if not resume:
            raise CheckpointError(Sentence("proof.checkpoint", path=self.path))
        with _refusals(self.path):
            self.nodes, milliseconds = self.core.load(str(self.path), self._tag)
        self.seconds = milliseconds / 1000

    def value(
        self,
        position: Position,
        clock: Deadline,
        progress: ProgressCallback | None,
        most: int | None = None,
    ) -> Solution:
        """The outcome, with at most about so many nodes in this run.

        The nodes and seconds of the answer are those of all runs, from the first on.
        """

        def tell() -> None:
            nodes, lower, upper, move, moves, _, depth = self.core.progress()
            if progress is not None and nodes:  # before, there are no bounds yet
                nodes, spent = nodes + before, clock.spent + earlier
                progress(Progress(nodes, spent, depth, move, moves, lower, upper, "prove"))
            self.keep_up()

        def spent() -> bool:
            return most is not None and self.core.progress()[0] >= most

        before, earlier = self.nodes, self.seconds
        begun, stopped = carry_out(
            lambda: self.core.begin_value(*core_position(position)), self.core, clock, tell, spent
        )
        if stopped == "cancelled":
            stopped = "nodes"
        value = Value("outcome", *(self.core.value() if begun else (-1, 1)))
        return self._found(position, value, stopped)

    def write(
        self,
        position: Position,
        side: int,
        wins: bool,
        path: Path,
        memory: int,
        step: StepCallback | None,
    ) -> None:
        """Appends the tree for "this side wins" or "does not lose", known to be true, to a file."""

        def tell() -> None:
            if step is not None:
                step("write", self.core.progress()[5], 0, 0)
            self.keep_up()

        self.core.begin_proof(*core_position(position), side, wins, str(path), memory)
        finish(self.core, tell)
        check_proved(self.core)

    def _found(self, position: Position, value: Value, stopped: Stopped | None) -> Solution:
        if stopped is not None:
            self.save()
        self._add_up()
        if self._learn is not None:
            found = self.core.longest(*core_position(position), WORTH)
            self._learn.add(self._rules, map(tuple, found), sure=value.complete)
        return Solution(position, value, (), self.nodes, self.seconds, stopped)

    def _add_up(self) -> None:
        """Adds this run's nodes and seconds to those of the runs before."""
        now = monotonic()
        self.nodes += self.core.progress()[0]
        self.seconds += now - self._began
        self._began = now

    def keep_up(self) -> None:
        """Saves if it is time to."""
        if monotonic() - self._saved >= self._every:
            self.save()

    def save(self) -> None:
        """Writes the checkpoint, whole or not at all."""
        began = monotonic()
        nodes = self.nodes + self.core.progress()[0]
        seconds = self.seconds + began - self._began
        try:
            self.core.save(str(self.path), self._tag, nodes, int(seconds * 1000))
        except OSError as error:
            if self._trouble is not None:
                self._trouble(error)
        self._saved = monotonic()
        self._every = min(max(EVERY, _BUSY * (self._saved - began)), _LATEST)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.core.stop()
        if kind is not None:
            self.save()


@contextmanager
def _refusals(checkpoint: Path) -> Iterator[None]:
    try:
        yield
    except RuntimeError as error:
        reason = _REFUSED[str(error)]
        raise CheckpointError(Sentence("file.failed", path=checkpoint, reason=reason)) from None


def pieces_in(checkpoint: Path, rules: Rules, ways: Iterable[Pieces]) -> Pieces | None:
    """Which of these ways a checkpoint is of; None if it is of none. Raises CheckpointError."""
    with _refusals(checkpoint):
        tag = _core.Prover.tag_of(str(checkpoint))
    return next((pieces for pieces in ways if _tag(rules, (), pieces) == tag), None)


def _tag(
    rules: Rules,
    larger: tuple[Side, ...],
    pieces: Pieces | None,
    avoided: frozenset[int] = frozenset(),
    strategy: KnownWins | None = None,
    by_ply: int | None = None,
) -> str:
    boards = ({"larger": larger} if larger else {}) | (pieces.to_json() if pieces else {})
    kept_off = {"avoided": sorted(avoided)} if avoided else {}
    about = boards | kept_off | limited(by_ply) | trusted(strategy)
    return json.dumps(header_of(rules) | about)


def trusted(strategy: KnownWins | None) -> dict[str, str]:
    """What a checkpoint says of a strategy, whose entries nothing has checked."""
    return {"strategy": sha256(strategy.packed).hexdigest()} if strategy else {}


def limited(by_ply: int | None) -> dict[str, int]:
    """What a checkpoint says of the ply by which the game is to be won."""
    return {} if by_ply is None else {"by_ply": by_ply}


def header_of(rules: Rules) -> dict[str, int | bool]:
    """Rules of a line game as proof files and checkpoints have them."""
    return {
        "rows": rules.rows,
        "cols": rules.cols,
        "k": rules.k,
        "stones": rules.stones,
        "first": rules.first_turn,
        "exact": rules.exact,
        "misere": rules.misere,
    }
