"""What a worker process keeps between requests: an analyst with its table, players."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kinrow.analysis import Analyst
    from kinrow.players import Player


class Tools:
    """An analyst of one thread, the player that was asked last, and one that resists."""

    def __init__(self, memory: str) -> None:
        self.memory = memory
        self._analyst: Analyst | None = None
        self._player: Player | None = None
        self._resistance: Player | None = None

    @property
    def analyst(self) -> Analyst:
        """The analyst, with its table as the last question left it."""
        if self._analyst is None:
            from kinrow.analysis import Analyst

            self._analyst = Analyst(self.memory, threads=1, on_interrupt="return")
        return self._analyst

    @property
    def resistance(self) -> Player:
        """Who plays for a side that has lost."""
        if self._resistance is None:
            from kinrow.players import player

            self._resistance = player("alphabeta:2")
        return self._resistance

    def player(self, spec: str) -> Player:
        """A player by its spec."""
        if self._player is None or self._player.name != spec:
            from kinrow.players import player

            if self._player is not None:
                self._player.close()
            self._player = player(spec)
        return self._player

    def close(self) -> None:
        """Gives everything back."""
        if self._analyst is not None:
            self._analyst.close()
        for player in (self._player, self._resistance):
            if player is not None:
                player.close()
        self._analyst = self._player = self._resistance = None
