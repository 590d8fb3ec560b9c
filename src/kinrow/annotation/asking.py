"""Queries to the core: many short ones at once, or one position under its limit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from time import monotonic

from kinrow.annotation.children import children
from kinrow.annotation.limit import Limit
from kinrow.annotation.mirror import Question
from kinrow.rules import Objective, Position, Rules, Value
from kinrow.runtime.conversion import core_position, index_of
from kinrow.runtime.waiting import SLICE, Deadline
from kinrow.solver import Solver
from kinrow.solver.solver import bounds_of

_ENDLESS = 2**64 - 1
_BATCH_SECONDS = 4.0  # what a kill may cost; in much less, threads would wait for the last question
_FIRST_BATCH, _MOST = 64, 8192


class Asker:
    """Puts questions of one game to a solver; all share its table."""

    def __init__(self, solver: Solver, rules: Rules, objective: Objective, threads: int) -> None:
        self._core = solver.core_of(rules)
        self._objective: Objective = objective
        self._exact = objective != "outcome"
        self._batch = _FIRST_BATCH
        self._fewest = 2 * threads

    def ask(
        self, questions: Sequence[Question], tell: Callable[[int], object]
    ) -> Iterator[tuple[Sequence[Question], list[Value]]]:
        """Exact answers, in batches of a few seconds; `tell` is called with how many are there.

        Of a batch each thread takes questions of its own; questions so long that a batch would
        hardly have one for each are answered one by one, by all threads. Ctrl-C raises
        KeyboardInterrupt; what was under way is lost.
        """
        at = 0
        while at < len(questions):
            batch = questions[at : at + self._batch]
            if len(batch) < self._fewest:
                batch = batch[:1]
            began = monotonic()
            boards = [question.told for question in batch]
            begin = partial(self._core.begin_values, boards, self._exact, _ENDLESS)
            if len(batch) == 1:
                begin = partial(self._core.begin_value, *boards[0], self._exact, _ENDLESS)
            self._carry_out(begin, Deadline(None), partial(self._tell, tell, at))
            yield batch, [self._value(*pair) for pair in self._core.values()]
            at += len(batch)
            self._adapt(len(batch), monotonic() - began)

    def _tell(self, tell: Callable[[int], object], before: int) -> None:
        tell(before + self._core.progress()[5])

    def _adapt(self, asked: int, seconds: float) -> None:
        wished = asked * _BATCH_SECONDS / max(seconds, 1e-6)
        # Not by much at once: the next questions may be harder than these, or easier.
        self._batch = int(min(max(wished, self._batch / 4, 1), self._batch * 2 + 1, _MOST))

    def ask_each_within(
        self, positions: Iterable[tuple[Position, Value | None]], limit: Limit
    ) -> Iterator[tuple[Position, dict[Question, Value]]]:
        """`ask_within` for each position, with what is known of it."""
        for position, own in positions:
            yield position, self.ask_within(position, limit, own)

    def ask_within(
        self, position: Position, limit: Limit, own: Value | None = None
    ) -> dict[Question, Value]:
        """Bounds on a position and on what follows each move, for what the limit allows.

        `own` is what is known of the position: if it is exact, only the moves are searched.
        """
        clock = Deadline(limit.seconds)
        to_ask = core_position(position)
        answers: dict[Question, Value] = {}
        left = limit.nodes
        if own is None or not own.complete:
            begin = partial(self._core.begin_value, *to_ask, self._exact, limit.nodes)
            self._carry_out(begin, clock, lambda: None)
            answers[Question.of(position)] = self._value(*self._core.values()[0])
            left = max(limit.nodes - self._core.progress()[0], 1)
        if not clock.over:
            begin = partial(self._core.begin_moves, *to_ask, self._exact, left)
            self._carry_out(begin, clock, lambda: None)
            found = {cell: (lower, upper) for cell, lower, upper in self._core.moves()}
            for child in children(position, self._objective):
                index = index_of(position.rules, child.move)
                if child.question is not None and index in found:
                    lower, upper = found[index]
                    pair = (-upper, -lower) if child.turns else (lower, upper)
                    answers[child.question] = self._value(*pair)
        return answers

    def _carry_out(
        self, begin: Callable[[], None], clock: Deadline, tell: Callable[[], None]
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


def hardest_last(questions: Iterable[Question]) -> list[Question]:
    """The fullest boards first, and equal work in equal order."""
    return sorted(questions, key=lambda question: (question.cells.count("."), question))
