"""The time left, and whether it was measured or is a guess."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf, log
from statistics import median

_MOST_GROWTH = 8.0
_LARGEST_POWER = 600.0  # of e: a float holds little more
_DOUBT = 0.05  # of a ply: until so much is answered, what the later plies cost counts for more


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """Seconds left; `guess` where earlier plies, not begun yet, are part of it."""

    seconds: float
    guess: bool


@dataclass
class Estimate:
    """Positions of each ply cost alike; a ply earlier costs more by what the last plies showed.

    `todo` is the number of positions at each ply, `cost` the seconds that one took if that is
    known, perhaps from an earlier run. The work goes from the latest ply to the earliest. `most`:
    the seconds by which a position may cost more than one now, if its search is limited.

    >>> estimate = Estimate({9: 100, 8: 50, 7: 10})
    >>> estimate.left(9, 0.0, 0.0) is None
    True
    >>> estimate.done(9, 1.0, 100.0)
    >>> estimate.left(8, 0.5, 50.0)  # half of ply 8 took 50 s: twice as much a position
    TimeLeft(seconds=90.0, guess=True)
    """

    todo: Mapping[int, int]
    cost: dict[int, float] = field(default_factory=dict)
    most: float = inf

    def done(self, ply: int, portion: float, seconds: float) -> None:
        """A ply is finished, of which this portion had not been answered before."""
        # A few questions that an earlier run left over are no measure.
        if portion > 0.2 or ply not in self.cost:
            self.cost[ply] = seconds / (max(self.todo[ply], 1) * portion)

    def left(self, ply: int, share: float, seconds: float, portion: float = 1.0) -> TimeLeft | None:
        """While a share of this portion is answered; None before there is a measure."""
        if share <= 0:
            return None
        here = seconds / max(self.todo[ply] * portion * share, 1e-9)
        growth = _growth(self.cost) or _growth({**self.cost, ply: here})
        later = min((other for other in self.cost if other > ply), default=None)
        if growth is not None and later is not None:
            # The first questions of a ply say less than the plies before it.
            expected = self._grown(self.cost[later], growth, later - ply)
            here = (share * here + _DOUBT * expected) / (share + _DOUBT)
        rest = here * self.todo[ply] * portion * (1 - share)
        guess = False
        for other, count in self.todo.items():
            if other < ply:
                guess = True
                if other not in self.cost and growth is None:
                    return None
                grown = self._grown(here, growth or 1.0, ply - other)
                rest += count * (self.cost.get(other) or grown)
        return TimeLeft(rest, guess)

    def _grown(self, cost: float, growth: float, plies: int) -> float:
        """What a position so many plies earlier costs."""
        times = growth**plies if plies * log(growth) < _LARGEST_POWER else inf
        return min(cost * times, cost + self.most) if cost else 0.0


def _growth(cost: Mapping[int, float]) -> float | None:
    """By how much a position costs more than one a ply later, in the last plies."""
    plies = sorted(cost)[:5]
    steps = [
        (cost[ply] / cost[later]) ** (1 / (later - ply))
        for ply, later in pairwise(plies)
        if cost[later] > 0
    ]
    return min(max(median(steps), 1.0), _MOST_GROWTH) if steps else None
