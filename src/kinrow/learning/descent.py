"""Adam (Kingma and Ba 2015) over batches: enough for a few thousand weights."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Slope = Callable[[Floats, int], Floats]
"""The gradient of the loss of some weights on the batch of that number."""

_FIRST, _SECOND, _TINY = 0.9, 0.99, 1e-9
_BATCH = 8192  # positions


def descend(slope: Slope, start: Floats, *, batches: int, epochs: int, rate: float) -> Floats:
    """Weights of a small loss, after passes over all batches in which the rate falls to zero.

    >>> found = descend(lambda w, _: 2 * w, np.array([3.0]), batches=1, epochs=300, rate=0.3)
    >>> abs(float(found[0])) < 0.01
    True
    """
    weights = start.copy()
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    steps = batches * epochs
    for step in range(1, steps + 1):
        now = slope(weights, step % batches)
        mean += (1 - _FIRST) * (now - mean)
        square += (1 - _SECOND) * (now * now - square)
        size = np.sqrt(square / (1 - _SECOND**step)) + _TINY
        left = 0.5 * (1 + np.cos(np.pi * step / steps))
        weights -= rate * left * mean / (1 - _FIRST**step) / size
    return weights


def batches_of(positions: int) -> list[slice]:
    """Equal parts of so many positions, in their order.

    >>> batches_of(20_000)
    [slice(0, 6667, None), slice(6667, 13334, None), slice(13334, 20000, None)]
    """
    parts = max(1, -(-positions // _BATCH))
    size = -(-positions // parts)
    return [slice(at, min(at + size, positions)) for at in range(0, positions, size)]
