"""A network learned from games against itself: games, labels, the fit with JAX, exact regret."""

from __future__ import annotations

from kinrow.learning.network.measuring import measured
from kinrow.learning.network.regret import Exam, Regret
from kinrow.learning.network.training import train_network

__all__ = ["Exam", "Regret", "measured", "train_network"]
