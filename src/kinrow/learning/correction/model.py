"""The network of core/play/correction.hpp in fractions, with JAX, which finds its slopes."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
import optax  # type: ignore[import-untyped]
from jax import Array
from numpy.typing import NDArray

from kinrow.learning.correction.numbers import ACTIVATION, HIDDEN_ACTIVATION, TOTALS_SHARE
from kinrow.learning.correction.windows import Windows

Values = dict[str, Array]

_LATE, _BASE = 16.0, 6.25  # what they count, as inputs: 256 and 100 sixteenths


class Model:
    """The windows of a game, as the network takes them."""

    def __init__(self, windows: Windows) -> None:
        shown = np.eye(4, dtype=np.float32)[windows.kinds]
        self._kinds = (_flat(shown), _flat(shown[:, ::-1]))
        self._pairs = windows.pairs
        self._empty = windows.empty

    def _table(self, weights: Values) -> Array:
        """The features of each window."""
        window = weights["window"].reshape(-1, weights["window"].shape[-1])
        both = (kinds @ window + weights["window bias"] for kinds in self._kinds)
        hidden = sum(jnp.clip(half, 0, HIDDEN_ACTIVATION) for half in both)
        return hidden @ weights["feature"].T + weights["patterns"][self._pairs]

    def corrections(self, weights: Values, batch: dict[str, Array]) -> Array:
        """What is added to the logarithms of odds, (n,)."""
        table = self._table(weights)

        def cells(ids: Array) -> Array:
            four = sum(table[ids[..., direction]] for direction in range(4))
            return jnp.clip(four + weights["bias"], 0, ACTIVATION)

        empty = jnp.pad(cells(jnp.asarray(self._empty)), ((0, 1), (0, 0)))
        within = (batch["places"] < len(self._empty))[..., None]
        changes = jnp.where(within, cells(batch["ids"]) - empty[batch["places"]], 0).sum(1)
        totals = changes - empty[batch["stones"]].sum(1)
        more = jnp.stack([batch["late"] * _LATE, batch["base"] * _BASE], 1)
        return _layers(weights, jnp.concatenate([totals, more], 1) / TOTALS_SHARE)

    def losses(self, weights: Values, batch: dict[str, Array]) -> Array:
        """Of each position in nats, (n,)."""
        found = batch["base"] + self.corrections(weights, batch)
        losses: Array = optax.sigmoid_binary_cross_entropy(found, batch["wanted"])
        return losses


def _flat(shown: NDArray[np.float32]) -> NDArray[np.float32]:
    return shown.reshape(len(shown), -1)


def _layers(weights: Values, inputs: Array) -> Array:
    one = jnp.clip(inputs @ weights["first"].T + weights["first bias"], 0, ACTIVATION)
    two = jnp.clip(one @ weights["second"].T + weights["second bias"], 0, ACTIVATION)
    return two @ weights["third"] + weights["third bias"] + inputs @ weights["skip"]
