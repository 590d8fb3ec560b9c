"""Lessons: positions with what the pattern weights say of them, and what they should say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinrow.learning.correction.windows import Windows
from kinrow.learning.features import features
from kinrow.learning.fit_values import ValueWeights, logits, score_scale, targets, undecided
from kinrow.learning.samples import UNKNOWN, Samples

_CHUNK = 8192  # positions whose windows are looked at together
_STEP = 24  # to a multiple of which batches are filled up, so that few shapes are compiled
_SURE = 20.0  # the largest logarithm of odds that the network is shown
_HELD_OUT = 10  # every tenth game is

Floats = NDArray[np.float32]
Batch = dict[str, NDArray[Any]]


class CorrectionLessons:
    """The undecided positions of some games, N of them.

    Of each position only the empty cells that see a stone are kept: all others are as on an empty
    board. `cells` and `to_move` are as in Samples; `wanted` and `base` (N,) are the chance of a
    win and what the weights say, as a logarithm of odds; `held` marks those that are kept out of
    the fit.
    """

    def __init__(self, samples: Samples, weights: ValueWeights, windows: Windows) -> None:
        seen = features(samples)
        wanted = targets(samples, score_scale(samples.where(samples.result != UNKNOWN)))
        use = undecided(seen) & (samples.cells >= 0).any(1)
        self.wanted: Floats = wanted[use].astype(np.float32)
        base = logits(seen.part(use), weights)
        self.base: Floats = np.clip(base, -_SURE, _SURE).astype(np.float32)
        self.late: Floats = seen.late[use]
        self.held = samples.number[use] % _HELD_OUT == _HELD_OUT - 1
        self._size = samples.rules.size
        self.cells, self.to_move = samples.cells[use], samples.to_move[use]
        self._taken = self.cells >= 0
        self._most = int(self._taken.sum(1).max(initial=0))
        self._look(windows)

    def __len__(self) -> int:
        return len(self.wanted)

    def _look(self, windows: Windows) -> None:
        cells, to_move = self.cells, self.to_move
        small = np.min_scalar_type(len(windows.pairs))
        ids, places = [np.empty((0, 4), small)], [np.empty(0, np.int16)]
        counts = [np.empty(0, np.intp)]
        for at in range(0, len(cells), _CHUNK):
            part = slice(at, at + _CHUNK)
            found = windows.seen(cells[part], to_move[part])
            shown = (~windows.quiet[found]).any(2) & (cells[part] < 0)
            position, cell = np.nonzero(shown)
            ids.append(found[position, cell].astype(small))
            places.append(cell.astype(np.int16))
            counts.append(shown.sum(1))
        self._ids, self._places = np.concatenate(ids), np.concatenate(places)
        self._counts = np.concatenate(counts)
        self._starts = np.cumsum(self._counts) - self._counts

    def batch(self, chosen: NDArray[np.intp]) -> Batch:
        """Some positions: `ids` (n, cells, 4) and `places` (n, cells), filled up, and the rest."""
        counts = self._counts[chosen, None]
        cells = -(-int(counts.max()) // _STEP) * _STEP
        within = np.arange(cells) < counts
        at = np.where(within, self._starts[chosen, None] + np.arange(cells), 0)
        taken = self._taken[chosen]
        order = np.argsort(~taken, axis=1, kind="stable")[:, : self._most]
        stones = np.where(np.take_along_axis(taken, order, 1), order, self._size)
        return {
            "ids": self._ids[at].astype(np.int32),
            "places": np.where(within, self._places[at], self._size).astype(np.int32),
            "stones": stones.astype(np.int32),
            "late": self.late[chosen],
            "base": self.base[chosen],
            "wanted": self.wanted[chosen],
        }

    def batches(self, size: int, random: np.random.Generator) -> Iterator[Batch]:
        """All positions to fit to, once, in batches of positions with about as many cells."""
        chosen = np.flatnonzero(~self.held)
        chosen = chosen[np.argsort(self._counts[chosen] + random.random(len(chosen)) * 8)]
        starts = np.arange(0, max(1, len(chosen) - size + 1), size)
        for at in random.permutation(starts):
            yield self.batch(chosen[at : at + size])

    def held_out(self, size: int) -> Iterator[Batch]:
        """Those that are kept out of the fit, in batches."""
        chosen = np.flatnonzero(self.held)
        chosen = chosen[np.argsort(self._counts[chosen], kind="stable")]
        for at in range(0, len(chosen), size):
            yield self.batch(chosen[at : at + size])
