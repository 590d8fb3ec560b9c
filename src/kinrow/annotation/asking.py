"""Queries to the core: many short ones at once, or one position under its limit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from time import monotonic

from kinrow import _core
from kinrow.annotation.children import children
from kinrow.annotation.limit import Limit
from kinrow.annotation.mirror import Question
from kinrow.rules import Objective, Position, Rules, Value
from kinrow.runtime.conversion import core_game, core_position, index_of
from kinrow.runtime.own import Owner
from kinrow.runtime.waiting import SLICE, Deadline
from kinrow.solver.crew import ProofCrew
from kinrow.solver.solver import bounds_of

_ENDLESS = 2**64 - 1
_FEW_NODES = 20_000  # ten milliseconds or so; measured in docs/experiments/annotation.md
_BATCH_SECONDS = 4.0  # what a kill may cost; in much less, threads would wait for the last question
_FIRST_BATCH, _MOST = 64, 8192


class Asker(Owner):
    """Puts questions of one game to the core, whose tables take so much `memory`, in bytes.

    Alpha-beta answers most questions at once. Outcomes that it has not found after a few nodes go
    to proof-number search, which is several times as fast while there are many empty cells
    (docs/experiments/annotation.md).
    """

    def __init__(self, rules: Rules, objective: Objective, memory: int, threads: int) -> None:
        self._objective: Objective = objective
        self._exact = objective != "outcome"
        self._crew: ProofCrew[Question] | None = None
        if not self._exact and ProofCrew.suits(rules):
            self._crew = ProofCrew(rules, memory // 2, threads)
            memory -= memory // 2
        self._core = _core.Solver(core_game(rules), memory, threads)
        self._threads = threads
        self._batch = _FIRST_BATCH

    def ask(
        self, questions: Sequence[Question], tell: Callable[[int], object]
    ) -> Iterator[dict[Question, Value]]:
        """Exact answers, in portions of a few seconds; `tell` is called with how many are there.

        Ctrl-C raises KeyboardInterrupt; what was under way is lost.
        """
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

    def _next(self, questions: Sequence[Question], at: int) -> Sequence[Question]:
        """The next batch; of so few that threads would be idle, only one, for all threads."""
        batch = questions[at : at + self._batch]
        few = self._crew is None and len(batch) < 2 * self._threads
        return batch[:1] if few else batch

    def _answers(
        self, batch: Sequence[Question], last: bool, tell: Callable[[], object]
    ) -> Iterator[dict[Question, Value]]:
        """Answers to a batch, or to earlier ones; to all that are left if it is the last."""
        found = self._searched(batch, tell)
        yield {question: value for question, value in found.items() if value.complete}
        if self._crew is not None:
            open_ones = (question for question, value in found.items() if not value.complete)
            self._crew.add((question, question.told) for question in open_ones)
            for question, value in self._crew.results(0 if last else self._threads, tell):
                yield {question: value}

    def _searched(
        self, batch: Sequence[Question], tell: Callable[[], object]
    ) -> dict[Question, Value]:
        """What alpha-beta finds: everything, unless others are there for what takes long."""
        boards = [question.told for question in batch]
        limit = _ENDLESS if self._crew is None else _FEW_NODES
        begin = partial(self._core.begin_values, boards, self._exact, limit)
        if len(batch) == 1:
            begin = partial(self._core.begin_value, *boards[0], self._exact, limit)
        self._carry_out(begin, Deadline(None), tell)
        values = (self._value(*pair) for pair in self._core.values())
        return dict(zip(batch, values, strict=True))

    def _tell(self, tell: Callable[[int], object], before: int) -> None:
        """The boards of a batch that are done count only if none of them can be left open."""
        tell(before + (self._core.progress()[5] if self._crew is None else 0))

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


def hardest_last(questions: Iterable[Question]) -> list[Question]:
    """The fullest boards first, and equal work in equal order."""
    return sorted(questions, key=lambda question: (question.cells.count("."), question))
