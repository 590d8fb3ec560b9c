"""Standings: one rating per player, from all recorded games with the same rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import log, log10, sqrt

import numpy as np

from kinrow.arena.game import fault_of
from kinrow.arena.statistics import Score
from kinrow.display import html_table
from kinrow.records import Record
from kinrow.rules import Sign

_ROUNDS, _CLOSE = 10_000, 1e-9
_PRIOR = 1.0  # a draw with an average player, so that a clean sweep has a rating
_Z95 = 1.959964
_UNIT = 400 / log(10)


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's rating (the mean of all is 0), half its 95 % interval, results and faults.

    `against` holds the score against each opponent.
    """

    name: str
    elo: float
    margin: float
    score: Score
    faults: int
    against: dict[str, Score]


class Standings(tuple[Standing, ...]):
    """The standings of all players, the strongest first; a notebook shows a table."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        heads = ("player", "Elo", "±", "games", "wins", "draws", "losses", "faults")
        rows = (
            (
                line.name,
                f"{line.elo:+.0f}",
                f"{line.margin:.0f}",
                line.score.games,
                line.score.wins,
                line.score.draws,
                line.score.losses,
                line.faults,
            )
            for line in self
        )
        return html_table(heads, rows)


def standings(games: Iterable[Record]) -> Standings:
    """The players of these games, the strongest first.

    A game that a player plays against itself does not count.

    Source: the Bradley-Terry model, a draw being half a win, as in the programs Ordo and BayesElo,
    fitted by Hunter's MM algorithm (MM algorithms for generalized Bradley-Terry models, 2004). The
    intervals are BayesElo's, from the whole covariance; draws make them wider than need be.

    >>> from kinrow.players import player
    >>> from kinrow.rules import game
    >>> from kinrow.arena.match import Match, play_match
    >>> match = Match(player("random", seed=1), player("perfect"), game("tictactoe"), games=20)
    >>> [line.name for line in standings(play_match(match))]
    ['perfect', 'random']
    """
    against, faults = _met(games)
    strength = _strengths(against)
    margins = _margins(against, strength)
    lines = [
        Standing(
            name,
            400 * log10(strength[name]),
            margins[name],
            _sum(scores.values()),
            faults[name],
            scores,
        )
        for name, scores in against.items()
    ]
    return Standings(sorted(lines, key=lambda line: -line.elo))


def _met(games: Iterable[Record]) -> tuple[dict[str, dict[str, Score]], dict[str, int]]:
    against: dict[str, dict[str, Score]] = {}
    faults: dict[str, int] = {}
    for played in games:
        if played.players[Sign.X] == played.players[Sign.O]:
            continue
        for sign in Sign:
            name, other = played.players[sign], played.players[sign.other]
            faults.setdefault(name, 0)
            row = against.setdefault(name, {})
            won, drawn = played.winner is sign, played.winner is None
            lost = not won and not drawn
            row[other] = _sum([row.get(other, Score()), Score(won, drawn, lost)])
            faults[name] += lost and fault_of(played) is not None
    return against, faults


def _sum(scores: Iterable[Score]) -> Score:
    listed = list(scores)
    return Score(
        sum(score.wins for score in listed),
        sum(score.draws for score in listed),
        sum(score.losses for score in listed),
    )


def _strengths(against: dict[str, dict[str, Score]]) -> dict[str, float]:
    strength = dict.fromkeys(against, 1.0)
    for _ in range(_ROUNDS):
        new = {}
        for name, row in against.items():
            points = _PRIOR / 2 + sum(score.mean * score.games for score in row.values())
            weight = _PRIOR / (strength[name] + 1.0)
            weight += sum(
                score.games / (strength[name] + strength[other]) for other, score in row.items()
            )
            new[name] = points / weight
        mean = sum(log(value) for value in new.values()) / max(1, len(new))
        scale = 10 ** (-mean / log(10))
        moved = max((abs(log(new[name] * scale / strength[name])) for name in new), default=0.0)
        strength = {name: value * scale for name, value in new.items()}
        if moved < _CLOSE:
            break
    return strength


def _margins(against: dict[str, dict[str, Score]], strength: dict[str, float]) -> dict[str, float]:
    """Half the interval of each rating, relative to the mean of all.

    The covariance of the ratings is the inverse of what the games say about them: the curvature of
    the likelihood where it is largest, with all players' ratings free at the same time.
    """
    place = {name: at for at, name in enumerate(strength)}
    known = np.zeros((len(place), len(place)))
    for name, row in against.items():
        expected = strength[name] / (strength[name] + 1)
        known[place[name], place[name]] += _PRIOR * expected * (1 - expected)
        for other, score in row.items():
            expected = strength[name] / (strength[name] + strength[other])
            weight = score.games * expected * (1 - expected)
            known[place[name], place[name]] += weight
            known[place[name], place[other]] -= weight
    from_mean = np.eye(len(place)) - 1 / max(1, len(place))
    variances = np.diag(from_mean @ np.linalg.inv(known) @ from_mean)
    return {name: _Z95 * _UNIT * sqrt(variances[at]) for name, at in place.items()}
