"""What `kinrow learn` has learned, patterns, corrections, networks: their files and their cards."""

from __future__ import annotations

from kinrow.weights.card import Card, Recipe
from kinrow.weights.correction import (
    Correction,
    CorrectionCard,
    CorrectionRecipe,
    read_correction,
)
from kinrow.weights.file import PatternWeights, WeightsError, read_weights
from kinrow.weights.network import Network, NetworkShape, may_have_network, read_network
from kinrow.weights.network_card import NetworkCard, NetworkRecipe
from kinrow.weights.shelf import correction_for, network_for, shipped_weights, weights_for

__all__ = [
    "Card",
    "Correction",
    "CorrectionCard",
    "CorrectionRecipe",
    "Network",
    "NetworkCard",
    "NetworkRecipe",
    "NetworkShape",
    "PatternWeights",
    "Recipe",
    "WeightsError",
    "correction_for",
    "may_have_network",
    "network_for",
    "read_correction",
    "read_network",
    "read_weights",
    "shipped_weights",
    "weights_for",
]
