"""The words of matches and standings, in the reader's language."""

from __future__ import annotations

from kinrow.arena.game import fault_of
from kinrow.arena.statistics import Score
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

    def score(self, score: Score) -> str:
        """The score of a match in one line.

        >>> ArenaWords().score(Score(wins=3, draws=1))
        '+3 =1 -0, 87.5 %, Elo +338 (+39 to +637), 4 games'
        """
        low, high = score.elo_interval
        return self(
            "match.score",
            wins=score.wins,
            draws=score.draws,
            losses=score.losses,
            mean=f"{100 * score.mean:.1f}",
            elo=f"{score.elo:+.0f}",
            low=f"{low:+.0f}",
            high=f"{high:+.0f}",
            games=self.games(score.games),
        )

    def games(self, number: int) -> str:
        """So many.

        >>> ArenaWords().games(1), ArenaWords().games(2)
        ('1 game', '2 games')
        """
        return self("match.games" if number != 1 else "match.games.one", number=number)

    def title(self, rules: Rules) -> str:
        """What a game is called."""
        return title_of(rules, self.language)
