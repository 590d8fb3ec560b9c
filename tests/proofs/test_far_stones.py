"""`F`: a first stone of Q's that is far from all others; its argument, and what both checkers take.

The argument (docs/proof-format.md) rests on a game on one row of cells, played here in all ways. Q
has a first stone at 0, and all cells of the zone on the row; the zone has none closer than five
cells. His next stone in a line with 0 is a pass. Each further one P lets be a pass, or answers on
the row, off the zone. Three passes end the game. The more cells the zone has, the better for Q: one
that it lacks costs him a pass.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from typing import Any

import pytest
from tests.proofs.adversary import written
from tests.proofs.judges import judged

from kinrow.reference.check import Claim, Header

K, REACH, REACHED, PASSES = 5, 4, 5, 3
ROW = range(-10, 11)
Stones = frozenset[int]
NONE: Stones = frozenset()
SIX_OUT, FIVE_OUT = (5, 7, 8, 9, 10), (6, 7, 8, 9, 10)  # the most that a zone may have on one side


class Row:
    """P's answers on one row of cells with this zone."""

    def __init__(self, zone: Iterable[int]) -> None:
        self.zone = frozenset(zone)
        lines = [frozenset(range(first, first + K)) for first in ROW[: 1 - K]]
        self.lines = [(line, line - self.zone) for line in lines]
        self.holds = cache(self._holds)

    def _is_kept(self, passes: Stones, answered: Stones, stopped: Stones, order: int) -> bool:
        """What P keeps up after each stone of Q's and its answer."""
        placed = passes | answered
        for line, outside in self.lines:
            if stopped & line:
                continue
            if 0 in line and len(placed & line) > 2:
                return False
            if 0 not in line and order < len(placed & line) > len(outside) - 2:
                return False
        return True

    def _holds(self, passes: Stones, answered: Stones, stopped: Stones, order: int) -> bool:
        """Can P keep that up from here on?"""
        if not self._is_kept(passes, answered, stopped, order):
            return False
        if order == PASSES:
            return True
        taken = passes | answered | stopped | self.zone | {0}
        return self.holds(passes, answered, stopped, order + 1) and all(
            self._is_met(cell, passes, answered, stopped, order)
            for cell in ROW
            if cell not in taken
        )

    def _is_met(
        self, cell: int, passes: Stones, answered: Stones, stopped: Stones, order: int
    ) -> bool:
        """The same after this stone of Q's."""
        if self.holds(passes | {cell}, answered, stopped, order + 1):
            return True
        empty = {*ROW} - passes - answered - stopped - self.zone - {0, cell}
        return any(
            self.holds(passes, answered | {cell}, stopped | {answer}, order)
            for answer in sorted(empty, key=lambda answer: abs(answer - cell))
        )

    def losing(self) -> set[int]:
        """The first stones in a line with 0 that P cannot meet, after what passes there were."""
        beyond = [cell for cell in ROW if abs(cell) > REACH and cell not in self.zone]
        return {
            first
            for first in range(-REACH, REACH + 1)
            for number in range(PASSES)
            for before in combinations(beyond, number)
            if first and not self.holds(frozenset([first, *before]), NONE, NONE, number + 1)
        }


@pytest.mark.parametrize("left", [SIX_OUT, FIVE_OUT])
@pytest.mark.parametrize("right", [SIX_OUT, FIVE_OUT])
def test_what_far_stones_threaten_is_answered(left: Sequence[int], right: Sequence[int]) -> None:
    assert not Row([*right, *(-cell for cell in left)]).losing()


def test_the_zone_may_not_have_both_the_fifth_and_the_sixth_cell() -> None:
    assert Row([5, 6]).losing() == {3, 4}


def test_a_stone_beyond_the_zone_costs_a_pass() -> None:
    """So a smaller zone is never worse for P."""
    for zone in (NONE, {5}, {6}, {7, 8}, {5, 8, 9}, {-5, 5}, {-6, 5, 7}):
        assert not Row(zone).losing()


