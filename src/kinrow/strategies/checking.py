"""Check a strategy by search: every entry wins or holds, and so does its first position."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace

from kinrow.rules.options import callable_or_none, instance_of
from kinrow.strategies.file import DrawStrategy, Entry, Strategy, pack
from kinrow.strategies.follower import follower_of
from kinrow.strategies.holding import first_failure
from kinrow.strategies.larger import LargerFollower, player_of
from kinrow.strategies.openings import is_first_turn, with_all_cells
from kinrow.strategies.parts import Part, in_parts, processes_for, share_of
from kinrow.strategies.proving import proves, proves_afresh

Report = Callable[[int, int], object]
"""Called with how many entries were checked, and of how many."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a check found: how many entries hold, the first that was not proved, and the start.

    `start_settled` is whether the winner wins from there, or both sides hold.
    """

    entries: int
    failed: Entry | None
    start_settled: bool

    @property
    def holds(self) -> bool:
        """Whether the strategy does from its first position what it is for."""
        return self.failed is None and self.start_settled


def check_strategy(
    strategy: Strategy | DrawStrategy,
    memory: str | int = "1GiB",
    report: Report | None = None,
    *,
    threads: int | None = None,
) -> Verdict:
    """Proves every entry by search, in the order of the file, using only those proved before.

    Nothing in the file is trusted. A search may visit the strategy's budget of positions for every
    cell of the board; it must show that the move of the entry wins within its zone, or that it
    holds the draw.

    The entries of a win are shared among `threads` processes, by default one for each core, and so
    is the memory; those of a draw are checked by one. Raises OptionError for what is not a
    strategy, or a `report` that cannot be called.
    """
    callable_or_none("report", report)
    if isinstance(strategy, DrawStrategy):
        return _check_draw(strategy, memory, report)
    instance_of("strategy", strategy, Strategy, "read_strategy('a.strategy')")
    entries, processes = list(strategy.entries()), processes_for(threads, strategy.count)
    work = _CheckedPart(strategy, entries, share_of(memory, processes))
    with closing(in_parts(work, 0, strategy.count, processes)) as found:
        for done, failed in found:
            if failed is not None:
                return Verdict(failed, entries[failed], start_settled=False)
            if report is not None:
                report(done, strategy.count)
    with player_of(strategy, memory) as follower:
        start = follower.win(strategy.start)
    return Verdict(strategy.count, None, start is not None)


@dataclass(frozen=True, slots=True)
class _CheckedPart:
    """Checks a part of the entries: the first that is not proved, or None."""

    strategy: Strategy
    entries: list[Entry]
    memory: int

    def __call__(self, part: Part) -> int | None:
        budget = budget_of_check(self.strategy)
        with follower_of(self.strategy, self.entries[: part[0]], self.memory) as follower:
            for number in range(*part):
                entry = self.entries[number]
                is_met = self._meets_all(number) or proves(follower, entry, budget)
                if not (is_met or proves_afresh(follower, entry, budget)):
                    return number
                follower.learn([entry])
        return None

    def _meets_all(self, number: int) -> bool:
        """Whether the entries before this one meet every answer to its move, far ones too."""
        entry, strategy = self.entries[number], self.strategy
        alone = with_all_cells(entry, strategy.rules.size)
        if not is_first_turn(entry, strategy.larger) or entry != alone:
            return False
        known = replace(strategy, packed=pack(strategy.rules.size, self.entries[:number]))
        with LargerFollower(known, self.memory) as follower:
            return follower.meets_all(entry, strategy.budget)


def _check_draw(strategy: DrawStrategy, memory: str | int, report: Report | None) -> Verdict:
    held = first_failure(strategy, memory, report)
    failed = list(strategy.entries())[held] if held is not None and held < strategy.count else None
    return Verdict(strategy.count if held is None else held, failed, held is None)


def budget_of_check(strategy: Strategy) -> int:
    """Positions for each search of a check: the budget of a strategy, for every answer."""
    return strategy.budget * strategy.rules.size
