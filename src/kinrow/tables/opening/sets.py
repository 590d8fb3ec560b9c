"""Sets of cells as numbers in NumPy arrays, bit by bit: images, ranks, subsets."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

Sets = NDArray[np.uint64]
"""Sets of up to 64 cells; bit c is cell c."""

NONE, ONE = np.uint64(0), np.uint64(1)


def bit(cell: int) -> np.uint64:
    """The set of one cell."""
    return np.uint64(1 << cell)


def image(sets: Sets, places: Sequence[int]) -> Sets:
    """Where a permutation of the cells maps these sets.

    >>> image(np.array([0b011], np.uint64), (2, 1, 0)).tolist()
    [6]
    """
    found = np.zeros_like(sets)
    for cell, place in enumerate(places):
        found |= (sets >> np.uint64(cell) & ONE) << np.uint64(place)
    return found


def subsets(cells: int, count: int) -> Sets:
    """All sets of `count` of so many cells, the least number first: in the order of their ranks.

    >>> subsets(3, 2).tolist()
    [3, 5, 6]
    """
    numbers = (sum(1 << cell for cell in chosen) for chosen in combinations(range(cells), count))
    return np.sort(np.fromiter(numbers, np.uint64, comb(cells, count)))


def ranks(sets: Sets, count: int, taken: Sets | np.uint64 = NONE) -> NDArray[np.uint64]:
    """The ranks of sets of `count` cells among those of the cells that are not taken.

    The combinatorial number system: C(p1, 1) + C(p2, 2) + ... for free cells p1 < p2 < ...,
    numbered from 0.

    >>> ranks(subsets(4, 2), 2).tolist()
    [0, 1, 2, 3, 4, 5]
    >>> ranks(np.array([0b1100], np.uint64), 2, np.array([0b0010], np.uint64)).tolist()
    [2]
    """
    found = np.zeros(sets.shape, np.uint64)
    rest = sets.copy()
    for number in range(1, count + 1):
        below = (rest & (~rest + ONE)) - ONE
        place = np.bitwise_count(below) - np.bitwise_count(below & taken)
        found += _choose(number)[place]
        rest &= rest - ONE
    return found


@cache
def _choose(number: int) -> NDArray[np.uint64]:
    """How many sets of so many cells there are, by the number of cells to choose from."""
    return np.array([comb(cells, number) for cells in range(65)], np.uint64)


def spread(sets: Sets, taken: Sets, cells: int) -> Sets:
    """Sets of free cells, numbered from 0, as sets of the board's cells.

    >>> spread(np.array([0b11], np.uint64), np.array([0b010], np.uint64), 3).tolist()
    [5]
    """
    found, left = np.zeros_like(sets), sets.copy()
    for cell in range(cells):
        free = taken >> np.uint64(cell) & ONE ^ ONE
        found |= (left & free) << np.uint64(cell)
        left >>= free
    return found
