"""A correction learned from the engine's games: games, labels, the fit with JAX, a match."""

from __future__ import annotations

from kinrow.learning.correction.training import train_correction

__all__ = ["train_correction"]
