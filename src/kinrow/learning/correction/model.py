"""The network of core/play/correction.hpp in fractions, with JAX, which finds its slopes."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
import optax  # type: ignore[import-untyped]
from jax import Array
from numpy.typing import NDArray

from kinrow.learning.correction.numbers import ACTIVATION, HIDDEN_ACTIVATION, TOTALS_SHARE
from kinrow.learning.correction.windows import Windows
from kinrow.rules import Rules

Values = dict[str, Array]

_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
_LATE, _BASE = 16.0, 6.25  # what they count, as inputs: 256 and 100 sixteenths


class Model:
    """The windows of a game's board, as the network takes them."""

    def __init__(self, rules: Rules, windows: Windows) -> None:
        shown = np.eye(4, dtype=np.float32)[windows.kinds]
        self._kinds = (_flat(shown), _flat(shown[:, ::-1]))
        self._pairs, self._numbers = windows.pairs, windows.numbers
        self._shape, self.reach = (rules.rows, rules.cols), windows.reach
        nothing = jnp.zeros((1, rules.size), bool)
        self._empty = np.asarray(self._seen(nothing, nothing))

    def _seen(self, own: Array, other: Array) -> Array:
        """The window of every cell in every direction, (n, cells, 4), of boards (n, cells)."""
        reach, (rows, cols) = self.reach, self._shape
        kinds = (own + 2 * other).astype(jnp.int32).reshape(-1, rows, cols)
        around = ((0, 0), (reach, reach), (reach, reach))
        padded = jnp.pad(kinds, around, constant_values=3)
        steps = [at for at in range(-reach, reach + 1) if at]
        codes = []
        for down, right in _DIRECTIONS:
            code = jnp.zeros_like(kinds)
            for place, step in enumerate(steps):
                top, left = reach + step * down, reach + step * right
                kind = padded[:, top : top + rows, left : left + cols]
                code |= (kind & 1) << place | (kind >> 1) << (place + 2 * reach)
            codes.append(code)
        return jnp.asarray(self._numbers)[jnp.stack(codes, -1)].reshape(-1, rows * cols, 4)

    def _table(self, weights: Values) -> Array:
        """The features of each window."""
        window = weights["window"].reshape(-1, weights["window"].shape[-1])
        both = (kinds @ window + weights["window bias"] for kinds in self._kinds)
        hidden = sum(jnp.clip(half, 0, HIDDEN_ACTIVATION) for half in both)
        return hidden @ weights["feature"].T + weights["patterns"][self._pairs]

    def corrections(self, weights: Values, batch: dict[str, Array]) -> Array:
        """What is added to the logarithms of odds, (n,)."""
        table = self._table(weights)
        side = batch["to_move"][:, None]
        own, other = batch["cells"] == side, batch["cells"] == 1 - side
        cells = _cells(weights, table, self._seen(own, other))
        empty = _cells(weights, table, jnp.asarray(self._empty))
        free = ~(own | other)[..., None]
        totals = jnp.where(free, cells, 0).sum(1) - empty.sum(1)
        more = jnp.stack([batch["late"] * _LATE, batch["base"] * _BASE], 1)
        return _layers(weights, jnp.concatenate([totals, more], 1) / TOTALS_SHARE)

    def losses(self, weights: Values, batch: dict[str, Array]) -> Array:
        """Of each position in nats, (n,)."""
        found = batch["base"] + self.corrections(weights, batch)
        losses: Array = optax.sigmoid_binary_cross_entropy(found, batch["wanted"])
        return losses


def _flat(shown: NDArray[np.float32]) -> NDArray[np.float32]:
    return shown.reshape(len(shown), -1)


def _cells(weights: Values, table: Array, seen: Array) -> Array:
    """The features of cells that see these windows, if they are empty."""
    four = sum(table[seen[..., direction]] for direction in range(len(_DIRECTIONS)))
    return jnp.clip(four + weights["bias"], 0, ACTIVATION)


def _layers(weights: Values, inputs: Array) -> Array:
    one = jnp.clip(inputs @ weights["first"].T + weights["first bias"], 0, ACTIVATION)
    two = jnp.clip(one @ weights["second"].T + weights["second bias"], 0, ACTIVATION)
    return two @ weights["third"] + weights["third bias"] + inputs @ weights["skip"]
