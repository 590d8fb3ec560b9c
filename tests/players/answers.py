"""A player of one's own that may answer anything."""

from __future__ import annotations

from typing import Any

from kinrow.players import Clock, Player
from kinrow.rules import Position


class Answers(Player):
    """Answers the same, whatever it is asked."""

    name = "mine"

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, position: Position, clock: Clock | None = None) -> Any:
        return self.answer
