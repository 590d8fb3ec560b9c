"""`F`: a first stone of Q's that is far from all others; its argument, and what both checkers take.

The argument (docs/proof-format.md) rests on a game on one row of cells, played here in all ways. Q
has a first stone at 0 and another within reach of it; P needs no cell within reach of 0. While the
tree has order 1, P answers each stone that makes three in an open line; then, with one more stone
of Q's anywhere on the row or off it, each that makes four. His answers are at most five cells
from 0, where no cell is of the zone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import pytest
from tests.proofs.adversary import written
from tests.proofs.judges import judged

from kinrow.reference.check import Claim, Header

K, REACH, REACHED = 5, 4, 5
Stones = frozenset[int]


def lines(stones: Stones, stopped: Stones) -> Iterator[tuple[range, Stones]]:
    """The open lines with a stone, each with its gap."""
    for first in range(min(stones) - REACH, max(stones) + 1):
        line = range(first, first + K)
        if stones.intersection(line) and not stopped.intersection(line):
            yield line, frozenset(line) - stones


def gaps_of_one(stones: Stones, stopped: Stones) -> set[int]:
    """The cells that complete a line."""
    return {cell for _, gap in lines(stones, stopped) for cell in gap if len(gap) == 1}


class Row:
    """P's answers on one row of cells, none farther from 0 than `farthest`."""

    def __init__(self, farthest: int) -> None:
        self.farthest = farthest
        self.seen: dict[tuple[Stones, Stones, Stones], bool] = {}

    def keeps_off(self, far: Stones, stopped: Stones) -> bool:
        """Does no line without the first far stone have two others?"""
        return all(0 in line or len(far.intersection(line)) < 2 for line, _ in lines(far, stopped))

    def holds(self, far: Stones, more: Stones, stopped: Stones) -> bool:
        """Can P answer everything from here on? `more`: the other stone of Q's, if it is there."""
        key = far, more, stopped
        if key not in self.seen:
            self.seen[key] = self.keeps_off(far, stopped) and all(
                self.answered(cell, *key)
                for cell in range(min(far | more) - 2 * REACH, max(far | more) + 2 * REACH + 1)
                if cell not in far | more | stopped
            )
        return self.seen[key]

    def answered(self, cell: int, far: Stones, more: Stones, stopped: Stones) -> bool:
        """The same after this stone of Q's."""
        stones = far | more | {cell}
        least = min((len(gap) for line, gap in lines(stones, stopped) if cell in line), default=K)
        if least > 2 - bool(more):  # not answered: a pass
            return bool(more) or self.holds(far, frozenset([cell]), stopped)
        wins = gaps_of_one(stones, stopped)
        if least == 0 or len(wins) > 1:
            return False
        allowed = set(range(-self.farthest, self.farthest + 1)) - stones - stopped
        answers = sorted(wins & allowed if wins else allowed, key=lambda answer: abs(answer - cell))
        return any(self.holds(far | {cell}, more, stopped | {answer}) for answer in answers)


@pytest.mark.parametrize("second", [cell for cell in range(-REACH, REACH + 1) if cell])
def test_what_far_stones_threaten_is_answered(second: int) -> None:
    assert Row(farthest=REACHED).holds(frozenset([0, second]), frozenset(), frozenset())


@pytest.mark.parametrize("edge", range(6))
def test_so_it_is_where_the_row_ends(edge: int) -> None:
    """There is always an empty cell on the board that answers."""
    beyond = frozenset(range(edge + 1, 4 * REACH))
    for second in range(-REACH, min(edge, REACH) + 1):
        if second:
            assert Row(farthest=REACHED).holds(frozenset([0, second]), frozenset(), beyond)


def test_some_answers_are_five_cells_away() -> None:
    """So it is not enough if the zone has no cell on a line through 0."""
    assert not Row(farthest=REACH).holds(frozenset([0, REACH]), frozenset(), frozenset())


def test_without_answers_to_three_four_would_be_open() -> None:
    """The game can be lost: after three in a row without an answer."""
    assert not Row(farthest=REACHED).holds(frozenset([0, 1, 2]), frozenset([9]), frozenset())


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


def is_near(place: Place, held: set[Place]) -> bool:
    """Whether one of these cells is on a row through this one, and not too far away."""
    ways = ((0, 1), (1, 0), (1, 1), (1, -1))
    return any(
        (place[0] + n * down, place[1] + n * right) in held
        for down, right in ways
        for n in range(-REACHED, REACHED + 1)
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
        and all(is_near((cell // h.cols - at[0], cell % h.cols - at[1]), each) for each in held)
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
