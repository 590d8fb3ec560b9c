"""A player at the board: runs its clock and checks its moves."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import TypeVar

from kinrow.arena.control import TimeControl
from kinrow.players import Clock, Crashed, Player, PlayerFault, Slow, Unfit
from kinrow.players.protocol import checked
from kinrow.rules import Cell, Position
from kinrow.rules.sentence import Sentence

Answer = TypeVar("Answer")


class Seat:
    """A player of one game, the stones that it has placed and the time that they took.

    >>> from kinrow.players import player
    >>> from kinrow.rules import game
    >>> seat = Seat(player("perfect", seed=1), TimeControl(move=1.0))
    >>> move, seconds = seat.place(game("tictactoe").parse("XX./OO./..."))
    >>> str(move), 0 < seconds == seat.spent
    ('c1', True)
    """

    def __init__(self, player: Player, control: TimeControl) -> None:
        self.player = player
        self.control = control
        self.begin()

    def begin(self) -> None:
        """Another game: the clock begins anew."""
        self.spent, self.stones = 0.0, 0

    def place(self, position: Position) -> tuple[Cell, float]:
        """The player's stone, which is legal and in time, and the seconds that it took.

        Raises PlayerFault for any failure of the player, Unfit if it cannot play this game.
        """
        clock = self.control.clock(self.spent, self.stones)
        overdrawn = self.control.overdrawn(self.spent, self.stones)
        move, seconds = timed(self.player, lambda: self.player.choose(position, clock))
        self.spent += seconds
        self.stones += 1
        if self.control.late(clock, seconds, overdrawn):
            raise Slow(self.player.name, self._slow(clock, seconds, overdrawn))
        return checked(self.player, position, move), seconds

    def _slow(self, clock: Clock | None, seconds: float, overdrawn: float) -> Sentence:
        if not overdrawn:
            return slow(clock, seconds)
        allowed = f"{self.spent - seconds - overdrawn:g}"
        return Sentence("player.slow.game", seconds=f"{self.spent:.3f}", limit=allowed)


def timed(player: Player, ask: Callable[[], Answer]) -> tuple[Answer, float]:
    """What a player answers, and the seconds that it took.

    Raises PlayerFault for any failure of the player, Unfit if it cannot play this game.
    """
    began = perf_counter()
    try:
        answer = ask()
    except (PlayerFault, Unfit):
        raise
    except Exception as error:  # any player may be somebody else's code
        raise Crashed(
            player.name, Sentence("player.error", kind=type(error).__name__, error=error)
        ) from error
    return answer, perf_counter() - began


def slow(clock: Clock | None, seconds: float) -> Sentence:
    """That a single answer came too late."""
    return Sentence("player.slow", seconds=f"{seconds:.3f}", limit=clock and clock.limit)
