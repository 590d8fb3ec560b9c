"""Which sets of stones one side can have on the board in play, whatever the other side has.

In a line game the lines of a side depend on its own stones alone, and so does the order in which
they can be placed without completing one.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kinrow.rules import Rules
from kinrow.rules.geometry import guarded_lines
from kinrow.tables.opening.sets import ONE, Sets, bit, ranks, subsets

IMPOSSIBLE, OPEN, COMPLETE = range(3)
"""Kinds of sets: the game was over before; without a line; with one by the last stone."""

Kinds = NDArray[np.uint8]


class StoneSets:
    """The kind of every set of a game's cells.

    >>> from kinrow.rules import game
    >>> StoneSets(game("1,4,2")).kinds(np.array([0b0101, 0b0011], np.uint64), 2).tolist()
    [1, 2]
    """

    def __init__(self, rules: Rules) -> None:
        self._cells = rules.size
        self._least = rules.size + 1 if rules.objective == "majority" else rules.k
        self._lines = [
            (sum(1 << cell for cell in line), sum(1 << cell for cell in beside))
            for line, beside in guarded_lines(rules)
        ]
        self._known: dict[int, Kinds] = {}

    def kinds(self, sets: Sets, count: int) -> Kinds:
        """The kinds of sets of `count` cells each."""
        if count < self._least:
            return np.full(sets.shape, OPEN, np.uint8)
        return self._of_size(count)[ranks(sets, count)]

    def _of_size(self, count: int) -> Kinds:
        """The kinds of all sets of this size, by rank."""
        if count not in self._known:
            sets = subsets(self._cells, count)
            reached = np.zeros(sets.shape, bool)
            for cell in range(self._cells):
                has = (sets >> np.uint64(cell) & ONE).astype(bool)
                reached[has] |= self.kinds(sets[has] ^ bit(cell), count - 1) == OPEN
            lined = np.zeros(sets.shape, bool)
            for line, beside in self._lines:
                lined |= sets & np.uint64(line | beside) == np.uint64(line)
            found = np.where(lined, COMPLETE, OPEN)
            self._known[count] = np.where(reached, found, IMPOSSIBLE).astype(np.uint8)
        return self._known[count]
