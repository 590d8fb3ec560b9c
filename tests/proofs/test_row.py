"""What `F` and `G` need on one row of cells, played in all ways.

Their argument (docs/proof-format.md) rests on a game on one row. Q has a first stone at 0, and all
cells of the zone on the row; on each side the zone has none of the three nearest cells and one of
the next three, or any if a stone of P's is among the six, and cells behind that do not count. Q's
next stone in a line with 0 is a pass. Each further one P lets be a pass, or answers on the row, off
the zone, if it is up to six cells from 0; both lie before his first stone on each side. A stone on
a cell of the zone that the tree no longer looks at is a pass, too. Three passes end the game. In
exact games cells beyond an end of five that P may fill count like the zone: he answers on none of
them.

Ten cells on each side are enough, because on lines that go further there are only passes, and no
more of them than the order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, product

import pytest

K, REACH, PASSES = 5, 4, 3
FARTHEST = 6  # of Q's stones that are answered: so these are finitely many
FREE, NEXT_THREE = 3, (4, 5, 6)
Stones = frozenset[int]
NONE: Stones = frozenset()
MOST = [(one, 7, 8, 9, 10) for one in NEXT_THREE]  # that a zone may have on one side


class Row:
    """P's answers on one row of cells with this zone; the board has the cells `first` to `last`.

    P has these stones on the row from the beginning.
    """

    def __init__(
        self,
        zone: Iterable[int],
        *,
        stones: Iterable[int] = (),
        first: int = -10,
        last: int = 10,
        farthest: int = FARTHEST,
    ) -> None:
        held, self.farthest = frozenset(stones), farthest
        self.cells = frozenset(range(first, last + 1)) - held
        self.zone = frozenset(zone) & self.cells
        left = max((stone for stone in held if stone < 0), default=first - 1)
        right = min((stone for stone in held if stone > 0), default=last + 1)
        self.before = self.cells.intersection(range(left + 1, right))
        lines = (frozenset(range(start, start + K)) for start in range(first, last + 2 - K))
        self.lines = [(line, line - self.zone) for line in lines if not line & held]
        self.holds = cache(self._holds)

    def _is_kept(self, passes: Stones, answered: Stones, stopped: Stones, order: int) -> bool:
        """The balance, which P keeps up after each stone of Q's and its answer."""
        extra = passes | answered | {0}
        return all(
            stopped & line or len(extra & line) <= order or len(outside - extra) >= 2
            for line, outside in self.lines
        )

    def _holds(self, passes: Stones, answered: Stones, stopped: Stones, order: int) -> bool:
        """Can P keep that up from here on?"""
        if not self._is_kept(passes, answered, stopped, order):
            return False
        if order == PASSES:
            return True
        elsewhere = [NONE, *(frozenset([cell]) for cell in self.zone - passes)]
        empty = self.cells - passes - answered - stopped - self.zone - {0}
        return all(
            self.holds(passes | stone, answered, stopped, order + 1) for stone in elsewhere
        ) and all(self._is_met(cell, passes, answered, stopped, order) for cell in empty)

    def _is_met(
        self, cell: int, passes: Stones, answered: Stones, stopped: Stones, order: int
    ) -> bool:
        """The same after this stone of Q's."""
        if self.holds(passes | {cell}, answered, stopped, order + 1):
            return True
        if abs(cell) > self.farthest or cell not in self.before:
            return False
        empty = self.before - passes - answered - stopped - self.zone - {0, cell}
        return any(
            self.holds(passes, answered | {cell}, stopped | {answer}, order)
            for answer in sorted(empty, key=lambda answer: abs(answer - cell))
        )

    def losing(self) -> set[int]:
        """The first stones in a line with 0 that P cannot meet, after what passes there were."""
        beyond = [cell for cell in self.cells if abs(cell) > REACH]
        return {
            first
            for first in self.cells.intersection(range(-REACH, REACH + 1)) - {0}
            for number in range(PASSES)
            for before in combinations(beyond, number)
            if not self.holds(frozenset([first, *before]), NONE, NONE, number + 1)
        }


def mirrored(cells: Iterable[int]) -> list[int]:
    return [-cell for cell in cells]


def behind(stone: int) -> list[int]:
    """The most that a zone may have on one side, with this stone of P's."""
    return [cell for cell in range(1, 11) if cell > stone or FREE < cell < stone]


@pytest.mark.parametrize("left", MOST)
@pytest.mark.parametrize("right", MOST)
def test_what_far_stones_threaten_is_answered(left: Sequence[int], right: Sequence[int]) -> None:
    assert not Row([*right, *mirrored(left)]).losing()


@pytest.mark.parametrize("stone", range(1, 7))
@pytest.mark.parametrize("other", [*MOST, *range(1, 7)])
def test_nothing_counts_behind_a_stone_of_the_winner(
    stone: int, other: Sequence[int] | int
) -> None:
    left, stones = (behind(other), [-other]) if isinstance(other, int) else (other, [])
    assert not Row([*behind(stone), *mirrored(left)], stones=[stone, *stones]).losing()


def test_a_stone_seven_away_is_too_far() -> None:
    assert Row(behind(7), stones=[7]).losing()


@pytest.mark.parametrize("two", [(4, 5), (4, 6), (5, 6)])
def test_the_zone_may_not_have_two_of_the_next_three_cells(two: tuple[int, int]) -> None:
    assert Row(two).losing() == {two[0] - 2, two[0] - 1}


@pytest.mark.parametrize("one", range(1, FREE + 1))
def test_the_zone_may_not_have_one_of_the_three_nearest_cells(one: int) -> None:
    assert Row([one]).losing()


@pytest.mark.parametrize("first", [-10, *range(-6, 1)])
@pytest.mark.parametrize("last", [*range(7), 10])
def test_so_it_is_where_the_row_ends(first: int, last: int) -> None:
    """There is always an empty cell on the board that answers."""
    for stone, left in product(range(1, 7), MOST):
        zone = [*behind(stone), *mirrored(left)]
        assert not Row(zone, stones=[stone], first=first, last=last).losing()
    for right, left in combinations_with_replacement(MOST, 2):
        assert not Row([*right, *mirrored(left)], first=first, last=last).losing()


def test_without_answers_four_would_be_open() -> None:
    """The game can be lost: after three stones next to 0 that were not answered."""
    assert not Row(NONE).holds(frozenset([1, 2, 3]), NONE, NONE, 2)
