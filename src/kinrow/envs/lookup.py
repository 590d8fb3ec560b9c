"""A table spread over all codes of a board, so that thousands of boards are looked up at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kinrow.envs.batch import Batch
from kinrow.envs.table import Table, digits_of
from kinrow.rules import Position, symmetries
from kinrow.solve.compiled import SIGNS

Outcomes = NDArray[np.int8]

ILLEGAL = -2
_CHUNK = 100_000


class Lookup:
    """Scores of any boards of a small game and of every action on them, in a few NumPy passes.

    One byte for each of 3 ** cells codes: 43 MB for 16 cells, the most that a table has.

    >>> from kinrow.envs.table import tabulate
    >>> from kinrow.rules import game
    >>> table = tabulate(game("tictactoe"))
    >>> scores, actions = Lookup(table).of_batch(Batch("tictactoe", 2))
    >>> scores.tolist(), actions[0].tolist()
    ([0, 0], [0, 0, 0, 0, 0, 0, 0, 0, 0])
    """

    def __init__(self, table: Table) -> None:
        rules = self._rules = table.rules
        self._weights = 3 ** np.arange(rules.size)
        self._scores = np.zeros(3**rules.size, np.int8)
        turns = np.array([self._weights[list(turn)] for turn in symmetries(rules.rows, rules.cols)])
        for start in range(0, len(table.codes), _CHUNK):
            some = slice(start, start + _CHUNK)
            digits = digits_of(rules, table.codes[some])
            for weights in turns:
                self._scores[digits @ weights] = table.values[some]

    def of_batch(self, batch: Batch) -> tuple[Outcomes, Outcomes]:
        """Scores of all boards, int8 (boards,), and outcomes of all actions, int8 (boards, cells).

        Both for the side to move. A score is the winner's empty cells + 1, negative for a loss, 0
        for a draw; an outcome 1, 0 or -1, or ILLEGAL where there is no such action.
        """
        own, other = batch.observations[:, :2].reshape(batch.n, 2, -1).swapaxes(0, 1)
        stone = np.where(batch.to_move == SIGNS.index(self._rules.begins), 1, 2)
        codes = own @ self._weights * stone + other @ self._weights * (3 - stone)
        return self._look(codes, stone, batch.left > 1, batch.masks)

    def of_position(self, position: Position) -> tuple[int, Outcomes]:
        """The same for one position that goes on."""
        cells = np.frombuffer(position.cells.encode(), np.uint8)
        digits = np.where(cells == ord(self._rules.begins), 1, 2)
        digits[legal := cells == ord(".")] = 0
        stone = np.array([1 if position.to_move is self._rules.begins else 2])
        again = np.array([position.left > 1])
        score, actions = self._look(digits[None] @ self._weights, stone, again, legal[None])
        return int(score[0]), actions[0]

    def _look(
        self,
        codes: NDArray[np.int64],
        stone: NDArray[np.int64],
        again: NDArray[np.bool_],
        legal: NDArray[np.bool_],
    ) -> tuple[Outcomes, Outcomes]:
        # Where a cell is taken the code is no board's, but it is in range once it is clipped.
        after = codes[:, None] + stone[:, None] * self._weights
        actions = np.sign(self._scores.take(after, mode="clip"))
        actions[~again] *= -1
        actions[~legal] = ILLEGAL
        return self._scores[codes], actions
