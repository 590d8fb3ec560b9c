"""A correction's arithmetic as docs/correction-format.md has it, in plain NumPy.

It shares nothing with the core: the pattern of a window is found by trying stones, nothing is
looked up, and nothing is kept from one position to the next.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
Window = tuple[int, ...]
"""Signs of its cells: 0 empty, 1 one's own, 2 the opponent's, 3 none; the middle is among them."""

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
WIDTH = HIDDEN = LAYER = 32


def taken_apart(reach: int, numbers: NDArray[Any]) -> dict[str, Numbers]:
    """The arrays of a file, by name."""
    sizes: dict[str, tuple[int, ...]] = {
        "window": (2 * reach, 4, HIDDEN),
        "window bias": (HIDDEN,),
        "feature": (WIDTH, HIDDEN),
        "patterns": (10, 10, WIDTH),
        "bias": (WIDTH,),
        "first": (LAYER, WIDTH + 2),
        "first bias": (LAYER,),
        "second": (LAYER, LAYER),
        "second bias": (LAYER,),
        "third": (LAYER,),
        "third bias": (1,),
        "skip": (WIDTH + 2,),
    }
    found, at = {}, 0
    for name, size in sizes.items():
        count = int(np.prod(size))
        found[name] = numbers[at : at + count].astype(np.int64).reshape(size)
        at += count
    assert at == len(numbers)
    return found


class Reference:
    """A network for lines of `k`, or of exactly `k`."""

    def __init__(self, k: int, *, exact: bool, numbers: NDArray[Any]) -> None:
        self.k, self.exact = k, exact
        self.reach = k if exact else k - 1
        self.weights = taken_apart(self.reach, numbers)
        self.features = lru_cache(maxsize=None)(self._features)
        self.pattern = lru_cache(maxsize=None)(self._pattern)

    def value(self, board: NDArray[np.int8], to_move: int, balance: int) -> int:
        """Of a board (rows, cols) of 0 X, 1 O, -1 empty, with what the pattern weights say."""
        w, stones = self.weights, int((board >= 0).sum())
        total = self._total(board, to_move) - self._total(np.full_like(board, -1), to_move)
        late = max(1, board.size // 4)
        inputs = np.array(
            [
                *np.clip(total >> 3, -8191, 8191),
                256 * min(stones, late) // late,
                int(np.clip(balance, -2047, 2047)),
            ]
        )
        one = np.clip((w["first"] @ inputs >> 10) + w["first bias"], 0, 511)
        two = np.clip((w["second"] @ one >> 8) + w["second bias"], 0, 511)
        last = int(w["third"] @ two) + 256 * int(w["third bias"][0])
        return (last + (int(w["skip"] @ inputs) >> 2)) * 100 >> 15

    def _total(self, board: NDArray[np.int8], to_move: int) -> Numbers:
        total = np.zeros(WIDTH, np.int64)
        for row, col in np.argwhere(board < 0):
            sums = self.weights["bias"].copy()
            for step in DIRECTIONS:
                sums += self.features(self._window(board, to_move, int(row), int(col), step))
            total += np.clip(sums, 0, 511)
        return total

    def _window(
        self, board: NDArray[np.int8], to_move: int, row: int, col: int, step: tuple[int, int]
    ) -> Window:
        signs = []
        for at in range(-self.reach, self.reach + 1):
            r, c = row + at * step[0], col + at * step[1]
            on_board = 0 <= r < board.shape[0] and 0 <= c < board.shape[1]
            sign = int(board[r, c]) if on_board else 3
            signs.append(3 if not on_board else 0 if sign < 0 else 1 if sign == to_move else 2)
        return tuple(signs)

    def _features(self, window: Window) -> Numbers:
        w, middle = self.weights, self.reach
        hidden = sum(self._hidden(half) for half in (window, window[::-1]))
        features = (w["feature"] @ hidden + 256) >> 9
        other = tuple({1: 2, 2: 1}.get(sign, sign) for sign in window)
        own, his = (self.pattern((*one[:middle], 1, *one[middle + 1 :])) for one in (window, other))
        found: Numbers = np.clip(features + w["patterns"][own, his], -4095, 4095)
        return found

    def _hidden(self, window: Window) -> Numbers:
        shown = window[: self.reach] + window[self.reach + 1 :]
        hidden = self.weights["window bias"].copy()
        for place, sign in enumerate(shown):
            hidden += self.weights["window"][place, sign]
        return np.clip(hidden, 0, 2047)

    def _pattern(self, window: Window) -> int:
        """What the own stone in the middle makes: 9 a line, 8 an open four, and so on."""
        if self._completes(window):
            return 9
        nexts = [
            self.pattern((*window[:at], 1, *window[at + 1 :]))
            for at, sign in enumerate(window)
            if sign == 0
        ]
        lines = nexts.count(9)
        if lines:
            return 8 if lines > 1 else 7
        return (0, 0, 0, 1, 2, 3, 4, 5, 6)[max(nexts, default=0)]

    def _completes(self, window: Window) -> bool:
        low = high = self.reach
        while low > 0 and window[low - 1] == 1:
            low -= 1
        while high < 2 * self.reach and window[high + 1] == 1:
            high += 1
        length = high - low + 1
        return length == self.k if self.exact else length >= self.k