def test_without_answers_four_would_be_open() -> None:
    """The game can be lost: after two passes next to 0, three stones can become four."""
    row = Row(NONE)
    assert not row.holds(frozenset([1, 2, 3]), NONE, NONE, 2)


# X has two open threes that cross, and wins whatever O does. After a pass he makes a four: the
# cells that it needs are the zone.
PLUS = ((0, -1), (0, 0), (0, 1), (-1, 0), (1, 0))
FOURS = ((0, 2), (0, -2), (2, 0), (-2, 0))
Place = tuple[int, int]


def header(rows: int = 13, cols: int = 13, at: Place = (6, 6), **more: Any) -> Header:
    """The window, with the stones around this cell."""
    cells = ["."] * (rows * cols)
    for row, col in PLUS:
        cells[(at[0] + row) * cols + at[1] + col] = "X"
    wins = (Claim("X", wins=True),)
    both = ("rows", "cols")
    found = Header(rows, cols, 5, 1, 1, False, False, "".join(cells), "O", 1, wins, both)
    return found._replace(**more)


def number(cell: int) -> bytes:
    return bytes([cell]) if cell < 128 else bytes([cell & 127 | 128, cell >> 7])


def line_of(move: Place) -> list[Place]:
    """The four that this move makes, and the cells at its ends."""
    across = move[0] == 0
    four = sorted(place for place in (*PLUS, move) if place[not across] == 0)
    (row, col), (last_row, last_col) = four[0], four[-1]
    first = (row, col - 1) if across else (row - 1, col)
    last = (last_row, last_col + 1) if across else (last_row + 1, last_col)
    return [first, *four, last]


def turned(places: Iterable[Place], turn: int) -> set[Place]:
    """One of the eight images around the middle of the stones."""
    flip, mirror = (-1) ** (turn & 1), (-1) ** (turn >> 1 & 1)
    return {
        ((c, r) if turn & 4 else (r, c)) for r, c in ((r * flip, c * mirror) for r, c in places)
    }


def is_near(place: Place, held: set[Place], *, exact: bool) -> bool:
    """Whether cells in one direction from this one are held, and too close."""
    ways = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]

    def has(way: Place, away: int) -> bool:
        return (place[0] + away * way[0], place[1] + away * way[1]) in held

    return place in held or any(
        any(has(way, away) for away in range(1, REACHED))
        or (has(way, REACHED) and (exact or has(way, REACHED + 1)))
        for way in ways
    )


def counted(h: Header, zone: set[Place]) -> set[Place]:
    """What a stone must be far from: in exact games also X's stones, and all that touches them."""
    if not h.exact:
        return zone
    near = range(-1, 2)
    return {(r + down, c + right) for r, c in zone | {*PLUS} for down in near for right in near}


