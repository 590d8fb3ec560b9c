"""The network of core/play/network.hpp in fractions, with JAX, which finds its slopes."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from numpy.typing import NDArray

from kinrow.learning.network.numbers import LARGEST

_LARGEST_ACTIVATION = 1023 / 128
_LARGEST_FEATURE = 4095 / 128
_NOWHERE = -1e9  # the logit of a taken cell
_STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))

Values = dict[str, Array]


@lru_cache(maxsize=8)
def windows(rows: int, cols: int, reach: int) -> NDArray[np.int32]:
    """The cells of the four windows of each cell, (cells, 4, 2 * reach + 1); rows * cols: none.

    >>> windows(1, 3, 1)[0].tolist()
    [[3, 0, 1], [3, 0, 3], [3, 0, 3], [3, 0, 3]]
    """
    found = [
        [
            [_index(at // cols + i * down, at % cols + i * right, rows, cols) for i in _to(reach)]
            for down, right in _STEPS
        ]
        for at in range(rows * cols)
    ]
    return np.array(found, np.int32)


@lru_cache(maxsize=8)
def neighbourhoods(rows: int, cols: int) -> NDArray[np.int32]:
    """The nine cells around each cell, row by row, (cells, 9); rows * cols: none."""
    found = [
        [
            _index(at // cols + down, at % cols + right, rows, cols)
            for down in _to(1)
            for right in _to(1)
        ]
        for at in range(rows * cols)
    ]
    return np.array(found, np.int32)


def _to(reach: int) -> range:
    return range(-reach, reach + 1)


def _index(row: int, col: int, rows: int, cols: int) -> int:
    return row * cols + col if 0 <= row < rows and 0 <= col < cols else rows * cols


def outputs(weights: Values, own: Array, other: Array, left: Array, size: tuple[int, int]) -> Any:
    """The logits of moves, (N, cells), and of win, draw and loss, (N, 3).

    `own` and `other` (N, cells) are the stones of the side to move and its opponent's, `left` (N,)
    the stones left in the turn.
    """
    rows, cols = size
    features = _features(weights, own, other, windows(rows, cols, len(weights["window"]) // 2))
    turn = weights["turn"][jnp.minimum(left, len(weights["turn"])) - 1]
    x = jnp.clip(features + turn[:, None], 0, _LARGEST_ACTIVATION)
    around = neighbourhoods(rows, cols)
    for layer in range(sum(name.startswith("layer") for name in weights) // 2):
        patches = _framed(x)[:, around].reshape(*x.shape[:2], -1)
        change = patches @ weights[f"layer {layer}"].T + weights[f"layer {layer} bias"]
        x = jnp.clip(x + change, 0, _LARGEST_ACTIVATION)
    policy = x @ weights["policy"]
    empty = 1 - (own + other).mean(1, keepdims=True)
    pooled = jnp.concatenate([x.mean(1), x.max(1), empty], 1)
    hidden = jnp.clip(pooled @ weights["pooled"].T + weights["pooled bias"], 0, _LARGEST_ACTIVATION)
    return policy, hidden @ weights["value"].T + weights["value bias"]


def _features(weights: Values, own: Array, other: Array, cells: NDArray[np.int32]) -> Array:
    signs = _framed(jnp.stack([1 - own - other, own, other], 2))
    shown = signs[:, cells]  # (N, cells, 4, window, 3)
    flat = shown.reshape(*shown.shape[:3], -1)
    first = flat @ weights["window"].reshape(-1, weights["window"].shape[-1])
    hidden = jnp.clip(first + weights["window bias"], 0, LARGEST)
    features = hidden @ weights["feature"].T + weights["feature bias"]
    return jnp.clip(features, -_LARGEST_FEATURE, _LARGEST_FEATURE).sum(2)


def _framed(x: Array) -> Array:
    """With one more cell, of zeros, at the end."""
    return jnp.pad(x, ((0, 0), (0, 1), (0, 0)))


def loss(weights: Values, batch: dict[str, Array], size: tuple[int, int]) -> Array:
    """The mean loss of policy and value in nats; a position without a policy teaches its value."""
    own, other = batch["own"], batch["other"]
    policy, value = outputs(weights, own, other, batch["left"], size)
    moves = jax.nn.log_softmax(jnp.where(own + other > 0, _NOWHERE, policy))
    chances = jax.nn.log_softmax(value)
    return -(batch["policy"] * moves).sum(1).mean() - (batch["value"] * chances).sum(1).mean()
