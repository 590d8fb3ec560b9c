"""Check a strategy by search: every entry wins, and so does its first position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from kinrow.strategies.file import Entry, Strategy
from kinrow.strategies.follower import Follower
from kinrow.strategies.proving import proves

Report = Callable[[int, int], object]
"""Called with how many entries were checked, and of how many."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a check found: how many entries hold, the first that was not proved, and the start."""

    entries: int
    failed: Entry | None
    start_won: bool

    @property
    def holds(self) -> bool:
        """Whether the strategy wins from its first position."""
        return self.failed is None and self.start_won


def check_strategy(
    strategy: Strategy, memory: str | int = "1GiB", report: Report | None = None
) -> Verdict:
    """Searches every entry anew, in the order of the file, with those that held before.

    Nothing in the file is taken for granted: an entry is learned once a search has shown that its
    move wins within its zone, looking at no more than the strategy's budget for each answer.
    """
    budget = budget_of_check(strategy)
    with Follower(replace(strategy, packed=b""), memory) as follower:
        for number, entry in enumerate(strategy.entries()):
            if not proves(follower, entry, budget):
                return Verdict(number, entry, start_won=False)
            follower.learn([entry])
            if report is not None and number % 100 == 0:
                report(number, strategy.count)
        start = follower.win(strategy.start)
    return Verdict(strategy.count, None, start is not None)


def budget_of_check(strategy: Strategy) -> int:
    """Positions for each search of a check: the budget of a strategy, for every answer."""
    return strategy.budget * strategy.rules.size
