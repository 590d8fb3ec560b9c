"""What the weights are fitted to: the classes of each position's cells, as the core sees them.

The four patterns through an empty cell (what a stone there would make, per direction) fall into one
class per combination. A position's value is a sum over its cells, for the side to move and for its
opponent, and depends on the highest threat level of each.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinrow import _core
from kinrow.learning.samples import Samples
from kinrow.runtime.conversion import core_game

CLASSES = len(_core.pattern_classes())
"""Combinations of four patterns."""

LEVELS: int = _core.THREAT_LEVELS
WIN_LEVEL, LINE_LEVEL = LEVELS - 2, LEVELS - 1
"""Levels of a cell: a stone makes an open four or two fours; it completes a line."""

_REACH = 2  # steps from a stone up to which a cell is a candidate, as in the engine


@dataclass(frozen=True, slots=True)
class Features:
    """Of N positions.

    - `classes`: (N, 2, cells) uint16, for the side to move, then for its opponent; 65535: taken;
    - `levels`: (N, 2) uint8, the highest level of each side;
    - `late`: (N,) float32, from 0 on an empty board to 1 once a quarter of the cells are taken;
    - `near`: (N, cells) bool, the empty cells up to two steps from a stone.
    """

    classes: NDArray[np.uint16]
    levels: NDArray[np.uint8]
    late: NDArray[np.float32]
    near: NDArray[np.bool_]

    def part(self, chosen: slice | NDArray[np.bool_]) -> Features:
        """Of some of the positions."""
        return Features(
            self.classes[chosen], self.levels[chosen], self.late[chosen], self.near[chosen]
        )


def features(samples: Samples) -> Features:
    """The features of all samples.

    >>> from kinrow.rules import game
    >>> rows = [("....." * 2 + "..X.." + "....." * 2, 1, 0, 0, False, 0, 0)]
    >>> seen = features(Samples.gather(game("5,5,5"), rows))
    >>> seen.classes.shape, int(seen.near.sum()), round(float(seen.late[0]), 3)
    ((1, 2, 25), 24, 0.167)
    """
    rules, (n, size) = samples.rules, samples.cells.shape
    classes = np.empty((n, 2, size), np.uint16)
    levels = np.empty((n, 2), np.uint8)
    _core.pattern_features(core_game(rules), samples.cells, samples.to_move, classes, levels)
    taken = samples.cells >= 0
    late = np.minimum(1, taken.sum(1, dtype=np.float32) / max(1, size // _core.LATE_SHARE))
    near = _widened(taken.reshape(n, rules.rows, rules.cols)).reshape(n, size) & ~taken
    return Features(classes, levels, late, near)


def _widened(taken: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The cells up to two steps from a taken one, per board of (n, rows, cols)."""
    near = np.zeros_like(taken)
    for axis in (1, 2):
        near[:] = taken
        for step in range(1, _REACH + 1):
            ahead = [slice(None)] * 3
            behind = [slice(None)] * 3
            ahead[axis], behind[axis] = slice(step, None), slice(None, -step)
            near[tuple(ahead)] |= taken[tuple(behind)]
            near[tuple(behind)] |= taken[tuple(ahead)]
        taken = near.copy()
    return near
