"""A match: pairs of games, one opening with colours changed, until all or enough are played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from kinrow.arena.control import TimeControl
from kinrow.arena.game import fault_of, play_game
from kinrow.arena.opening import openings
from kinrow.arena.statistics import Score, Sprt
from kinrow.players import Player
from kinrow.records import Record
from kinrow.rules import Rules, Sign, game


@dataclass(slots=True)
class Match:
    """A match under way, or done: the two players, how they meet, and what came of it.

    `first` is the player whom `score` counts for. `seed` decides the openings.
    """

    first: Player
    second: Player
    rules: Rules
    games: int
    openings: str = "none"
    control: TimeControl = field(default_factory=TimeControl)
    seed: int = 0
    sprt: Sprt | None = None
    score: Score = field(default_factory=Score)
    faults: list[str] = field(default_factory=list)
    stopped: str | None = None

    def __post_init__(self) -> None:
        self.rules = game(self.rules)

    def note(self, played: Record, sign: Sign) -> None:
        """Counts a game in which the first player had that sign."""
        won, drawn = played.winner is sign, played.winner is None
        score = self.score
        self.score = Score(
            score.wins + won, score.draws + drawn, score.losses + (not won and not drawn)
        )
        fault = fault_of(played)
        if fault is not None:
            self.faults.append(fault)


def play_match(match: Match) -> Iterator[Record]:
    """Plays game after game; `match` holds the score after each.

    Every opening is played twice, with colours changed. A game that a player loses by a fault
    counts, and the match goes on. Where `sprt` decides after a pair, the match ends early and
    `stopped` says which hypothesis stands. The players are not closed.

    >>> from kinrow.players import player
    >>> from kinrow.rules import game
    >>> perfect, random = player("perfect", seed=1), player("random", seed=1)
    >>> match = Match(perfect, random, game("tictactoe"), games=10)
    >>> for played in play_match(match): pass
    >>> match.score.games, match.score.losses
    (10, 0)
    """
    lines = openings(match.openings, match.rules, match.seed)
    opening = next(lines)
    for number in range(match.games):
        if number and number % 2 == 0:
            opening = next(lines)
        sign = match.rules.begins if number % 2 == 0 else match.rules.begins.other
        players: Mapping[Sign, Player] = {sign: match.first, sign.other: match.second}
        played = play_game(players, match.rules, opening=opening, control=match.control)
        match.note(played, sign)
        verdict = match.sprt.verdict(match.score) if match.sprt and number % 2 else None
        if verdict and match.sprt:
            match.stopped = f"SPRT accepts Elo {getattr(match.sprt, verdict):+g}"
        yield played
        if match.stopped:
            return
