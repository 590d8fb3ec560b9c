"""In which order the positions of a ply are looked at: some at random, then all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import gcd

import numpy as np
from numpy.typing import NDArray

_AT_ONCE = 3000


@dataclass(slots=True)
class Places:
    """The places of one ply in an order that the seed decides; `chance` is shared by all plies."""

    seed: int
    ply: int
    chance: np.random.Generator

    def of(self, size: int) -> Iterator[NDArray[np.int64]]:
        """Places from 0 to `size`, some at once. All of them come, a few of them twice.

        >>> chance = np.random.default_rng(1)
        >>> some, *rest = Places(1, 0, chance).of(10_000)
        >>> len(some), sorted(np.concatenate(rest).tolist()) == [*range(10_000)]
        (3000, True)
        """
        if size <= _AT_ONCE:
            yield from [np.arange(size)] * (size > 0)
            return
        yield self.chance.integers(size, size=_AT_ONCE)
        start, step = self._steps(size)
        for at in range(0, size, _AT_ONCE):
            count = min(_AT_ONCE, size - at)
            yield (np.arange(count) * step + (start + at * step) % size) % size

    def _steps(self, size: int) -> tuple[int, int]:
        """Where to begin, and a step that leads to all places, one after the other."""
        own = np.random.default_rng((self.seed, self.ply))
        start, step = (int(number) for number in own.integers(1, size, size=2))
        while gcd(step, size) > 1:
            step += 1
        return start, step

    def shuffled(self, places: NDArray[np.int64]) -> None:
        """Puts places in another order."""
        self.chance.shuffle(places)