def near_cells(h: Header, at: Place, fours: Iterable[Place], turns: Iterable[int]) -> list[int]:
    """The empty cells that are near if O may be met by one of these fours, each in these turns."""
    held = [
        counted(h, turned({*line_of(four)} - {*PLUS}, turn)) for four in fours for turn in turns
    ]
    return [
        cell
        for cell, sign in enumerate(h.cells)
        if sign == "."
        and all(
            is_near((cell // h.cols - at[0], cell % h.cols - at[1]), each, exact=h.exact)
            for each in held
        )
    ]


def four_after(h: Header, at: Place, cell: int) -> bytes:
    """`V` with one move after O's stone."""
    place = cell // h.cols - at[0], cell % h.cols - at[1]
    move = next(move for move in FOURS if place not in line_of(move))
    return b"V" + number((at[0] + move[0]) * h.cols + at[1] + move[1]) + b"\0"


def tree(
    h: Header,
    at: Place = (6, 6),
    *,
    fours: Sequence[Place] = ((0, 2),),
    turns: Iterable[int] = range(8),
    leave_out: int = -1,
    more: Iterable[int] = (),
) -> bytes:
    """The tree of `F`, with entries for all that is near."""
    out = b"F" + number(len(fours))
    for row, col in fours:
        out += b"V" + number((at[0] + row) * h.cols + at[1] + col) + b"\0"
    for cell in (*near_cells(h, at, fours, [*turns]), *more):
        if cell != leave_out:
            out += number(cell) + four_after(h, at, cell)
    return out


def test_both_checkers_take_a_far_stone() -> None:
    verdict = judged(written(header(), tree(header())))
    assert verdict is not None
    assert verdict.header.larger == ("rows", "cols")
    assert verdict.by_ply == (None,), "answers to far stones come on top"


@pytest.mark.parametrize("index", [0, 1, 20, -2, -1])
def test_all_that_is_near_has_an_entry(index: int) -> None:
    near = near_cells(header(), (6, 6), [(0, 2)], range(8))
    assert judged(written(header(), tree(header(), leave_out=near[index]))) is None


def test_nothing_else_has_an_entry() -> None:
    assert judged(written(header(), tree(header(), more=[0]))) is None


OFF_CENTER = (6, 7)


def test_what_is_near_is_so_after_each_turn() -> None:
    """In a window that only half of the turns keep in place, more is near."""
    h = header(13, 16, OFF_CENTER)
    upright = [0, 1]
    assert judged(written(h, tree(h, OFF_CENTER, turns=upright))) is not None
    assert judged(written(h, tree(h, OFF_CENTER))) is None


def test_a_second_tree_makes_less_near() -> None:
    """Off the centre, no turn takes one four to the others."""
    h = header(13, 16, OFF_CENTER)
    two, upright = [(0, 2), (2, 0), (-2, 0)], [0, 1]
    less = near_cells(h, OFF_CENTER, two, upright)
    assert set(less) < set(near_cells(h, OFF_CENTER, two[:1], upright))
    assert judged(written(h, tree(h, OFF_CENTER, fours=two, turns=upright))) is not None


def test_there_is_a_tree_after_a_pass() -> None:
    assert judged(written(header(), tree(header(), fours=()))) is None


def test_what_is_near_lies_in_the_window() -> None:
    """A row less above is too few where the board may go on there, and enough where it does not."""
    h = header(10, 16, (3, 7))
    up = [0]
    assert judged(written(h, tree(h, (3, 7), turns=up))) is None
    strip = h._replace(larger=("cols",))
    assert judged(written(strip, tree(strip, (3, 7), turns=up))) is not None


@pytest.mark.parametrize(
    "change", [{"exact": True}, {"larger": ()}, {"k": 4}], ids=["wider", "one board", "k"]
)
def test_where_no_far_stone_is_left_out(change: dict[str, Any]) -> None:
    """In exact games more cells are near; other games do not have the letter."""
    assert judged(written(header(**change), tree(header()))) is None


@pytest.mark.parametrize("larger", [("rows", "cols"), ("cols",)])
def test_a_far_stone_in_exact_games(larger: tuple[str, ...]) -> None:
    h, at = header(21, 21, (10, 10), exact=True, larger=larger), (10, 10)
    turns = range(8 if len(larger) == 2 else 4)
    near = near_cells(h, at, [(0, 2)], turns)
    assert judged(written(h, tree(h, at, turns=turns))) is not None
    assert judged(written(h, tree(h, at, turns=turns, leave_out=near[0]))) is None


def test_nothing_may_be_near() -> None:
    """Two threes in a row, so far apart that each stone is far from one."""
    threes = "." + "XXX" + "." * 14 + "XXX" + "."
    h = header()._replace(rows=1, cols=22, cells=threes, larger=("rows",))
    fours = [b"V" + number(cell) + b"\0" for cell in (4, 17)]
    assert judged(written(h, b"F" + number(2) + b"".join(fours))) is not None


def test_a_far_stone_is_the_first() -> None:
    """Not with a stone of O's on the board, nor below a pass, nor twice."""
    inner = tree(header())
    assert judged(written(header(cells="O" + header().cells[1:]), inner)) is None
    four = number(6 * 13 + 8)
    assert judged(written(header(), b"ZV" + four + b"\0" + inner)) is None
    assert judged(written(header(), b"FM" + four + inner)) is None
