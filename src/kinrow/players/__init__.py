"""Players: one protocol, found by short texts such as "perfect", "mcts:2s" or "gomocup:PATH"."""

from __future__ import annotations

from kinrow.players.errors import Crashed, Illegal, PlayerFault, Refused, Silent, Slow, Unfit
from kinrow.players.protocol import Clock, Player
from kinrow.players.spec import SPECS, player

__all__ = [
    "SPECS",
    "Clock",
    "Crashed",
    "Illegal",
    "Player",
    "PlayerFault",
    "Refused",
    "Silent",
    "Slow",
    "Unfit",
    "player",
]
