"""Windows: what an empty cell sees along one line, by number; one number for two mirror images."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kinrow import _core
from kinrow.rules import Rules
from kinrow.runtime.conversion import core_game


class Windows:
    """All windows of a game, M of them.

    A window's code has a bit per place for one's own stones, then as many for what is shut to them:
    the opponent's stones, and with both bits what is not on the board.

    - `reach`: cells on each side of the middle;
    - `numbers`: of each code, the window's number, below M;
    - `kinds`: (M, 2 * reach) int, of each cell: 0 empty, 1 one's own, 2 the opponent's, 3 none;
    - `pairs`: (M,) int, the patterns of the middle: 10 * one's own + the opponent's.

    >>> from kinrow.rules import game
    >>> all_windows = Windows(game("9,9,5"))
    >>> all_windows.reach, all_windows.kinds.shape
    (4, (7381, 8))
    """

    def __init__(self, rules: Rules) -> None:
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
        numbers = np.cumsum(first) - 1
        numbers[~first] = numbers[mirrored[~first]]
        self.numbers: NDArray[np.int32] = numbers.astype(np.int32)
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
