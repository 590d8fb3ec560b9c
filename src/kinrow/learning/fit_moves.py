"""The promise of a move, fitted by a softmax towards the search's move."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kinrow.learning import sums
from kinrow.learning.descent import Floats, batches_of, descend
from kinrow.learning.features import CLASSES, LINE_LEVEL, Features

_EPOCHS, _RATE = 30, 0.05
_DAMPING = 2e-6  # of the squares of the classes' own parts


class Choices:
    """The candidates of some positions in which no line must be completed or stopped.

    `moves` (N,) are those that the search chose; positions in which it chose no candidate are
    left out.
    """

    def __init__(self, seen: Features, moves: NDArray[np.int16]) -> None:
        free = (seen.levels < LINE_LEVEL).all(1) & seen.near[np.arange(len(moves)), moves]
        moves, classes = moves[free], seen.classes[free]
        near = seen.near[free] & (classes < CLASSES).all(1)  # renju forbids the others
        position, cell = np.nonzero(near)
        per_position = near.sum(1)
        self.size = len(moves)
        self._position = position
        self._starts = np.cumsum(per_position) - per_position
        place = np.cumsum(near, 1)[np.arange(self.size), moves] - 1
        self._chosen = self._starts + place
        self._classes = [classes[position, side, cell].astype(np.intp) for side in (0, 1)]

    def chances(self, tables: Floats) -> Floats:
        """Of each candidate to be chosen, in a row for all positions."""
        promise = tables[0][self._classes[0]] + tables[1][self._classes[1]]
        promise -= np.maximum.reduceat(promise, self._starts)[self._position]
        weight = np.exp(promise)
        chances: Floats = weight / np.add.reduceat(weight, self._starts)[self._position]
        return chances

    def slope(self, tables: Floats) -> Floats:
        """Of the mean loss by the parameters of both tables."""
        error = self.chances(tables)
        error[self._chosen] -= 1
        slopes = (sums.binned(found, error / self.size, CLASSES) for found in self._classes)
        return np.concatenate([sums.slopes(table) for table in slopes])

    def agreement(self, tables: Floats) -> float:
        """The share of positions in which the search's move has the best promise."""
        chances = self.chances(tables)
        best = np.maximum.reduceat(chances, self._starts)
        return float(np.mean(chances[self._chosen] >= best))


def fit_moves(seen: Features, moves: NDArray[np.int16], start: Floats) -> Floats:
    """(2, CLASSES): what one's own patterns promise, and the opponent's, as logarithms of odds."""
    made = [Choices(seen.part(part), moves[part]) for part in batches_of(len(moves))]
    batches = [choices for choices in made if choices.size]

    def slope(parameters: Floats, number: int) -> Floats:
        found = batches[number].slope(_tables(parameters))
        own = slice(sums.PATTERNS, None)
        found.reshape(2, -1)[:, own] += _DAMPING * parameters.reshape(2, -1)[:, own]
        return found

    first = np.concatenate([sums.parameters_of(table) for table in start])
    return _tables(descend(slope, first, batches=len(batches), epochs=_EPOCHS, rate=_RATE))


def _tables(parameters: Floats) -> Floats:
    return np.stack([sums.table(part) for part in parameters.reshape(2, -1)])
