"""All weights of the core's PatternWeights, fitted to the games of one or more rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinrow import _core
from kinrow.learning.descent import Floats
from kinrow.learning.features import CLASSES, LEVELS, features
from kinrow.learning.fit_moves import Choices, fit_moves
from kinrow.learning.fit_values import (
    ValueWeights,
    cross_entropy,
    fit_values,
    predicted,
    score_scale,
    targets,
    undecided,
)
from kinrow.learning.samples import Samples
from kinrow.rules import KinrowError
from kinrow.rules.sentence import Sentence

UNIT = 100
"""What the engine's weights count for one nat of log-odds, of a win or of a move's choice."""

_PARTS = 6  # numbers per class: four of the value, two of the moves
_LARGEST = 32_000


@dataclass(frozen=True, slots=True)
class Fitted:
    """The numbers in the core's order, and how well they predict games that the fit has not seen.

    `held_out` has, for "by hand" and "learned", the loss of the value in nats ("value"), and the
    share of the search's moves that come first ("move").
    """

    numbers: tuple[int, ...]
    held_out: Mapping[str, Mapping[str, float]]


def fit(rounds: Sequence[Samples]) -> Fitted:
    """Weights for the games of all rounds; each round's values are in units of its own.

    Raises KinrowError if there are too few games.
    """
    samples, wanted = Samples.joined(rounds), np.concatenate([_wanted(part) for part in rounds])
    seen = features(samples)
    held = samples.held_out
    quiet = undecided(seen)
    if not (quiet & held).any() or not (quiet & ~held).any():
        raise KinrowError(Sentence("learn.few", positions=len(samples)))
    by_hand = tables(_core.weights_by_hand())
    scale = score_scale(rounds[0])
    first = ValueWeights(by_hand[0].classes / scale, by_hand[0].levels / scale)
    train, test = quiet & ~held, quiet & held
    value = fit_values(seen.part(train), wanted[train], first)
    moves = fit_moves(seen.part(~held), samples.move[~held], by_hand[1] / UNIT)
    choices = Choices(seen.part(held), samples.move[held])
    held_out = {
        name: {
            "value": round(cross_entropy(predicted(seen.part(test), one), wanted[test]), 4),
            "move": round(choices.agreement(two), 4),
        }
        for name, one, two in (("by hand", first, by_hand[1]), ("learned", value, moves))
    }
    return Fitted(_numbers(value, moves), held_out)


def _wanted(samples: Samples) -> Floats:
    return targets(samples, score_scale(samples))


def tables(weights: Sequence[int]) -> tuple[ValueWeights, Floats]:
    """The weights of values, and those of moves, (2, CLASSES), in the core's unit."""
    numbers = np.array(weights, float)
    classes = numbers[: CLASSES * _PARTS].reshape(CLASSES, _PARTS).T
    levels = numbers[CLASSES * _PARTS :].reshape(LEVELS, LEVELS)
    return ValueWeights(classes[:4].copy(), levels.copy()), classes[4:].copy()


def _numbers(value: ValueWeights, moves: Floats) -> tuple[int, ...]:
    classes = np.concatenate([value.classes, moves]).T
    both = np.concatenate([classes.ravel(), value.levels.ravel()]) * UNIT
    rounded: NDArray[np.int64] = np.clip(np.rint(both), -_LARGEST, _LARGEST).astype(int)
    return tuple(rounded.tolist())
