"""Weights of classes as sums: a part per pattern, shared by all classes, and a part of its own.

A class that no game has shown then gets what its patterns are worth elsewhere.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kinrow import _core
from kinrow.learning.descent import Floats
from kinrow.learning.features import CLASSES

PATTERNS: int = _core.PATTERNS

_COUNTS = np.zeros((CLASSES, PATTERNS))
for _number, _four in enumerate(_core.pattern_classes()):
    for _pattern in _four:
        _COUNTS[_number, _pattern] += 1

PARAMETERS = PATTERNS + CLASSES
"""Of one table of weights: the shared parts, then the classes' own."""


def table(parameters: Floats) -> Floats:
    """The weight of each class, (CLASSES,)."""
    found: Floats = _COUNTS @ parameters[:PATTERNS] + parameters[PATTERNS:]
    return found


def binned(bins: NDArray[np.intp], weights: Floats, size: int) -> Floats:
    """The sum of the weights per bin, (size,)."""
    return np.bincount(bins, weights, size).astype(np.float64, copy=False)


def slopes(table_slopes: Floats) -> Floats:
    """The gradient for the parameters, from that for the table."""
    return np.concatenate([_COUNTS.T @ table_slopes, table_slopes])


def parameters_of(weights: Floats) -> Floats:
    """Parameters of a table that is nearly a sum over patterns."""
    shared, *_ = np.linalg.lstsq(_COUNTS, weights, rcond=None)
    return np.concatenate([shared, weights - _COUNTS @ shared])
