"""Lessons: positions with what the pattern weights say of them, and what they should say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinrow.learning.features import features
from kinrow.learning.fit_values import ValueWeights, logits, score_scale, targets, undecided
from kinrow.learning.samples import UNKNOWN, Samples

_AT_ONCE = 1 << 15  # positions whose features are looked at together: a third of a GiB
_SURE = 20.0  # the largest logarithm of odds that the network is shown

Columns = dict[str, NDArray[Any]]


class CorrectionLessons:
    """The undecided positions of some games, N of them.

    - `columns`: `cells` and `to_move` as in Samples, `late` (N,) how late it is, `base` (N,) what
      the weights say as a logarithm of odds, `wanted` (N,) the chance of a win;
    - `held`: (N,) bool, those that are kept out of the fit.
    """

    def __init__(self, samples: Samples, weights: ValueWeights) -> None:
        scale = score_scale(samples.where(samples.result != UNKNOWN))
        part_of = np.arange(len(samples)) // _AT_ONCE
        parts = [
            _columns(samples.where(part_of == part), weights, scale)
            for part in range(int(part_of.max(initial=0)) + 1)
        ]
        self.columns: Columns = {
            name: np.concatenate([part[name] for part in parts]) for name in parts[0]
        }
        self.held: NDArray[np.bool_] = self.columns.pop("held")

    def __len__(self) -> int:
        return len(self.held)

    def batches(self, size: int, random: np.random.Generator) -> Iterator[Columns]:
        """All positions to fit to, once, in batches; a last one that is not full is left out."""
        chosen = random.permutation(np.flatnonzero(~self.held))
        for at in range(0, max(1, len(chosen) - size + 1), size):
            yield self._at(chosen[at : at + size])

    def held_out(self, size: int) -> Iterator[tuple[Columns, int]]:
        """Those that are kept out of the fit, in batches, each with how many of it count.

        The last one is filled with those of its beginning: JAX compiles for each size anew.
        """
        chosen = np.flatnonzero(self.held)
        for at in range(0, len(chosen), size):
            part = chosen[at : at + size]
            yield self._at(np.resize(part, size)), len(part)

    def _at(self, chosen: NDArray[np.intp]) -> Columns:
        return {name: part[chosen] for name, part in self.columns.items()}


def _columns(samples: Samples, weights: ValueWeights, scale: float) -> Columns:
    seen = features(samples)
    use = undecided(seen) & (samples.cells >= 0).any(1)
    base = np.clip(logits(seen.part(use), weights), -_SURE, _SURE)
    return {
        "cells": samples.cells[use],
        "to_move": samples.to_move[use],
        "late": seen.late[use].astype(np.float32),
        "base": base.astype(np.float32),
        "wanted": targets(samples, scale)[use].astype(np.float32),
        "held": samples.held_out[use],
    }
