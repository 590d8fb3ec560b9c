"""`F`: a first stone of Q's that is far from all others; its argument, and what both checkers take.

The argument (docs/proof-format.md) rests on a game on one row of cells, played here in all ways. Q
has a first stone at 0, and all cells of the zone on the row; on each side the zone has none of the
three nearest cells and one of the next three, and cells behind a stone of P's do not count. Q's
next stone in a line with 0 is a pass. Each further one P lets be a pass, or answers on the row, off
the zone. A stone on a cell of the zone that the tree no longer looks at is a pass, too. Three
passes end the game.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Any

import pytest
from tests.proofs.adversary import careless, written
from tests.proofs.judges import judged

from kinrow.reference.check import Claim, Header

K, REACH, REACHED, PASSES = 5, 4, 5, 3
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
        farthest: int = 10,
    ) -> None:
        held = frozenset(stones)
        self.cells = frozenset(range(first, last + 1)) - held
        self.zone = frozenset(zone) & self.cells
        self.farthest = farthest  # where an answer may be
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
        empty = self.cells - passes - answered - stopped - self.zone - {0, cell}
        return any(
            self.holds(passes, answered | {cell}, stopped | {answer}, order)
            for answer in sorted(empty, key=lambda answer: abs(answer - cell))
            if abs(answer) <= self.farthest
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
    return [cell for cell in range(FREE + 1, 11) if cell != stone]


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
    """There is always an empty cell on the board that answers; in exact games within five cells."""
    for stone in range(1, 7):
        zone = [*behind(stone), *mirrored(MOST[0])]
        assert not Row(zone, stones=[stone], first=first, last=last).losing()
    for right, left in combinations_with_replacement(MOST, 2):
        assert not Row([*right, *mirrored(left)], first=first, last=last).losing()
    exact = [*MOST[-1], *mirrored(MOST[-1])]
    assert not Row(exact, first=first, last=last, farthest=REACHED).losing()


def test_some_answers_are_five_cells_away() -> None:
    """So in exact games the zone may not have the fifth cell."""
    assert Row([*MOST[-1], *mirrored(MOST[-1])], farthest=REACH).losing()


def test_without_answers_four_would_be_open() -> None:
    """The game can be lost: after three stones next to 0 that were not answered."""
    assert not Row(NONE).holds(frozenset([1, 2, 3]), NONE, NONE, 2)


# X has two open threes that cross, and wins whatever O does. After a pass his next stone makes a
# four with two open ends: they are the zone.
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


WAYS = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]


def is_near(place: Place, zone: set[Place], stones: set[Place]) -> bool:
    """Whether cells in one direction from this one are in the zone, and too close."""
    for down, right in WAYS:
        cells = [(place[0] + away * down, place[1] + away * right) for away in range(1, 7)]
        hidden = next((n for n, cell in enumerate(cells) if cell in stones), 7)
        held = [n for n, cell in enumerate(cells[:hidden]) if cell in zone]
        if any(n < FREE for n in held) or (len(held) > 1 and hidden == 7):
            return True
    return place in zone | stones


def is_near_if_exact(place: Place, zone: set[Place], stones: set[Place]) -> bool:
    """Whether a cell up to five away, or one that touches it, is held."""
    every = [(n * down, n * right) for n in range(REACHED + 1) for down, right in WAYS]
    touching = [(0, 0), *WAYS]
    return any(
        (place[0] + row + down, place[1] + col + right) in zone | stones
        for row, col in every
        for down, right in touching
    )


def near_cells(h: Header, at: Place, fours: Iterable[Place], turns: Iterable[int]) -> list[int]:
    """The empty cells that are near if O may be met by one of these fours, each in these turns."""
    near = is_near_if_exact if h.exact else is_near
    trees = [
        (turned({*line_of(four)} - {*PLUS, four}, turn), turned({*PLUS, four}, turn))
        for four in fours
        for turn in turns
    ]
    return [
        cell
        for cell, sign in enumerate(h.cells)
        if sign == "."
        and all(near((cell // h.cols - at[0], cell % h.cols - at[1]), *tree) for tree in trees)
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
        out += number((at[0] + row) * h.cols + at[1] + col) + b"T\0"
    for cell in (*near_cells(h, at, fours, [*turns]), *more):
        if cell != leave_out:
            out += number(cell) + four_after(h, at, cell)
    return out


def test_both_checkers_take_a_far_stone() -> None:
    verdict = judged(written(header(), tree(header())))
    assert verdict is not None
    assert verdict.header.larger == ("rows", "cols")
    assert verdict.by_ply == (None,), "answers to far stones come on top"


@pytest.mark.parametrize("index", range(6))
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
    h = header(9, 16, (2, 7))
    up = [0]
    assert judged(written(h, tree(h, (2, 7), turns=up))) is None
    strip = h._replace(larger=("cols",))
    assert judged(written(strip, tree(strip, (2, 7), turns=up))) is not None


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
    fours = [number(cell) + b"T\0" for cell in (4, 17)]
    assert judged(written(h, b"F" + number(2) + b"".join(fours))) is not None


def test_a_far_stone_is_the_first() -> None:
    """Not with a stone of O's on the board, nor below a pass, nor twice."""
    inner = tree(header())
    assert judged(written(header(cells="O" + header().cells[1:]), inner)) is None
    four = number(6 * 13 + 8)
    assert judged(written(header(), b"ZV" + four + b"\0" + inner)) is None
    assert judged(written(header(), b"FM" + four + inner)) is None


def test_a_first_tree_does_not_leave_out_another_stone() -> None:
    """O leaves a four alone; X makes another, and `G` leaves out the stone that O placed."""
    h, next_stone, elsewhere, second = header(), (0, 2), (-2, -2), (-2, 0)
    wins = [(0, -2), (0, 3)]  # of the four
    column = [(row, elsewhere[1]) for row in range(1 + elsewhere[0] - K, elsewhere[0] + K)]
    on_lines = {*column} - {elsewhere}  # the zone keeps off it in all other directions

    def at(place: Place) -> bytes:
        return number((6 + place[0]) * h.cols + 6 + place[1])

    entries = b"".join(at(cell) + b"W\0" for cell in sorted({wins[0], *on_lines}))
    idle = b"ZW\1" + at(elsewhere) + at(wins[0]) + b"W\0"
    idle += at(elsewhere) + b"M" + at(second) + b"G" + at(elsewhere) + b"\1W\0" + entries
    zone, stones = {elsewhere, second, *wins}, {*PLUS, next_stone}
    turns = [(turned(zone, turn), turned(stones, turn)) for turn in range(8)]
    cells = [
        (cell // h.cols - 6, cell % h.cols - 6) for cell, sign in enumerate(h.cells) if sign == "."
    ]
    near = [cell for cell in cells if all(is_near(cell, *each) for each in turns)]
    listed = b"".join(
        at(cell) + four_after(h, (6, 6), (6 + cell[0]) * h.cols + 6 + cell[1]) for cell in near
    )
    file = written(h, b"F\1" + at(next_stone) + idle + listed)
    assert judged(file) is None
    assert careless(" or self.lacks)", ")").check(io.BytesIO(file)).header == h
