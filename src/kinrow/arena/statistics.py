"""What a score says of the strength behind it: Elo with its interval, and when to stop (SPRT)."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, log, log10, sqrt
from typing import Literal

_Z95 = 1.959964
_PSEUDO = 0.5  # games added to each result, so that a clean sweep has a variance


def elo_of(score: float) -> float:
    """The Elo difference that a mean score of 0 to 1 a game stands for.

    Source: Elo's logistic curve, 400 points for each factor of ten in the odds.

    >>> round(elo_of(0.75)), elo_of(1.0)
    (191, inf)
    """
    if score <= 0.0 or score >= 1.0:
        return inf if score >= 1.0 else -inf
    return 400 * log10(score / (1 - score))


def score_of(elo: float) -> float:
    """The mean score that an Elo difference stands for.

    >>> score_of(0), round(score_of(191), 2)
    (0.5, 0.75)
    """
    return float(1 / (1 + 10 ** (-elo / 400)))


@dataclass(frozen=True, slots=True)
class Score:
    """Wins, draws and losses of one player against another.

    >>> score = Score(wins=30, draws=20, losses=10)
    >>> score.mean, round(score.elo), [round(bound) for bound in score.elo_interval]
    (0.6666666666666666, 120, [47, 194])
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """How many there were."""
        return self.wins + self.draws + self.losses

    @property
    def mean(self) -> float:
        """Points a game, a draw being half a point; 0.5 before the first."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def variance(self) -> float:
        """Of the points of one game."""
        if not self.games:
            return 0.25
        return (self.wins + self.draws / 4) / self.games - self.mean**2

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


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential test between two Elo differences: stops as soon as one of them is refuted.

    Source: Wald's sequential probability ratio test, in the normal approximation for a mean
    score that is used for engine matches (M. Van den Bergh, A practical introduction to the GSPRT).

    >>> test = Sprt(elo0=0, elo1=50)
    >>> test.verdict(Score(60, 0, 20)), test.verdict(Score(6, 0, 4)), test.verdict(Score(20, 0, 60))
    ('elo1', None, 'elo0')
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """Log-likelihood ratios at which the test ends."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def llr(self, score: Score) -> float:
        """The log-likelihood ratio of elo1 against elo0."""
        games = score.games + 3 * _PSEUDO
        wins, draws = score.wins + _PSEUDO, score.draws + _PSEUDO
        mean = (wins + draws / 2) / games
        variance = (wins + draws / 4) / games - mean**2
        low, high = score_of(self.elo0), score_of(self.elo1)
        return games * (high - low) * (2 * mean - low - high) / (2 * variance)

    def verdict(self, score: Score) -> Literal["elo0", "elo1"] | None:
        """Which hypothesis stands; None while that is open."""
        low, high = self.bounds
        ratio = self.llr(score)
        if ratio <= low:
            return "elo0"
        return "elo1" if ratio >= high else None
