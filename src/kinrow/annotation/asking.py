"""Queries to the core: many short ones at once, or one position under its limit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from kinrow.annotation.children import children
from kinrow.annotation.limit import Limit
from kinrow.annotation.mirror import Question
from kinrow.rules import Objective, Position, Rules, Value
from kinrow.runtime.conversion import core_position, index_of
from kinrow.runtime.waiting import Deadline
from kinrow.solver.searches import Searches


class Asker(Searches[Question]):
    """Puts questions of one game to the core, whose tables take so much `memory`, in bytes."""

    def __init__(self, rules: Rules, objective: Objective, memory: int, threads: int) -> None:
        super().__init__(
            rules, objective, memory, threads, board_of=lambda question: question.board
        )

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


def hardest_last(questions: Iterable[Question]) -> list[Question]:
    """The fullest boards first, and equal work in equal order."""
    return sorted(questions, key=lambda question: (question.cells.count("."), question))
