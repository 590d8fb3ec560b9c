"""The share of mistakes, in groups: by ply, by player, by the time taken."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from kinrow.annotation.report.moments import Moment

_TIME_GROUPS = 8


@dataclass(frozen=True, slots=True)
class Share:
    """One group of moves whose regret is known.

    - `moves`: how many; `chances`: those with a choice between a best move and a worse one.
    - `halves`, `wholes`: those that gave half a game or a whole one away.
    """

    name: str
    moves: int
    chances: int
    halves: int
    wholes: int

    @property
    def mistakes(self) -> int:
        """Moves that gave something away."""
        return self.halves + self.wholes

    @property
    def share(self) -> float:
        """Mistakes among the moves; 0 if there are none."""
        return self.mistakes / self.moves if self.moves else 0.0

    @property
    def error(self) -> tuple[float, float]:
        """Wilson's interval of 95 % for the share. Source: E. B. Wilson, JASA 22, 1927.

        >>> low, high = Share("", 100, 100, 10, 0).error
        >>> round(low, 3), round(high, 3)
        (0.055, 0.174)
        """
        if not self.moves:
            return 0.0, 1.0
        z, n = 1.96, self.moves
        middle = (self.share + z * z / (2 * n)) / (1 + z * z / n)
        reach = (
            z / (1 + z * z / n) * math.sqrt(self.share * (1 - self.share) / n + (z / (2 * n)) ** 2)
        )
        return max(middle - reach, 0.0), min(middle + reach, 1.0)


def share_of(name: str, moments: Iterable[Moment]) -> Share:
    """The share of these."""
    known = [moment for moment in moments if moment.regret is not None]
    return Share(
        name,
        len(known),
        sum(len(set(moment.outcomes.values())) > 1 for moment in known),
        sum(moment.regret == 1 for moment in known),
        sum(moment.regret == 2 for moment in known),
    )


def by_ply(moments: Sequence[Moment]) -> list[Share]:
    """One group a ply, from the first."""
    return _grouped(moments, lambda moment: moment.ply)


def by_player(moments: Sequence[Moment], unnamed: str = "unnamed") -> list[Share]:
    """One group a player, those with most moves first; by sides where nobody is named."""
    named = any(moment.player is not None for moment in moments)
    found = _grouped(moments, lambda moment: (moment.player or unnamed) if named else moment.side)
    return sorted(found, key=lambda share: (-share.moves, share.name))


def by_time(moments: Sequence[Moment]) -> list[Share]:
    """Groups of about as many moves each, from the quickest; none if times are not known."""
    timed = sorted(
        (moment for moment in moments if moment.time is not None), key=lambda m: m.time or 0.0
    )
    groups: list[list[Moment]] = []
    wished = max(len(timed) / _TIME_GROUPS, 1)
    for number, moment in enumerate(timed):
        # Equal times stay together.
        begins = number >= len(groups) * wished and (
            not groups or groups[-1][-1].time != moment.time
        )
        if begins:
            groups.append([])
        groups[-1].append(moment)
    return [share_of(_span(group), group) for group in groups]


def _span(group: Sequence[Moment]) -> str:
    low, high = group[0].time or 0.0, group[-1].time or 0.0
    return f"{low:,g}" if low == high else f"{low:,.6g}–{high:,.6g}"


Key = TypeVar("Key", int, str)


def _grouped(moments: Sequence[Moment], key: Callable[[Moment], Key]) -> list[Share]:
    groups: dict[Key, list[Moment]] = {}
    for moment in moments:
        groups.setdefault(key(moment), []).append(moment)
    return [share_of(str(name), groups[name]) for name in sorted(groups)]


def worst(moments: Sequence[Moment], most: int) -> list[Moment]:
    """The dearest mistakes: a whole game before half of one, then the easiest to avoid.

    Of equal ones those come first that had the larger share of best moves to choose from, then
    those earlier in the file. A move in the same position is shown once.
    """
    mistakes = [moment for moment in moments if moment.regret]
    mistakes.sort(key=lambda moment: (-(moment.regret or 0), -_ease(moment), moment.row))
    found: dict[Hashable, Moment] = {}
    for moment in mistakes:
        found.setdefault((moment.position.cells, moment.move), moment)
    return list(found.values())[:most]


def _ease(moment: Moment) -> float:
    return len(moment.best) / max(len(moment.outcomes), 1)
