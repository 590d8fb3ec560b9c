"""Windows: what an empty cell sees along one line, by number; one number for two mirror images."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kinrow import _core
from kinrow.rules import Rules
from kinrow.runtime.conversion import core_game

_STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))


class Windows:
    """All windows of a game, M of them.

    - `reach`: cells on each side of the middle;
    - `kinds`: (M, 2 * reach) int, of each cell: 0 empty, 1 one's own, 2 the opponent's, 3 none;
    - `pairs`: (M,) int, the patterns of the middle: 10 * one's own + the opponent's.

    >>> from kinrow.rules import game
    >>> all_windows = Windows(game("9,9,5"))
    >>> all_windows.reach, all_windows.kinds.shape
    (4, (7381, 8))
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        patterns = np.frombuffer(_core.window_patterns(core_game(rules)), np.uint8)
        bits = (len(patterns) - 1).bit_length()
        self.reach = bits // 4
        codes = np.arange(len(patterns), dtype=np.int64)
        kinds = self._kinds(codes)
        one = 1 << np.arange(2 * self.reach)
        mirrored = ((kinds[:, ::-1] & 1) * one).sum(1) | ((kinds[:, ::-1] >> 1) * one).sum(1) << (
            bits // 2
        )
        first = self._possible(kinds) & (codes <= mirrored)
        self._number = np.cumsum(first) - 1
        self._number[~first] = self._number[mirrored[~first]]
        self.kinds: NDArray[np.int64] = kinds[first]
        self.pairs = patterns[first].astype(np.int32)

    def _kinds(self, codes: NDArray[np.int64]) -> NDArray[np.int64]:
        places = np.arange(2 * self.reach)
        own, shut = codes[:, None] >> places & 1, codes[:, None] >> (places + 2 * self.reach) & 1
        return own + 2 * shut

    def _possible(self, kinds: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Whether no cell lies beyond one that is beyond the board."""
        off = kinds == 3
        before, after = off[:, : self.reach], off[:, self.reach :]
        ends = (before[:, 1:] <= before[:, :-1]).all(1) & (after[:, 1:] >= after[:, :-1]).all(1)
        found: NDArray[np.bool_] = np.asarray(ends, bool)
        return found

    @cached_property
    def empty(self) -> NDArray[np.int32]:
        """Those of each cell on an empty board, (cells, 4)."""
        board = np.full((1, self._rules.size), -1, np.int8)
        found: NDArray[np.int32] = self.seen(board, np.zeros(1, np.int8))[0]
        return found

    @cached_property
    def quiet(self) -> NDArray[np.bool_]:
        """Which have no stone, (M,)."""
        found: NDArray[np.bool_] = np.asarray((self.kinds % 3 == 0).all(1), bool)
        return found

    def seen(self, cells: NDArray[np.int8], to_move: NDArray[np.int8]) -> NDArray[np.int32]:
        """The windows of every cell for the side to move, (N, cells, 4)."""
        rows, cols, reach = self._rules.rows, self._rules.cols, self.reach
        side = to_move[:, None]
        own, other = cells == side, cells == 1 - side
        shape = (len(cells), rows + 2 * reach, cols + 2 * reach)
        padded = np.full(shape, 3, np.int32)
        board = (own + 2 * other).astype(np.int32).reshape(-1, rows, cols)
        padded[:, reach : reach + rows, reach : reach + cols] = board
        codes = np.zeros((len(cells), rows, cols, 4), np.int32)
        steps = [at for at in range(-reach, reach + 1) if at]
        for direction, (down, right) in enumerate(_STEPS):
            for place, step in enumerate(steps):
                top, left = reach + step * down, reach + step * right
                kind = padded[:, top : top + rows, left : left + cols]
                codes[..., direction] |= (kind & 1) << place
                codes[..., direction] |= (kind >> 1) << (place + 2 * reach)
        found: NDArray[np.int32] = self._number[codes].astype(np.int32)
        return found.reshape(len(cells), rows * cols, 4)
