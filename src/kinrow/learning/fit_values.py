"""The value of a position, fitted by logistic regression on results and truth (Texel's way)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinrow.learning import sums
from kinrow.learning.descent import Floats, batches_of, descend
from kinrow.learning.features import CLASSES, LEVELS, LINE_LEVEL, WIN_LEVEL, Features
from kinrow.learning.samples import FORCED, UNKNOWN, Samples

_RESULT_SHARE = 0.5  # of a target; the rest is the value that the search found
_EPOCHS, _RATE = 30, 0.02
_DAMPING = 2e-5  # of the squares of the classes' own parts
_TABLES = 4  # own and other, early and late
_MOST = 30.0  # of a logarithm of odds


@dataclass(frozen=True, slots=True)
class ValueWeights:
    """What the classes add to the logarithm of the odds of a win, and what the levels add.

    - `classes`: (4, CLASSES): own early, own late, other early, other late, as in the core;
    - `levels`: (LEVELS, LEVELS), by the side to move's highest level and its opponent's.
    """

    classes: Floats
    levels: Floats


class _Batch:
    """The features of some positions as counts: how many cells of each class and side."""

    def __init__(self, seen: Features) -> None:
        self._size = len(seen.levels)
        shown = (seen.classes > 0) & (seen.classes < CLASSES)  # class 0, no pattern, is worth 0
        position, side, cell = np.nonzero(shown)
        column = seen.classes[position, side, cell].astype(np.intp) + side * CLASSES
        keys, numbers = np.unique(position * (2 * CLASSES) + column, return_counts=True)
        self._rows, self._columns = np.divmod(keys, 2 * CLASSES)
        self._numbers = numbers.astype(float)
        self._late = seen.late.astype(float)
        self._level = seen.levels[:, 0].astype(np.intp) * LEVELS + seen.levels[:, 1]

    def logits(self, weights: ValueWeights) -> Floats:
        """The logarithm of the odds of a win, (N,)."""
        own_early, own_late, other_early, other_late = weights.classes
        early = self._sums(np.concatenate([own_early, -other_early]))
        late = self._sums(np.concatenate([own_late, -other_late]))
        found: Floats = (1 - self._late) * early + self._late * late
        found += weights.levels.ravel()[self._level]
        return found

    def slope(self, error: Floats) -> Floats:
        """Of the mean loss by the parameters, from the chances less those wanted, (N,)."""
        error = error / self._size
        early, late = (self._per_column(error * part) for part in (1 - self._late, self._late))
        tables = (early[:CLASSES], late[:CLASSES], -early[CLASSES:], -late[CLASSES:])
        levels = sums.binned(self._level, error, LEVELS**2)
        return np.concatenate([*(sums.slopes(table) for table in tables), levels])

    def _sums(self, weights: Floats) -> Floats:
        return sums.binned(self._rows, self._numbers * weights[self._columns], self._size)

    def _per_column(self, per_position: Floats) -> Floats:
        weights = self._numbers * per_position[self._rows]
        return sums.binned(self._columns, weights, 2 * CLASSES)


def undecided(seen: Features) -> NDArray[np.bool_]:
    """Which positions the engine evaluates: no line and no sure win is at hand."""
    me, he = seen.levels.T
    quiet: NDArray[np.bool_] = (me < WIN_LEVEL) & (he < LINE_LEVEL)
    return quiet


def targets(samples: Samples, scale: float) -> Floats:
    """The chance of a win, (N,): 1 if one was seen, else from the result and the search's value."""
    searched = _chance(np.clip(samples.score, -FORCED, FORCED) / scale)
    ended = np.where(samples.result == UNKNOWN, searched, (samples.result + 1) / 2)
    mixed = _RESULT_SHARE * ended + (1 - _RESULT_SHARE) * searched
    return np.where(samples.exact, 1.0, mixed)


def score_scale(samples: Samples) -> float:
    """What the search's values must be divided by to be logarithms of the odds of a win."""
    use = (samples.result != UNKNOWN) & (abs(samples.score.astype(int)) < FORCED)
    scores, ended = samples.score[use].astype(float), (samples.result[use] + 1) / 2
    choices = np.geomspace(20, 2000, 80)
    losses = [cross_entropy(_chance(scores / scale), ended) for scale in choices]
    return float(choices[int(np.argmin(losses))])


def fit_values(seen: Features, wanted: Floats, start: ValueWeights) -> ValueWeights:
    """The weights that predict the chances `wanted`, (N,), best."""
    parts = batches_of(len(wanted))
    batches = [(_Batch(seen.part(part)), wanted[part]) for part in parts]

    def slope(parameters: Floats, number: int) -> Floats:
        batch, chances = batches[number]
        found = batch.slope(_chance(batch.logits(_unpacked(parameters))) - chances)
        _own_parts(found)[:] += _DAMPING * _own_parts(parameters)
        return found

    first = [sums.parameters_of(table) for table in start.classes]
    packed = np.concatenate([*first, start.levels.ravel()])
    return _unpacked(descend(slope, packed, batches=len(batches), epochs=_EPOCHS, rate=_RATE))


def predicted(seen: Features, weights: ValueWeights) -> Floats:
    """The chance of a win, (N,), by these weights."""
    return _chance(logits(seen, weights))


def logits(seen: Features, weights: ValueWeights) -> Floats:
    """The logarithm of the odds of a win, (N,), by these weights."""
    return _Batch(seen).logits(weights)


def cross_entropy(chances: Floats, wanted: Floats) -> float:
    """The mean loss in nats."""
    chances = np.clip(chances, 1e-9, 1 - 1e-9)
    return float(-np.mean(wanted * np.log(chances) + (1 - wanted) * np.log(1 - chances)))


def _unpacked(parameters: Floats) -> ValueWeights:
    most = _TABLES * sums.PARAMETERS
    tables = np.stack([sums.table(part) for part in parameters[:most].reshape(_TABLES, -1)])
    tables[:, 0] = 0
    return ValueWeights(tables, parameters[most:].reshape(LEVELS, LEVELS))


def _own_parts(parameters: Floats) -> Floats:
    """A view of the parts that a class has for itself."""
    return parameters[: _TABLES * sums.PARAMETERS].reshape(_TABLES, -1)[:, sums.PATTERNS :]


def _chance(logits: Floats) -> Floats:
    chances: Floats = 1 / (1 + np.exp(-np.clip(logits, -_MOST, _MOST)))
    return chances
