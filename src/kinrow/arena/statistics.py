"""What a score says about strength: Elo with its interval, and when to stop (SPRT)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log, log10, sqrt
from numbers import Real
from typing import Literal

from kinrow.rules import NotationError
from kinrow.rules.calls import made_as
from kinrow.rules.cell import shown
from kinrow.rules.options import instance_of
from kinrow.rules.sentence import Sentence

_Z95 = 1.959964
_UNSEEN = 1e-3  # what a result that did not occur counts, so that it is not taken for impossible
_HALVINGS = 60
_MOST_ELO = 2000  # far beyond, a mean is 0 or 1 to a float

PairCounts = tuple[int, int, int, int, int]
"""Pairs of games in which a player made 0, 1/2, 1, 3/2 and 2 points."""

NO_PAIRS: PairCounts = (0, 0, 0, 0, 0)


def elo_of(score: float) -> float:
    """The Elo difference for a mean score per game, from 0 to 1.

    Source: Elo's logistic curve, 400 points for each factor of ten in the odds.

    >>> round(elo_of(0.75)), elo_of(1.0)
    (191, inf)
    """
    if score <= 0.0 or score >= 1.0:
        return inf if score >= 1.0 else -inf
    return 400 * log10(score / (1 - score))


def score_of(elo: float) -> float:
    """The mean score per game for an Elo difference.

    >>> score_of(0), round(score_of(191), 2)
    (0.5, 0.75)
    """
    return float(1 / (1 + 10 ** (-elo / 400)))


@made_as("Score(wins=3, draws=2, losses=1)")
@dataclass(frozen=True, slots=True)
class Score:
    """Wins, draws and losses of one player against another.

    `pairs` counts pairs of games with the same opening and colours swapped, if the games were
    played like that: an opening that favours one side then counts as no more than a draw.

    >>> score = Score(wins=30, draws=20, losses=10)
    >>> score.mean, round(score.elo), [round(bound) for bound in score.elo_interval]
    (0.6666666666666666, 120, [47, 194])
    >>> score = Score(30, 20, 10, pairs=(0, 0, 20, 0, 10))
    >>> [round(bound) for bound in score.elo_interval]
    [55, 186]
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: PairCounts = NO_PAIRS

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    @property
    def mean(self) -> float:
        """Points per game, where a draw is half a point; 0.5 before the first game."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def variance(self) -> float:
        """Of the points of one game; if pairs were played, of their mean, as if of single games."""
        if not self.games:
            return 0.25
        if any(self.pairs):
            share, mean = _shares(self.pairs)
            return 2 * sum(p * (at / 4 - mean) ** 2 for at, p in enumerate(share))
        return (self.wins + self.draws / 4) / self.games - self.mean**2

    def after(self, points: float, pair: float | None = None) -> Score:
        """The score with a game of so many points more; `pair`, if it ends one, is that of both.

        >>> Score(1, 0, 0).after(0.5, pair=1.5)
        Score(wins=1, draws=1, losses=0, pairs=(0, 0, 0, 1, 0))
        """
        pairs = list(self.pairs)
        if pair is not None:
            pairs[round(2 * pair)] += 1
        return Score(
            self.wins + (points == 1),
            self.draws + (points == 0.5),
            self.losses + (points == 0),
            (pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]),
        )

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true mean lies with 95 % confidence.

        Source: Wilson's score interval, for as many games without draws as would vary as much.

        >>> [round(bound, 3) for bound in Score(50, 0, 0).interval]
        [0.929, 1.0]
        """
        mean, games = self.mean, float(self.games)
        if not games:
            return 0.0, 1.0
        if self.variance > 0:
            games *= mean * (1 - mean) / self.variance
        z2 = _Z95**2 / games
        middle = (mean + z2 / 2) / (1 + z2)
        half = _Z95 * sqrt(mean * (1 - mean) / games + z2 / (4 * games)) / (1 + z2)
        low = 0.0 if mean == 0 else max(0.0, middle - half)
        return low, 1.0 if mean == 1 else min(1.0, middle + half)

    @property
    def elo(self) -> float:
        """The Elo difference; infinite for a clean sweep."""
        return elo_of(self.mean)

    @property
    def elo_interval(self) -> tuple[float, float]:
        """Where the true Elo difference lies with 95 % confidence."""
        low, high = self.interval
        return elo_of(low), elo_of(high)

    def __str__(self) -> str:
        low, high = self.elo_interval
        return (
            f"+{self.wins} ={self.draws} -{self.losses}, {100 * self.mean:.1f} %, "
            f"Elo {self.elo:+.0f} ({low:+.0f} to {high:+.0f})"
        )


