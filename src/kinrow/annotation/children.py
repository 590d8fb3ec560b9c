"""A position's legal moves as questions about the positions after them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from kinrow.annotation.mirror import Images, Question
from kinrow.annotation.truth import KnownValue, MoveValues
from kinrow.knowledge import Knowledge, everything
from kinrow.rules import Cell, Objective, Position, Value
from kinrow.solver import Analysis


class Child(NamedTuple):
    """A legal move: what is asked about it, or its value if it ends the game.

    `turns` says whether the other side is to move then, so that the value changes its sign.
    """

    move: Cell
    question: Question | None
    value: Value | None
    turns: bool

    def bounds(self, answers: Mapping[Question, Value], open_value: Value) -> Value:
        """What the move is known to be worth to the side that makes it."""
        value = self.value
        if value is None:
            assert self.question is not None
            value = answers.get(self.question, open_value)
        return value.opposite if self.turns else value


def children(position: Position, objective: Objective) -> list[Child]:
    """Every legal move.

    >>> from kinrow.rules import game
    >>> [str(child.question) for child in children(game("1,3,2").start(), "outcome")]
    ['..X O 1', '.X. O 1', '..X O 1']
    """
    found = []
    rules, mover = position.rules, position.to_move
    images = Images(position.cells, rules.rows, rules.cols)
    for move in position.legal_moves:
        after = position.play(move)
        value = final_value(after, objective) if after.finished else None
        question = None
        if not after.finished:
            least = images.least_after(move.row * rules.cols + move.col, mover)
            question = Question(least, after.to_move.value, after.left)
        found.append(Child(move, question, value, after.to_move is not mover))
    return found


def implied(
    position: Position,
    listed: Iterable[Child],
    value: Value,
    answers: Mapping[Question, Value],
) -> dict[Question, Value]:
    """Bounds on what follows the moves of a position of this value, together with these answers.

    No move is worth more than the position.

    >>> from kinrow.rules import game
    >>> start = game("1,3,2").start()
    >>> listed = children(start, "outcome")
    >>> found = implied(start, listed, Value("outcome", 0, 0), {})
    >>> {str(question): str(bounds) for question, bounds in found.items()}
    {'..X O 1': 'draw or win', '.X. O 1': 'draw or win'}
    """
    found: dict[Question, Value] = {}
    widest = open_value(position, value.objective)
    for child in listed:
        if child.question is None:
            continue
        before = answers.get(child.question, widest)
        if child.turns:
            lower, upper = max(before.lower, -value.upper), before.upper
        else:
            lower, upper = before.lower, min(before.upper, value.upper)
        found[child.question] = Value(value.objective, lower, upper)
    return found


def known_answers(
    positions: Iterable[Position], objective: Objective
) -> dict[Question, KnownValue]:
    """What is known without a search of these positions, and of what follows their moves.

    >>> from kinrow.rules import game
    >>> answers = known_answers([game("gomoku").replay("h8")], "outcome")
    >>> len(answers), sorted({(str(known.value), known.how) for known in answers.values()})
    (36, [('loss', 'proved'), ('win', 'proved')])
    """
    answers: dict[Question, KnownValue] = {}
    # Apart, as each has evidence of its own; what others say counts for more.
    openings, others = everything().opening, Knowledge(everything().sources).known
    for position in positions:
        for asked in (openings, others):
            if (found := asked(position, objective)) is not None:
                answers |= _said(found, objective)
    return answers


def _said(found: Analysis, objective: Objective) -> dict[Question, KnownValue]:
    """What one analysis says of its position and of what follows its moves."""
    solution = found.solution
    assert solution.source is not None
    how, source = solution.source.how, str(solution.source)
    answers = {Question.of(found.position): KnownValue(solution.value, how, source)}
    for child in children(found.position, objective):
        value = found.moves.get(child.move)
        if child.question is not None and value is not None and value.outcome is not None:
            after = value.opposite if child.turns else value
            answers[child.question] = KnownValue(after, how, source)
    return answers


def final_value(position: Position, objective: Objective) -> Value:
    """What a finished position is worth to its side to move."""
    numbers = {
        "outcome": position.outcome,
        "score": position.score,
        "margin": position.margin,
    }
    number = numbers[objective]
    assert number is not None
    return Value(objective, int(number), int(number))


def open_value(position: Position, objective: Objective) -> Value:
    """Bounds that hold of anything."""
    most = 1 if objective == "outcome" else 2 * position.rules.size * 4
    return Value(objective, -most, most)


def truth_of(
    position: Position,
    listed: Sequence[Child],
    objective: Objective,
    answers: Mapping[Question, Value],
    known: Mapping[Question, KnownValue],
) -> MoveValues:
    """What these answers say of a position with these moves; bounds if they do not say all."""
    if position.finished:
        return MoveValues(position, final_value(position, objective), {})
    widest = open_value(position, objective)
    moves = {child.move: child.bounds(answers, widest) for child in listed}
    lower = max(value.lower for value in moves.values())
    upper = max(value.upper for value in moves.values())
    question = Question.of(position)
    own = answers.get(question)
    if own is not None:
        lower, upper = max(lower, own.lower), min(upper, own.upper)
    return MoveValues(position, Value(objective, lower, upper), moves, known.get(question))
