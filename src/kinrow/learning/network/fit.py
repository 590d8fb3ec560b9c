"""The weights fitted to lessons, step by step, with Adam (Kingma and Ba 2015) from Optax."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax  # type: ignore[import-untyped]
from numpy.typing import NDArray

from kinrow.learning.descent_state import state_arrays, state_from
from kinrow.learning.network.lessons import Lessons
from kinrow.learning.network.model import Values, loss
from kinrow.learning.network.numbers import LARGEST, Weights
from kinrow.rules import Rules, symmetries

BATCH = 256
"""Positions in a step."""

_DAMPING = 1e-4

_RULE = optax.inject_hyperparams(optax.adamw)(learning_rate=1e-3, weight_decay=_DAMPING)


class Fitter:
    """Weights on their way, with the state of the descent.

    `arrays()` has all of it, and a Fitter made from them goes on in the same way.
    """

    def __init__(
        self, rules: Rules, weights: Weights, state: Mapping[str, NDArray[Any]] | None = None
    ) -> None:
        self._rules = rules
        self._images = np.array(symmetries(rules.rows, rules.cols))
        self._weights: Values = {name: jnp.asarray(part) for name, part in weights.items()}
        self._state = _RULE.init(self._weights)
        if state is not None:
            self._state = state_from(state, self._state)

    @property
    def weights(self) -> Weights:
        """The weights as they are now."""
        return {name: np.asarray(part) for name, part in self._weights.items()}

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The weights by name, and the state as "state 0", "state 1" and so on."""
        return self.weights | state_arrays(self._state)

    def fit(self, lessons: Lessons, steps: int, rate: float, random: np.random.Generator) -> float:
        """So many steps over positions drawn at random; the mean loss of the last quarter."""
        state: Any = self._state
        state.hyperparams["learning_rate"] = jnp.asarray(rate, jnp.float32)
        size = (self._rules.rows, self._rules.cols)
        found = []
        for _ in range(steps):
            batch = self._batch(lessons, random)
            self._weights, state, now = _step(self._weights, state, batch, size)
            found.append(now)
        self._state = state
        return float(np.mean(found[-max(1, steps // 4) :]))

    def _batch(self, lessons: Lessons, random: np.random.Generator) -> dict[str, Any]:
        """Positions under random symmetries."""
        chosen = random.integers(0, len(lessons), BATCH)
        image = self._images[random.integers(0, len(self._images), BATCH)]
        cells = np.take_along_axis(lessons.cells[chosen], image, 1)
        side = lessons.to_move[chosen, None]
        return {
            "own": (cells == side).astype(np.float32),
            "other": (cells == 1 - side).astype(np.float32),
            "left": lessons.left[chosen].astype(np.int32),
            "policy": np.take_along_axis(lessons.policy[chosen], image, 1),
            "value": lessons.value[chosen],
        }


@partial(jax.jit, static_argnames="size")
def _step(weights: Values, state: Any, batch: Any, size: tuple[int, int]) -> Any:
    now, slopes = jax.value_and_grad(loss)(weights, batch, size)
    changes, state = _RULE.update(slopes, state, weights)
    weights = optax.apply_updates(weights, changes)
    return {name: jnp.clip(part, -LARGEST, LARGEST) for name, part in weights.items()}, state, now
