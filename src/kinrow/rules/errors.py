"""What kinrow raises: every error is a KinrowError that says what was wrong and where."""

from __future__ import annotations

from collections.abc import Iterable

from kinrow.rules.sentence import Sentence, listing, worded
from kinrow.words import Language

_MOST_SHOWN = 20


class KinrowError(Exception):
    """The base class of all errors that kinrow raises on purpose.

    >>> issubclass(NotationError, KinrowError) and issubclass(NotationError, ValueError)
    True
    """

    @property
    def sentence(self) -> str:
        """What it says: a `Sentence` if it was made with one."""
        return self.args[0] if len(self.args) == 1 else str(self)

    def worded(self, language: Language) -> str:
        """The full message in that language; English if it was not made with a `Sentence`.

        >>> NotationError(Sentence("game.won", winner="X")).worded("zh-Hant")
        'X 已勝'
        """
        return worded(self.sentence, language)


class NotationError(KinrowError, ValueError):
    """A text that cannot be read; the message says where and what was expected."""


class RulesError(KinrowError, ValueError):
    """Rules that describe no game; the message names every field at fault."""


class OptionError(KinrowError, ValueError):
    """An argument that a call cannot use; the message says what was expected."""


class IllegalMove(KinrowError, ValueError):
    """A stone that the rules do not allow here."""


class MemoryLimit(KinrowError, MemoryError):
    """A memory limit that is too small for the work requested."""


class IllegalPosition(KinrowError, ValueError):
    """A board that cannot arise in its game.

    >>> error = IllegalPosition("tictactoe", ["X 2, O 0: ..."])
    >>> error.faults
    ('X 2, O 0: ...',)
    >>> print(error)
    this board cannot arise in tictactoe:
      X 2, O 0: ...
    """

    def __init__(self, title: str, faults: Iterable[str]) -> None:
        self.title = title
        self.faults = tuple(faults)
        super().__init__(title, self.faults)

    @property
    def sentence(self) -> str:
        """The summary of all faults."""
        return Sentence("position.illegal", game=self.title)

    def worded(self, language: Language) -> str:
        """The sentence, then one fault per line."""
        return listing(self.sentence, self.faults, _MOST_SHOWN, language)

    def __str__(self) -> str:
        return self.worded("en")
