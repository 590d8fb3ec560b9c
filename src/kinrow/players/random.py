"""The random player: any legal move, the same ones for the same seed."""

from __future__ import annotations

from random import Random

from kinrow.players.protocol import Clock, Player, to_play
from kinrow.rules import Cell, PositionLike
from kinrow.rules.calls import made_as
from kinrow.rules.options import seed_of
from kinrow.rules.sentence import Sentence


@made_as("RandomPlayer(seed=1)")
class RandomPlayer(Player):
    """Plays uniformly at random. Raises OptionError for a seed that is not a whole number.

    >>> from kinrow.rules import game
    >>> position = game("tictactoe").start()
    >>> RandomPlayer(seed=1).choose(position) == RandomPlayer(seed=1).choose(position)
    True
    """

    name = "random"
    note: str = Sentence("note.random")

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed_of(seed))

    def choose(self, position: PositionLike, clock: Clock | None = None) -> Cell:
        """Any legal move."""
        position = to_play(position, clock)
        return self._random.choice(position.legal_moves)
