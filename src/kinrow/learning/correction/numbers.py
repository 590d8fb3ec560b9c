"""A correction's weights as fractions for the fit, and as the numbers of a file."""

from __future__ import annotations

from array import array
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinrow import _core
from kinrow.weights.numbers_file import Numbers

Weights = dict[str, NDArray[Any]]

WIDTH = _core.CORRECTION_WIDTH
HIDDEN = _core.CORRECTION_HIDDEN
LAYER = _core.CORRECTION_LAYER
INPUTS = WIDTH + 2
"""Of the layers: the totals, how late it is, and the sum that is corrected."""

TOTALS_SHARE = 32
"""What the fit's weights for the inputs are divided by, so that all of them are of one size."""

ACTIVATION, HIDDEN_ACTIVATION = 511 / 128, 2047 / 256
"""The largest activations: of cells and layers, and of a window's layer."""

_PAIRS = _core.PATTERNS**2
_UNITS = {"patterns": 128, "bias": 128, "first bias": 128, "second bias": 128, "third bias": 128}
_ONE = 256  # what a weight of 1 is in the numbers of a file, unless the unit is another


def parts(reach: int) -> dict[str, tuple[int, ...]]:
    """The arrays of a correction, in the order of the file."""
    return {
        "window": (2 * reach, 4, HIDDEN),
        "window bias": (HIDDEN,),
        "feature": (WIDTH, HIDDEN),
        "patterns": (_PAIRS, WIDTH),
        "bias": (WIDTH,),
        "first": (LAYER, INPUTS),
        "first bias": (LAYER,),
        "second": (LAYER, LAYER),
        "second bias": (LAYER,),
        "third": (LAYER,),
        "third bias": (1,),
        "skip": (INPUTS,),
    }


_SPREADS = {
    "window": 0.3,
    "feature": 0.15 / HIDDEN**0.5,
    "patterns": 0.15,
    "bias": 0.05,
    "first": 0.5 / WIDTH**0.5,
    "first bias": 0.1,
    "second": 1 / LAYER**0.5,
    "third": 0.05,
}
_MEANS = {"bias": 0.1}


def initial(reach: int, random: np.random.Generator) -> Weights:
    """Random weights that correct little."""
    return {
        name: (random.normal(size=size) * _SPREADS.get(name, 0) + _MEANS.get(name, 0)).astype(
            np.float32
        )
        for name, size in parts(reach).items()
    }


def packed(reach: int, weights: Weights) -> Numbers:
    """The numbers of a file.

    >>> from kinrow.rules import game
    >>> from kinrow.runtime.conversion import core_game
    >>> made = packed(3, initial(3, np.random.default_rng(1)))
    >>> len(made) == _core.correction_numbers(core_game(game("7,7,4")))
    True
    """
    flat = [np.ravel(weights[name]) * _UNITS.get(name, _ONE) for name in parts(reach)]
    most = _core.LARGEST_WEIGHT
    found = np.clip(np.rint(np.concatenate(flat)), -most, most).astype(np.int16)
    return array("h", found.tobytes())
