"""How a player can fail: it crashes, is too slow, does not answer, or breaks the rules."""

from __future__ import annotations

from typing import ClassVar

from kinrow.rules import KinrowError
from kinrow.rules.calls import made_as
from kinrow.rules.sentence import Sentence


@made_as("PlayerFault('random', 'no answer in 5 s')")
class PlayerFault(KinrowError):
    """A player failed to answer with a legal move in time; it loses the game, the match continues.

    `player` is its name, `kind` one word: "crashed", "slow", "silent", "illegal" or
    "refused".

    >>> error = Silent("gomocup:x", "no answer in 5 s")
    >>> error.kind, str(error)
    ('silent', 'gomocup:x: no answer in 5 s')
    """

    kind: ClassVar[str] = "fault"

    def __init__(self, player: str, what: str) -> None:
        super().__init__(player, what)
        self.player = player
        self.what = what

    @property
    def sentence(self) -> str:
        """Who, and what."""
        return Sentence("player.fault", player=self.player, what=self.what)

    @property
    def lost(self) -> Sentence:
        """How it lost its game: the kind of fault, then who and what."""
        return Sentence("lost.fault", fault=self.sentence)

    def __str__(self) -> str:
        return self.worded("en")


class Crashed(PlayerFault):
    """The player ended, could not be started, or raised an error."""

    kind = "crashed"

    @property
    def lost(self) -> Sentence:
        """That it crashed."""
        return Sentence("lost.crashed", fault=self.sentence)


class Slow(PlayerFault):
    """The player answered after its time was up."""

    kind = "slow"

    @property
    def lost(self) -> Sentence:
        """That it was slow."""
        return Sentence("lost.slow", fault=self.sentence)


class Silent(PlayerFault):
    """The player runs, but did not answer in time."""

    kind = "silent"

    @property
    def lost(self) -> Sentence:
        """That it was silent."""
        return Sentence("lost.silent", fault=self.sentence)


class Illegal(PlayerFault):
    """The player's answer is not a legal move."""

    kind = "illegal"

    @property
    def lost(self) -> Sentence:
        """That it broke the rules."""
        return Sentence("lost.illegal", fault=self.sentence)


class Unfit(KinrowError, ValueError):
    """A player that cannot play this game at all; raised before the game begins."""


class Refused(PlayerFault, Unfit):
    """A program that could play this game refuses it; Unfit, too, if it does before a match."""

    kind = "refused"

    @property
    def lost(self) -> Sentence:
        """That it refused to play."""
        return Sentence("lost.refused", fault=self.sentence)
