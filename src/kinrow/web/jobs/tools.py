"""What a worker process keeps from one question to the next: a solver with its table, players."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kinrow.players import Player
    from kinrow.solver import Solver


class Tools:
    """A solver of one thread, and the player that was asked last."""

    def __init__(self, memory: str) -> None:
        self.memory = memory
        self._solver: Solver | None = None
        self._player: Player | None = None

    @property
    def solver(self) -> Solver:
        """The solver, with its table as the last question left it."""
        if self._solver is None:
            from kinrow.solver import Solver

            self._solver = Solver(self.memory, threads=1, on_interrupt="return")
        return self._solver

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
        if self._solver is not None:
            self._solver.close()
        if self._player is not None:
            self._player.close()
        self._solver = self._player = None
