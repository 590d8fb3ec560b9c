"""The weights fitted to lessons with Adam (Kingma and Ba 2015) from Optax."""

from __future__ import annotations

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax  # type: ignore[import-untyped]

from kinrow.learning.correction.lessons import CorrectionLessons
from kinrow.learning.correction.model import Model, Values
from kinrow.learning.correction.numbers import Weights, initial

_EPOCHS, _BATCH = 16, 1024
_RATE, _LAST_SHARE, _WARM = 4e-3, 0.01, 100  # steps until the full rate, which falls to a share
_DAMPING = 1e-4


def fit_correction(
    lessons: CorrectionLessons, model: Model, seed: int
) -> tuple[Weights, float, float]:
    """Weights, and the mean loss on what was held out, without them and with them."""
    random = np.random.default_rng((seed, 3))
    weights: Values = {
        name: jnp.asarray(part) for name, part in initial(model.reach, random).items()
    }
    rule = optax.adamw(_rates(lessons), b2=0.99, weight_decay=_DAMPING)
    step, state = jax.jit(partial(_step, model, rule)), rule.init(weights)
    for _ in range(_EPOCHS):
        for batch in lessons.batches(_BATCH, random):
            weights, state = step(weights, state, batch)
    nothing = weights | {name: 0 * weights[name] for name in ("third", "third bias", "skip")}
    losses = jax.jit(model.losses)
    before, after = (_held_out(losses, one, lessons) for one in (nothing, weights))
    return {name: np.asarray(part) for name, part in weights.items()}, before, after


def _held_out(losses: Any, weights: Values, lessons: CorrectionLessons) -> float:
    """The mean loss on what is kept out of the fit."""
    total = sum(
        float(losses(weights, batch)[:size].sum()) for batch, size in lessons.held_out(_BATCH)
    )
    return total / int(lessons.held.sum())


def _rates(lessons: CorrectionLessons) -> Any:
    steps = max(1, int((~lessons.held).sum()) // _BATCH) * _EPOCHS
    warm = min(_WARM, steps // 2)
    rising = optax.linear_schedule(0, _RATE, max(1, warm))
    falling = optax.cosine_decay_schedule(_RATE, max(1, steps - warm), _LAST_SHARE)
    return optax.join_schedules([rising, falling], [warm])


def _step(
    model: Model, rule: Any, weights: Values, state: Any, batch: Values
) -> tuple[Values, Any]:
    slopes = jax.grad(lambda now: model.losses(now, batch).mean())(weights)
    changes, state = rule.update(slopes, state, weights)
    return optax.apply_updates(weights, changes), state
