"""The positions of one ply, and the place of each, as docs/table-format.md has them."""

from __future__ import annotations

from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from kinrow.rules import Rules
from kinrow.rules.geometry import symmetries
from kinrow.tables.opening.sets import Sets, image, ranks, spread, subsets
from kinrow.tables.opening.stones import COMPLETE, IMPOSSIBLE, OPEN, Kinds, StoneSets


class OpeningLayer:
    """A ply of a game: rows of places, one row for each set of stones of the side that begins.

    Sets are folded by the symmetries of the board.

    >>> from kinrow.rules import game
    >>> layer = OpeningLayer(StoneSets(game("tictactoe")), game("tictactoe"), 2)
    >>> layer.rows, layer.row_length, layer.classes().tolist()
    (3, 8, [1, 2, 16])
    """

    def __init__(self, sets: StoneSets, rules: Rules, ply: int) -> None:
        self.rules, self.ply = rules, ply
        self._sets = sets
        self._images = symmetries(rules.rows, rules.cols)
        x, o = rules.counts_at(ply)
        self._first, self._second = (x, o) if rules.begins == "X" else (o, x)
        self.last_by_first = ply > 0 and rules.turn_at(ply - 1)[0] is rules.begins
        self.row_length = comb(rules.size - self._first, self._second)

    @cached_property
    def _classes(self) -> Sets:
        everything = subsets(self.rules.size, self._first)
        least = np.minimum.reduce([image(everything, places) for places in self._images])
        classes = everything[least == everything]
        kinds = self._sets.kinds(classes, self._first)
        ends = classes[kinds == COMPLETE] if self.last_by_first else classes[:0]
        return np.concatenate([classes[kinds == OPEN], ends])

    @cached_property
    def _order(self) -> NDArray[np.int64]:
        return np.argsort(self._classes)

    @property
    def rows(self) -> int:
        """Sets of stones of the side that begins, up to symmetry."""
        return len(self._classes)

    @property
    def size(self) -> int:
        """All places."""
        return self.rows * self.row_length

    def classes(self) -> Sets:
        """These sets: without a line, then with one, both in ascending order."""
        return self._classes

    def at(self, index: int) -> tuple[int, int]:
        """The stones of both sides at one place; those of the side that begins first."""
        first, second = self.stones(np.array([index], np.uint64))
        return int(first[0]), int(second[0])

    def stones(self, places: NDArray[np.uint64]) -> tuple[Sets, Sets]:
        """The stones of both sides at these places; those of the side that begins first."""
        length = np.uint64(self.row_length)
        first = self._classes[places // length]
        return first, spread(self._others[places % length], first, self.rules.size)

    @cached_property
    def _others(self) -> Sets:
        """The other side's stones in a row, as sets of the free cells."""
        return subsets(self.rules.size - self._first, self._second)

    @cached_property
    def all_kinds(self) -> Kinds:
        """The kinds of the positions at all places."""
        return self.kinds(*self.stones(np.arange(self.size, dtype=np.uint64)))

    def kinds(self, first: Sets, second: Sets) -> Kinds:
        """Of both sides' stones together: OPEN, COMPLETE by the last one, or IMPOSSIBLE."""
        one, other = self._sets.kinds(first, self._first), self._sets.kinds(second, self._second)
        last, before = (one, other) if self.last_by_first else (other, one)
        ends = (last == COMPLETE) if self.ply else np.zeros(last.shape, bool)
        reached = (before == OPEN) & ((last == OPEN) | ends)
        return np.where(reached, last, IMPOSSIBLE).astype(np.uint8)

    def locate(self, first: Sets, second: Sets, out: NDArray[np.uint64]) -> None:
        """Writes the places of positions; for those that play cannot reach, how many there are."""
        first, second = first.astype(np.uint64), second.astype(np.uint64)
        out[:] = self.size
        fits = (first & second == 0) & (np.bitwise_count(first) == self._first)
        fits &= np.bitwise_count(second) == self._second
        if self.rules.size < 64:
            fits &= first | second < np.uint64(1 << self.rules.size)
        fits[fits] = self.kinds(first[fits], second[fits]) != IMPOSSIBLE
        out[fits] = self._places(first[fits], second[fits])

    def _places(self, first: Sets, second: Sets) -> NDArray[np.uint64]:
        images = np.stack([image(first, places) for places in self._images])
        by = images.argmin(0)
        least = images[by, np.arange(len(first))]
        for number, places in enumerate(self._images):
            some = by == number
            second[some] = image(second[some], places)
        rows = self._order[np.searchsorted(self._classes, least, sorter=self._order)]
        found: NDArray[np.uint64] = rows.astype(np.uint64) * np.uint64(self.row_length)
        return found + ranks(second, self._second, least)

    def least(self, places: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """For each place the first one with the same position up to symmetry."""
        first, second = self.stones(places)
        least = second.copy()
        for images in self._images[1:]:
            keeps = image(first, images) == first
            least[keeps] = np.minimum(least[keeps], image(second[keeps], images))
        length = np.uint64(self.row_length)
        return places // length * length + ranks(least, self._second, first)

    def alike(self, places: NDArray[np.uint64]) -> NDArray[np.int64]:
        """How many positions each of these stands for under the symmetries of the board."""
        first, second = self.stones(places)
        keeping = np.zeros(len(places), np.int64)
        for images in self._images:
            keeping += (image(first, images) == first) & (image(second, images) == second)
        return len(self._images) // keeping
