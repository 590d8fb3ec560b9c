"""Weights of the engine's evaluation, learned by `kinrow learn`: their files and their cards."""

from __future__ import annotations

from kinrow.weights.card import Card
from kinrow.weights.file import PatternWeights, WeightsError, read_weights
from kinrow.weights.shelf import shipped_weights, weights_for

__all__ = [
    "Card",
    "PatternWeights",
    "WeightsError",
    "read_weights",
    "shipped_weights",
    "weights_for",
]
