"""A table spread over all codes of a board, so that thousands of boards are looked up at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kinrow.knowledge.table import ValueTable, cached, digits_of
from kinrow.knowledge.turns import is_in_turn
from kinrow.rules import Objective, Position, Rules, Value, symmetries
from kinrow.runtime.conversion import SIGNS
from kinrow.solver import Analysis, Solution
from kinrow.solver.evidence import Evidence

Scores = NDArray[np.int8]

ILLEGAL = -2
_CHUNK = 100_000


class Lookup:
    """Scores of any boards of a small game and of every action on them, in a few NumPy passes.

    One byte for each of 3 ** cells codes: 43 MB for 16 cells, the most that a table has. Scores
    are for the side to move: the winner's empty cells + 1, negative for a loss, 0 for a draw.

    >>> from kinrow.knowledge.table import tabulate
    >>> from kinrow.rules import game
    >>> table = tabulate(game("tictactoe"))
    >>> found = Lookup(table).known(game("tictactoe").parse("XX./OO./..."), "score")
    >>> [str(move) for move in found.best], str(found.solution.value)
    (['c1'], 'win, score 5')
    """

    def __init__(self, table: ValueTable) -> None:
        rules = self._rules = table.rules
        self._weights = 3 ** np.arange(rules.size)
        self._scores = np.zeros(3**rules.size, np.int8)
        images = np.array(
            [self._weights[list(cells)] for cells in symmetries(rules.rows, rules.cols)]
        )
        for start in range(0, len(table.codes), _CHUNK):
            some = slice(start, start + _CHUNK)
            digits = digits_of(rules, table.codes[some])
            for weights in images:
                self._scores[digits @ weights] = table.values[some]

    def of_boards(
        self,
        own: NDArray[np.uint8],
        other: NDArray[np.uint8],
        to_move: NDArray[np.int8],
        left: NDArray[np.int16],
        legal: NDArray[np.bool_],
    ) -> tuple[Scores, Scores]:
        """Scores of all boards, int8 (boards,), and outcomes of all actions, int8 (boards, cells).

        `own` and `other` (boards, cells) are the stones of the side to move and of the other one,
        `to_move` and `left` (boards,) that side and the stones left in its turn, `legal`
        (boards, cells) the legal actions. Outcomes are 1, 0 or -1, or ILLEGAL.
        """
        stone = np.where(to_move == SIGNS.index(self._rules.begins), 1, 2)
        codes = own @ self._weights * stone + other @ self._weights * (3 - stone)
        actions = np.sign(self._of_actions(codes, stone, left > 1))
        actions[~legal] = ILLEGAL
        return self._scores[codes], actions

    def known(self, position: Position, objective: Objective) -> Analysis | None:
        """The value of a position that play can reach, and of all its moves; it knows every one."""
        if position.rules != self._rules or objective == "margin" or not is_in_turn(position):
            return None
        cells = np.frombuffer(position.cells.encode(), np.uint8)
        digits = np.where(cells == ord(self._rules.begins), 1, 2)
        digits[cells == ord(".")] = 0
        stone = np.array([1 if position.to_move is self._rules.begins else 2])
        codes = digits[None] @ self._weights
        actions = self._of_actions(codes, stone, np.array([position.left > 1]))[0]
        moves = {
            move: _value(objective, int(actions[move.row * self._rules.cols + move.col]))
            for move in position.legal_moves
        }
        value = _value(objective, int(self._scores[codes[0]]))
        evidence = Evidence(kind="table", how="computed", game=str(self._rules))
        return Analysis(Solution(position, value, (), 0, 0.0, source=evidence), moves)

    def _of_actions(
        self, codes: NDArray[np.int64], stone: NDArray[np.int64], again: NDArray[np.bool_]
    ) -> Scores:
        # If a cell is taken, the code is no board's, but it is in range once it is clipped.
        after = codes[:, None] + stone[:, None] * self._weights
        actions: Scores = self._scores.take(after, mode="clip")
        actions[~again] *= -1
        return actions


def _value(objective: Objective, score: int) -> Value:
    number = (score > 0) - (score < 0) if objective == "outcome" else score
    return Value(objective, number, number)


def lookup(rules: Rules) -> Lookup | None:
    """The table of a small game, made once and kept in a file; None if the game is too large."""
    table = cached(rules)
    return None if table is None else Lookup(table)
