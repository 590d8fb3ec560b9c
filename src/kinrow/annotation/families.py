"""The open questions of one ply: positions, and what follows their moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kinrow.annotation.children import children, implied
from kinrow.annotation.mirror import Question
from kinrow.annotation.store import AnswerStore
from kinrow.rules import Objective, Position, Value

POSITION = 10
"""What a position costs, in moves: measured on 4 x 9, for it refutes many of its own moves."""


class Families:
    """Positions with open moves, and these moves.

    - `positions`, `moves`: the questions; `open`: what they cost, `done`: of this, what is spent,
    - `portion`: the part of the ply that is open.

    >>> from kinrow.rules import game
    >>> start = game("1,3,2").start()
    >>> with AnswerStore(None, start.rules, "outcome") as store:
    ...     families = Families([start], "outcome", store)
    >>> len(families.positions), len(families.moves), families.open, families.portion
    (1, 2, 12, 1.0)
    """

    def __init__(
        self, positions: Sequence[Position], objective: Objective, store: AnswerStore
    ) -> None:
        listed = [(Question.of(found), found, children(found, objective)) for found in positions]
        asked = {child.question: None for *_, moves in listed for child in moves if child.question}
        self._answers = store.get([*(own for own, *_ in listed), *asked])
        self._listed = [
            (own, position, moves)
            for own, position, moves in listed
            if any(child.question and self._is_open(child.question) for child in moves)
        ]
        self._store = store
        self.moves = [question for question in asked if self._is_open(question)]
        self.positions = [own for own, *_ in self._listed if self._is_open(own)]
        self.open = POSITION * len(self.positions) + len(self.moves)
        self.portion = self.open / max(POSITION * len(listed) + len(asked), 1)
        self.done = 0

    def _is_open(self, question: Question) -> bool:
        answer = self._answers.get(question)
        return answer is None or not answer.complete

    def share(self, answers: Mapping[Question, Value], weight: int) -> float:
        """How much is answered, with these."""
        self.done += weight * len(answers)
        return self.done / self.open if self.open else 1.0

    def implied(self) -> dict[Question, Value]:
        """Bounds on the open moves, once the values of the positions are in the store."""
        answers = self._answers | self._store.get(self.positions)
        for own, position, moves in self._listed:
            answers |= implied(position, moves, answers[own], answers)
        return {question: answers[question] for question in self.moves}
