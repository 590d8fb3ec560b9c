"""Many positions of one game settled: short searches at once, long ones side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from time import monotonic
from typing import Generic, TypeVar

from kinrow import _core
from kinrow.rules import Objective, Rules, Value
from kinrow.runtime.conversion import core_game
from kinrow.runtime.own import Owner
from kinrow.runtime.waiting import SLICE, Deadline
from kinrow.solver.proof_crew import Board, ProofCrew
from kinrow.solver.solver import bounds_of

Key = TypeVar("Key")

_ENDLESS = 2**64 - 1
_FEW_NODES = 300  # a fraction of a millisecond; measured in docs/experiments/annotation.md
_BATCH_SECONDS = 4.0  # what a kill may cost; in much less, threads would wait for the last question
_FIRST_BATCH, _MOST = 64, 8192


class Searches(Owner, Generic[Key]):
    """Searches for many positions of one game, whose tables take so much `memory`, in bytes.

    `board_of` gives the position of a key, as the core takes it. Alpha-beta settles most positions
    at once. Outcomes that it has not found after a few nodes go to proof-number search,
    which is several times as fast while there are many empty cells
    (docs/experiments/annotation.md).

    >>> from kinrow.rules import game
    >>> searches = Searches(game("1,3,2"), "outcome", 2**20, 1, board_of=lambda key: (key, 0, 1))
    >>> [found] = searches.ask(["X.O", ".XO"], lambda count: None)
    >>> {cells: str(value) for cells, value in found.items()}
    {'X.O': 'win', '.XO': 'win'}
    """

    def __init__(
        self,
        rules: Rules,
        objective: Objective,
        memory: int,
        threads: int,
        board_of: Callable[[Key], Board],
    ) -> None:
        self._board_of = board_of
        self._objective: Objective = objective
        self._exact = objective != "outcome"
        self._crew: ProofCrew[Key] | None = None
        if not self._exact and ProofCrew.suits(rules):
            self._crew = ProofCrew(rules, memory // 2, threads)
            memory -= memory // 2
        self._core = _core.Solver(core_game(rules), memory, threads)
        self._threads = threads
        self._given: Mapping[Key, Value] = {}
        most = 4 * rules.size if self._exact else 1  # no board has more lines
        self._widest = Value(objective, -most, most)
        self._batch = _FIRST_BATCH

    def ask(
        self,
        questions: Sequence[Key],
        tell: Callable[[int], object],
        given: Mapping[Key, Value] | None = None,
    ) -> Iterator[dict[Key, Value]]:
        """Exact answers, in portions of a few seconds; `tell` is called with how many are there.

        `given`: bounds that hold; only what they leave open is searched for. Ctrl-C raises
        KeyboardInterrupt; what was under way is lost.
        """
        self._given = given or {}
        at = done = 0
        while at < len(questions):
            began = monotonic()
            batch = self._next(questions, at)
            at += len(batch)
            for found in self._answers(
                batch, at == len(questions), partial(self._tell, tell, done)
            ):
                yield found
                done += len(found)
            self._adapt(len(batch), monotonic() - began)

    def _next(self, questions: Sequence[Key], at: int) -> Sequence[Key]:
        """The next batch; of so few that threads would be idle, only one, for all threads."""
        batch = questions[at : at + self._batch]
        few = self._crew is None and len(batch) < 2 * self._threads
        return batch[:1] if few else batch

    def _answers(
        self, batch: Sequence[Key], last: bool, tell: Callable[[], object]
    ) -> Iterator[dict[Key, Value]]:
        """Answers to a batch, or to earlier ones; to all that are left if it is the last."""
        found = self._searched(batch, tell)
        yield {question: value for question, value in found.items() if value.complete}
        if self._crew is not None:
            open_ones = (question for question, value in found.items() if not value.complete)
            # With the bounds that alpha-beta has found.
            self._crew.add(((question, self._board_of(question)) for question in open_ones), found)
            for question, value in self._crew.results(0 if last else self._threads, tell):
                yield {question: value}

    def _searched(self, batch: Sequence[Key], tell: Callable[[], object]) -> dict[Key, Value]:
        """What alpha-beta finds: everything, unless others are there for what takes long."""
        boards = [self._board_of(question) for question in batch]
        limit = _ENDLESS if self._crew is None else _FEW_NODES
        bounds = [self._bounds(question) for question in batch]
        begin = partial(self._core.begin_values, boards, self._exact, limit, bounds)
        if len(batch) == 1 and self._crew is None:  # all threads search it, from no bounds
            begin = partial(self._core.begin_value, *boards[0], self._exact, limit)
        self._carry_out(begin, Deadline(None), tell)
        values = (self._value(*pair) for pair in self._core.values())
        return dict(zip(batch, values, strict=True))

    def _bounds(self, question: Key) -> tuple[int, int]:
        """What is given of a question, as the core takes it."""
        value = self._given.get(question, self._widest)
        return value.lower, value.upper

    def _tell(self, tell: Callable[[int], object], before: int) -> None:
        """The boards of a batch that are done count only if none of them can be left open."""
        tell(before + (self._core.progress()[5] if self._crew is None else 0))

    def _adapt(self, asked: int, seconds: float) -> None:
        wished = asked * _BATCH_SECONDS / max(seconds, 1e-6)
        # Not by much at once: the next questions may be harder than these, or easier.
        self._batch = int(min(max(wished, self._batch / 4, 1), self._batch * 2 + 1, _MOST))

    def _carry_out(
        self, begin: Callable[[], None], clock: Deadline, tell: Callable[[], object]
    ) -> None:
        """Begins a question and waits for it; a clock that is over ends it, Ctrl-C for good."""
        try:
            begin()
            while not self._core.wait(min(SLICE, clock.left)):
                if clock.over:
                    self._core.stop()
                    return
                tell()
        except KeyboardInterrupt:
            self._core.stop()
            raise

    def _value(self, lower: int, upper: int) -> Value:
        return bounds_of(self._objective, lower, upper)
