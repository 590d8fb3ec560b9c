"""Standings: one rating per player, from all recorded games with the same rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import log, sqrt

import numpy as np
from numpy.typing import NDArray

from kinrow.arena.game import checked_game, fault_of
from kinrow.arena.statistics import Score
from kinrow.display import html_table
from kinrow.records import Record
from kinrow.rules import Sign
from kinrow.rules.calls import as_in, made_as
from kinrow.rules.options import no_list

_ROUNDS, _HALVINGS, _CLOSE = 1000, 60, 1e-9
_PRIOR = 1.0  # a draw with the average player, so that a clean sweep has a rating
_Z95 = 1.959964
_UNIT = 400 / log(10)

_Floats = NDArray[np.float64]


@made_as("Standing(name, elo, margin, score, faults, against)")
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


@as_in("standings(play_match(match))")
def standings(games: Iterable[Record]) -> Standings:
    """The players of these games, the strongest first.

    A game that a player plays against itself does not count. Raises OptionError for what is not a
    list of games.

    Source: the Bradley-Terry model, a draw being half a win, as in the programs Ordo and BayesElo.
    Each player also drew with the average player, against whom all of them together are expected
    to score half. The ratings are the most likely ones, by Newton's method. The intervals are
    BayesElo's, from the whole covariance; draws make them wider than need be.

    >>> from kinrow.players import player
    >>> from kinrow.rules import game
    >>> from kinrow.arena.match import Match, play_match
    >>> match = Match(player("random", seed=1), player("perfect"), game("tictactoe"), games=20)
    >>> [line.name for line in standings(play_match(match))]
    ['perfect', 'random']
    """
    against, faults = _met(games)
    ratings, margins = _fitted(against)
    lines = [
        Standing(name, rating, margin, _sum(scores.values()), faults[name], scores)
        for (name, scores), rating, margin in zip(against.items(), ratings, margins, strict=True)
    ]
    return Standings(sorted(lines, key=lambda line: -line.elo))


def _met(games: Iterable[Record]) -> tuple[dict[str, dict[str, Score]], dict[str, int]]:
    against: dict[str, dict[str, Score]] = {}
    faults: dict[str, int] = {}
    if not isinstance(games, Iterable):
        raise no_list("games", games, "[Record('tictactoe', 'b2 a1')]")
    for played in map(checked_game, games):
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


def _fitted(against: dict[str, dict[str, Score]]) -> tuple[list[float], list[float]]:
    """The ratings, relative to the mean of all, and half their intervals.

    The covariance of the ratings is the inverse of what the games say about them: the curvature of
    the likelihood where it is largest, with all players' ratings free at the same time.
    """
    place = {name: at for at, name in enumerate(against)}
    points, games = np.zeros(len(place)), np.zeros((len(place), len(place)))
    for name, row in against.items():
        for other, score in row.items():
            points[place[name]] += score.mean * score.games
            games[place[name], place[other]] = score.games
    rating = _most_likely(points, games)
    _, known = _slope(rating, points, games)
    from_mean = np.eye(len(place)) - 1 / max(1, len(place))
    variances = np.diag(from_mean @ np.linalg.inv(known) @ from_mean)
    return [_UNIT * one for one in from_mean @ rating], [_Z95 * _UNIT * sqrt(v) for v in variances]


def _most_likely(points: _Floats, games: _Floats) -> _Floats:
    """The logarithms of the strengths; the average player's is 0.

    A step that would not make the slope smaller is halved: so it converges from anywhere.
    """
    rating = np.zeros(len(points))
    slope, known = _slope(rating, points, games)
    for _ in range(_ROUNDS):
        step = np.linalg.solve(known, slope)
        if np.abs(step).max(initial=0.0) < _CLOSE:
            break
        for size in 0.5 ** np.arange(_HALVINGS):
            after = _slope(rating + size * step, points, games)
            if np.linalg.norm(after[0]) < np.linalg.norm(slope):
                break
        rating, (slope, known) = rating + size * step, after
    return rating


def _slope(rating: _Floats, points: _Floats, games: _Floats) -> tuple[_Floats, _Floats]:
    """Of the logarithm of the likelihood; and its curvature, with the opposite sign."""
    expected = 0.5 + 0.5 * np.tanh((rating[:, None] - rating) / 2)
    drawn = 0.5 + 0.5 * np.tanh(rating / 2)
    slope = points - (games * expected).sum(1) + _PRIOR * (0.5 - drawn)
    weights = games * expected * (1 - expected)
    return slope, np.diag(weights.sum(1) + _PRIOR * drawn * (1 - drawn)) - weights