@made_as("Sprt(elo0=0, elo1=50)")
@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential test between two Elo differences: it stops as soon as one is rejected.

    It counts pairs of games if they were played in pairs, otherwise single games. Raises
    NotationError unless both differences lie within 2000, and the first is the smaller one, and
    unless the rates of error, `alpha` and `beta`, are above 0 and add up to less than 1.

    Source: Wald's sequential probability ratio test, with the likelihood of the most likely
    distribution of results that has the mean of each hypothesis (M. Van den Bergh, A practical
    introduction to the GSPRT).

    >>> test = Sprt(elo0=0, elo1=50)
    >>> test.verdict(Score(60, 0, 20)), test.verdict(Score(6, 0, 4)), test.verdict(Score(20, 0, 60))
    ('elo1', None, 'elo0')
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        values = self.elo0, self.elo1, self.alpha, self.beta
        if not all(isinstance(each, Real) and not isinstance(each, bool) for each in values):
            raise NotationError(Sentence("match.sprt", sprt=shown(values)))
        if not -_MOST_ELO <= self.elo0 < self.elo1 <= _MOST_ELO:
            pair = repr(f"{self.elo0:g},{self.elo1:g}")
            raise NotationError(Sentence("match.sprt.order", sprt=pair, most=_MOST_ELO))
        if not (self.alpha > 0 and self.beta > 0 and self.alpha + self.beta < 1):
            rates = {"alpha": self.alpha, "beta": self.beta}
            raise NotationError(Sentence("match.sprt.rates", **rates))

    def __str__(self) -> str:
        return f"{self.elo0:g},{self.elo1:g},{self.alpha:g},{self.beta:g}"

    @property
    def bounds(self) -> tuple[float, float]:
        """Log-likelihood ratios at which the test ends."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def llr(self, score: Score) -> float:
        """The log-likelihood ratio of elo1 against elo0."""
        instance_of("score", score, Score, "Score(wins=3, draws=2, losses=1)")
        counts = score.pairs if any(score.pairs) else (score.losses, score.draws, score.wins)
        if not any(counts):
            return 0.0
        low, high = (_likelihood(counts, score_of(elo)) for elo in (self.elo0, self.elo1))
        return high - low

    def verdict(self, score: Score) -> Literal["elo0", "elo1"] | None:
        """The accepted hypothesis; None while the test is undecided."""
        low, high = self.bounds
        ratio = self.llr(score)
        if ratio <= low:
            return "elo0"
        return "elo1" if ratio >= high else None


def _shares(counts: Sequence[float]) -> tuple[list[float], float]:
    """How often each result occurred, and their mean, from 0 to 1."""
    share = [count / sum(counts) for count in counts]
    return share, sum(at * p for at, p in enumerate(share)) / (len(share) - 1)


def _likelihood(counts: Sequence[int], mean: float) -> float:
    """The largest log-likelihood of these counts under a distribution with that mean.

    Its probabilities are those seen, each over 1 + x * (result - mean), for the x that gives them
    that mean; it lies where all are positive, and is found by halving.
    """
    seen = [count or _UNSEEN for count in counts]
    share, _ = _shares(seen)
    distance = [at / (len(seen) - 1) - mean for at in range(len(seen))]
    low, high = -1 / distance[-1], -1 / distance[0]
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if sum(p * d / (1 + middle * d) for p, d in zip(share, distance, strict=True)) > 0:
            low = middle
        else:
            high = middle
    return sum(
        count * log(p / (1 + middle * d)) for count, p, d in zip(seen, share, distance, strict=True)
    )
