"""The words of matches and standings, in the reader's language."""

from __future__ import annotations

from kinrow.arena.game import fault_of
from kinrow.records import Record
from kinrow.rules import Rules
from kinrow.rules.games import title_of
from kinrow.rules.sentence import worded
from kinrow.words import Catalogue


class ArenaWords(Catalogue):
    """The catalogue in one language.

    >>> ArenaWords("zh-Hans")("head.player"), ArenaWords()("head.player")
    ('棋手', 'player')
    """

    room = "arena"

    def heads(self, *keys: str) -> tuple[str, ...]:
        """The heads of a table's columns."""
        return tuple(self(f"head.{key}") for key in keys)

    def played(self, played: Record) -> str:
        """A game in one line."""
        one, other = (f"{name} ({sign})" for sign, name in played.players.items())
        end = self("game.draw") if played.winner is None else self("game.won", sign=played.winner)
        fault = fault_of(played)
        line = self("game.line", one=one, other=other, end=end, stones=len(played.moves))
        return line if fault is None else f"{line} ({worded(fault, self.language)})"

    def title(self, rules: Rules) -> str:
        """What a game is called."""
        return title_of(rules, self.language)
