"""Rows in which the loser of five in a row has several far stones: left out, or answered.

`F` and `G` in docs/proof-format.md leave out one far stone. In one row with it the winner lets the
loser's next stone be a pass, and may answer each further one there, while the win goes on as if
neither had been played. These stones and answers are found again on the board.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise

from kinrow.strategies.far_stones import WAYS, K, Place, open_lines
from kinrow.strategies.file import HIGHEST

_REACH = 10  # cells of a row on either side of its stones that matter
_ANSWERS = 2  # in a row
_LONGEST = 1 + HIGHEST + _ANSWERS  # the first stone, passes, and stones that were answered

Cells = frozenset[int]  # of a row
NONE: Cells = frozenset()


@dataclass(frozen=True, slots=True)
class Row:
    """Stones of the loser's that follow each other in one row, column or diagonal, and where."""

    way: Place
    stones: tuple[Place, ...]

    def near(self) -> Iterator[Place]:
        """The cells of the row, from the tenth before these stones to the tenth after them."""
        return self.within(_REACH)

    def within(self, reach: int) -> Iterator[Place]:
        """The cells of the row, from so many before these stones to so many after them."""
        (row, col), last = self.stones[0], self.stones[-1]
        length = max(abs(last[0] - row), abs(last[1] - col))
        for n in range(-reach, length + reach + 1):
            yield row + n * self.way[0], col + n * self.way[1]

    def without(self, stone: Place) -> Row:
        """The others."""
        return Row(self.way, tuple(at for at in self.stones if at != stone))

    def with_answers(self, own: Collection[Place]) -> Iterator[tuple[Place, ...]]:
        """Which of the winner's stones may be answers: none, one, and so on."""
        here = [at for at in self.near() if at in own]
        for count in range(min(_ANSWERS, len(here), len(self.stones) - 2) + 1):
            yield from combinations(here, count)

    def is_kept(self, win: RowWin, own: Collection[Place], has: Callable[[Place], bool]) -> bool:
        """Whether a win goes on without these stones, on the board that has these cells.

        `own` are the winner's stones, answers included.
        """
        extra = {*self.stones, *win.beyond}
        if not win.order or any(at in win.zone for at in extra):
            return False
        elsewhere = (
            line
            for at in extra
            for way in WAYS.values()
            if way != self.way or at not in self.stones
            for line in open_lines(at, way, K, own)
            if all(map(has, line))
        )
        return all(
            len(extra.intersection(line)) <= win.order for line in elsewhere
        ) and self._balance(win, extra, own, has).holds(NONE, NONE, win.order)

    def _balance(
        self,
        win: RowWin,
        extra: Collection[Place],
        own: Collection[Place],
        has: Callable[[Place], bool],
    ) -> Balance:
        near = {n: at for n, at in enumerate(self.near()) if has(at) and at not in own}
        held = {*win.zone, *win.known}
        return Balance(
            frozenset(near),
            frozenset(n for n, at in near.items() if at in held),
            frozenset(n for n, at in near.items() if at in extra),
        )


class Balance:
    """The loser's extra stones on a row, as the proof of `F` counts them, and what may follow.

    Each open line has no more of them than the order, or at least two of its cells outside the zone
    are empty. The winner keeps that up, whether a stone is a pass or answered. All cells of the
    zone count as the loser's.
    """

    def __init__(self, cells: Cells, zone: Cells, extra: Cells) -> None:
        self._zone, self._extra = zone, extra
        self._free = cells - zone - extra
        every = (range(first, first + K) for first in cells)
        lines = (frozenset(line) for line in every if cells.issuperset(line))
        self._lines = [line for line in lines if line - zone]
        self.holds = cache(self._holds)

    def _holds(self, extra: Cells, stopped: Cells, order: int) -> bool:
        """Whether it can be kept up, after these further stones and answers."""
        if not self._is_kept(extra, stopped, order):
            return False
        if order == HIGHEST:  # the winner has a four whenever the loser is to move
            return True
        passes = [NONE, *(frozenset([cell]) for cell in self._zone - extra)]
        return all(self.holds(extra | stone, stopped, order + 1) for stone in passes) and all(
            self._is_met(extra | {cell}, stopped, order) for cell in self._free - extra - stopped
        )

    def _is_kept(self, extra: Cells, stopped: Cells, order: int) -> bool:
        extra |= self._extra
        taken = extra | self._zone
        return all(
            line & stopped or len(line & extra) <= order or len(line - taken) >= 2
            for line in self._lines
        )

    def _is_met(self, extra: Cells, stopped: Cells, order: int) -> bool:
        """After a stone outside the zone: as a pass, or with an answer."""
        return self.holds(extra, stopped, order + 1) or any(
            self.holds(extra, stopped | {answer}, order) for answer in self._free - extra - stopped
        )


@dataclass(frozen=True, slots=True)
class RowWin:
    """A win without the stones of a row: its zone and order, and the loser's other stones."""

    move: Place | None
    zone: frozenset[Place]
    order: int
    known: tuple[Place, ...]  # it knows of them
    beyond: tuple[Place, ...]  # beyond the window, counted by the order


def rows_of(stones: Collection[Place]) -> Iterator[Row]:
    """All rows, columns and diagonals with two of these stones or more near each other.

    >>> [row.stones for row in rows_of([(0, 0), (0, 2), (0, 9), (4, 4)])]
    [((0, 0), (0, 2)), ((0, 0), (4, 4))]
    """
    for way in WAYS.values():
        lines: dict[int, list[Place]] = {}
        for at in sorted(stones):
            lines.setdefault(at[0] * way[1] - at[1] * way[0], []).append(at)
        for line in lines.values():
            yield from (Row(way, part) for group in _groups(line) for part in _parts(group))


def _groups(line: Sequence[Place]) -> Iterator[tuple[Place, ...]]:
    """The stones of one row, divided where the next one is too far away."""
    first = 0
    for n, (one, other) in enumerate(pairwise(line), 1):
        if max(abs(one[0] - other[0]), abs(one[1] - other[1])) >= K:
            yield tuple(line[first:n])
            first = n
    yield tuple(line[first:])


def _parts(group: tuple[Place, ...]) -> Iterator[tuple[Place, ...]]:
    """Two or more of them that follow each other; all first, as one of them may be near."""
    for length in range(min(len(group), _LONGEST), 1, -1):
        yield from (group[first : first + length] for first in range(len(group) - length + 1))
