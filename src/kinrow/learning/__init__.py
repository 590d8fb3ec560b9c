"""Evaluations learned from self-play: play games, collect samples, fit weights, and test them."""

from __future__ import annotations

from kinrow.learning.samples import Samples
from kinrow.learning.training import train
from kinrow.learning.trial import tried
from kinrow.weights import Recipe

__all__ = ["Recipe", "Samples", "train", "tried"]
