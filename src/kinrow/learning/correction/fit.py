"""The weights fitted to lessons with Adam (Kingma and Ba 2015) from Optax."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax  # type: ignore[import-untyped]

from kinrow.learning.correction.lessons import CorrectionLessons
from kinrow.learning.correction.model import Model, Values
from kinrow.learning.correction.numbers import Weights, initial
from kinrow.learning.descent_state import state_arrays, state_from
from kinrow.learning.folder import arrays_in, write_arrays
from kinrow.runtime.plain_json import from_json

_EPOCHS, _BATCH = 16, 1024
_RATE, _LAST_SHARE, _WARM = 4e-3, 0.01, 100  # steps until the full rate, which falls to a share
_DAMPING = 1e-4


def fit_correction(
    lessons: CorrectionLessons, model: Model, seed: int, kept: Path | None = None
) -> tuple[Weights, float, float]:
    """Weights, and the mean loss on what was held out, without them and with them.

    After each pass over the lessons its state goes into the file `kept`, from which a later call
    goes on. Raises KinrowError if that is damaged.
    """
    rule = _rule(lessons)
    now = _Pass.first(model, rule, seed)
    if kept is not None and kept.is_file():
        now = now.read(kept)
    step = jax.jit(partial(_step, model, rule))
    while now.number < _EPOCHS:
        now = now.next(lessons, step)
        if kept is not None:
            now.write(kept)
    weights = now.weights
    nothing = weights | {name: 0 * weights[name] for name in ("third", "third bias", "skip")}
    losses = jax.jit(model.losses)
    before, after = (_held_out(losses, one, lessons) for one in (nothing, weights))
    return {name: np.asarray(part) for name, part in weights.items()}, before, after


@dataclass(frozen=True, slots=True)
class _Pass:
    """What there is after so many passes; `random` shuffles the lessons of the next ones."""

    number: int
    weights: Values
    state: Any
    random: np.random.Generator

    @classmethod
    def first(cls, model: Model, rule: Any, seed: int) -> _Pass:
        random = np.random.default_rng((seed, 3))
        parts = initial(model.reach, random)
        weights: Values = {name: jnp.asarray(part) for name, part in parts.items()}
        return cls(0, weights, rule.init(weights), random)

    def next(self, lessons: CorrectionLessons, step: Any) -> _Pass:
        weights, state = self.weights, self.state
        for batch in lessons.batches(_BATCH, self.random):
            weights, state = step(weights, state, batch)
        return _Pass(self.number + 1, weights, state, self.random)

    def write(self, path: Path) -> None:
        random = json.dumps(self.random.bit_generator.state)
        arrays = self.weights | state_arrays(self.state)
        write_arrays(path, arrays | {"number": self.number, "random": random})

    def read(self, path: Path) -> _Pass:
        """From a file, of the same recipe as this one."""
        with arrays_in(path) as stored:
            random = np.random.default_rng()
            random.bit_generator.state = from_json(str(stored["random"]))
            weights = {name: jnp.asarray(stored[name]) for name in self.weights}
            state = state_from(stored, self.state)
            return _Pass(int(stored["number"]), weights, state, random)


def _held_out(losses: Any, weights: Values, lessons: CorrectionLessons) -> float:
    """The mean loss on what is kept out of the fit."""
    total = sum(
        float(losses(weights, batch)[:size].sum()) for batch, size in lessons.held_out(_BATCH)
    )
    return total / int(lessons.held.sum())


def _rule(lessons: CorrectionLessons) -> Any:
    steps = max(1, int((~lessons.held).sum()) // _BATCH) * _EPOCHS
    warm = min(_WARM, steps // 2)
    rising = optax.linear_schedule(0, _RATE, max(1, warm))
    falling = optax.cosine_decay_schedule(_RATE, max(1, steps - warm), _LAST_SHARE)
    rates = optax.join_schedules([rising, falling], [warm])
    return optax.adamw(rates, b2=0.99, weight_decay=_DAMPING)


def _step(
    model: Model, rule: Any, weights: Values, state: Any, batch: Values
) -> tuple[Values, Any]:
    slopes = jax.grad(lambda now: model.losses(now, batch).mean())(weights)
    changes, state = rule.update(slopes, state, weights)
    return optax.apply_updates(weights, changes), state
