"""A network's weights as arrays of whole numbers or fractions, and as the numbers of a file."""

from __future__ import annotations

from array import array
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinrow import _core
from kinrow.rules import Rules
from kinrow.weights import NetworkShape
from kinrow.weights.numbers_file import Numbers

Weights = dict[str, NDArray[Any]]

ONE_WEIGHT = 256
"""What a weight of 1 is in the numbers of a file."""

LARGEST = _core.LARGEST_WEIGHT / ONE_WEIGHT
"""The largest weight."""


def shape_for(rules: Rules, layers: int = 2) -> NetworkShape:
    """The shape that is trained for a game: a window shows what may make a line with its middle.

    >>> from kinrow.rules import game
    >>> shape_for(game("5,5,4")).reach, shape_for(game("connect6"), layers=4).stones
    (3, 2)
    """
    reach = min(max(1, rules.k - 1 + rules.exact), _core.MOST_REACH)
    stones = min(max(rules.stones, rules.first_turn), 16)
    return NetworkShape(reach, hidden=48, width=32, layers=layers, pooled=32, stones=stones)


def parts(shape: NetworkShape) -> dict[str, tuple[int, ...]]:
    """The arrays of a network, in the order of the file."""
    reach, hidden, width, layers, pooled, stones = shape
    found: dict[str, tuple[int, ...]] = {
        "window": (2 * reach + 1, 3, hidden),
        "window bias": (hidden,),
        "feature": (width, hidden),
        "feature bias": (width,),
        "turn": (stones, width),
    }
    for layer in range(layers):
        found |= {f"layer {layer}": (width, 9 * width), f"layer {layer} bias": (width,)}
    return found | {
        "policy": (width,),
        "pooled": (pooled, 2 * width + 1),
        "pooled bias": (pooled,),
        "value": (3, pooled),
        "value bias": (3,),
    }


def initial(shape: NetworkShape, random: np.random.Generator) -> Weights:
    """Random weights, of a size that keeps the activations as they are (He et al. 2015)."""
    found = {}
    for name, size in parts(shape).items():
        inputs = 2 * shape.reach + 1 if name == "window" else size[-1]
        spread = np.sqrt(2 / inputs)
        if name.startswith("layer"):
            spread /= 4  # they add to what is there
        if name in ("policy", "value"):
            spread /= 2  # little is known yet
        if "bias" in name or name == "turn":
            spread = 0.0
        found[name] = (random.normal(size=size) * spread).astype(np.float32)
    return found


def packed(shape: NetworkShape, weights: Weights) -> Numbers:
    """The numbers of a file.

    >>> shape = NetworkShape(1, 2, 2, 0, 2, 1)
    >>> zeros = {name: np.zeros(size) for name, size in parts(shape).items()}
    >>> len(packed(shape, zeros)) == _core.network_numbers(shape)
    True
    """
    flat = np.concatenate([np.ravel(weights[name]) for name in parts(shape)])
    most = _core.LARGEST_WEIGHT
    found = np.clip(np.rint(flat * ONE_WEIGHT), -most, most).astype(np.int16)
    return array("h", found.tobytes())
