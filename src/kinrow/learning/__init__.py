"""Evaluations learned from self-play: games, samples, the fit, and what the weights win."""

from __future__ import annotations

from kinrow.learning.samples import Samples
from kinrow.learning.training import train
from kinrow.learning.trial import tried
from kinrow.weights.card import Recipe

__all__ = ["Recipe", "Samples", "train", "tried"]
