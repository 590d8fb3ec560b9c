"""What a worker process keeps from one question to the next: an analyst with its table, players."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kinrow.analysis import Analyst
    from kinrow.players import Player


class Tools:
    """An analyst of one thread, and the player that was asked last."""

    def __init__(self, memory: str) -> None:
        self.memory = memory
        self._analyst: Analyst | None = None
        self._player: Player | None = None

    @property
    def analyst(self) -> Analyst:
        """The analyst, with its table as the last question left it."""
        if self._analyst is None:
            from kinrow.analysis import Analyst

            self._analyst = Analyst(self.memory, threads=1, on_interrupt="return")
        return self._analyst

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
        if self._player is not None:
            self._player.close()
        self._analyst = self._player = None
