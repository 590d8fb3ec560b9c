"""`F`: a first stone of Q's that is far from all others, as both checkers take it."""

from __future__ import annotations

import io
from collections.abc import Collection, Iterable, Sequence
from typing import Any

import pytest
from tests.proofs.adversary import careless, written
from tests.proofs.judges import judged
from tests.proofs.test_row import FREE, K

from kinrow.reference.check import Claim, Header

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


def is_near(
    place: Place,
    zone: set[Place],
    stones: set[Place],
    reserved: Collection[Place] = (),
    *,
    exact: bool = False,
) -> bool:
    """Whether cells in one direction from this one are in the zone, and too close.

    In exact games a cell beyond an end of five that are held counts like one of the zone, unless it
    is reserved.
    """
    for down, right in WAYS:
        cells = [(place[0] + away * down, place[1] + away * right) for away in range(1, 7)]
        hidden = next((n for n, cell in enumerate(cells) if cell in stones), 7)
        held = [
            n
            for n, cell in enumerate(cells[:hidden])
            if cell in zone
            or (exact and cell not in reserved and is_beyond_five(cell, zone | stones))
        ]
        if any(n < FREE for n in held) or (len(held) > 1 and hidden == 7):
            return True
    return place in zone | stones


def is_beyond_five(place: Place, held: set[Place]) -> bool:
    """Whether five held cells in a row end before this one."""
    ways = ([(n * down, n * right) for n in range(1, 6)] for down, right in WAYS)
    return any(all((place[0] + r, place[1] + c) in held for r, c in way) for way in ways)


def near_cells(h: Header, at: Place, fours: Iterable[Place], turns: Iterable[int]) -> list[int]:
    """The empty cells that are near if O may be met by one of these fours, each in these turns."""
    zones = [({*line_of(four)} - {*PLUS, four}, {*PLUS, four}) for four in fours]
    return near_zones(h, at, zones, turns)


def near_zones(
    h: Header,
    at: Place,
    zones: Iterable[tuple[set[Place], set[Place]]],
    turns: Iterable[int],
    reserved: set[Place] | None = None,
) -> list[int]:
    """The same after trees with these zones and stones of X's, which reserve these cells.

    Then also those beyond the window, which lies around the first stone.
    """
    ways, wide = [*turns], range(-30, 31)
    if reserved:
        inside = {(row - at[0], col - at[1]) for row in range(h.rows) for col in range(h.cols)}
        reserved = reserved | {(row, col) for row in wide for col in wide} - inside
    trees = [
        [turned(places, turn) for places in (zone, own, reserved or set())]
        for zone, own in zones
        for turn in ways
    ]
    return [
        cell
        for cell, sign in enumerate(h.cells)
        if sign == "."
        and all(
            is_near((cell // h.cols - at[0], cell % h.cols - at[1]), *tree, exact=h.exact)
            for tree in trees
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
        out += number((at[0] + row) * h.cols + at[1] + col) + b"\1" * h.exact + b"T\0"
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


@pytest.mark.parametrize("change", [{"larger": ()}, {"k": 4}], ids=["one board", "k"])
def test_where_no_far_stone_is_left_out(change: dict[str, Any]) -> None:
    assert judged(written(header(**change), tree(header()))) is None


@pytest.mark.parametrize("larger", [("rows", "cols"), ("cols",)])
def test_a_far_stone_in_exact_games(larger: tuple[str, ...]) -> None:
    """With both its ends the four makes six in a row, and the cells beyond those count, too."""
    h, at = header(21, 21, (10, 10), exact=True, larger=larger), (10, 10)
    turns = range(8 if len(larger) == 2 else 4)
    near = near_cells(h, at, [(0, 2)], turns)
    free = h._replace(exact=False)
    assert set(near) > set(near_cells(free, at, [(0, 2)], turns))
    assert judged(written(h, tree(h, at, turns=turns))) is not None
    assert judged(written(h, tree(h, at, turns=turns, leave_out=near[0]))) is None
    assert judged(written(h, tree(free, at, turns=turns))) is None


def test_a_stone_of_the_winner_beyond_five_still_hides_what_is_behind() -> None:
    """The hits below the middle are five in a row, which end before his stone there."""
    h, at = header(21, 21, (10, 10), exact=True), (10, 10)
    hits = [(row, 0) for row in range(2, 7)]
    zone, stones = {*line_of((0, 2)), *hits} - {*PLUS, (0, 2)}, {*PLUS, (0, 2)}
    near = near_zones(h, at, [(zone, stones)], range(8))
    out = b"F\1" + number(10 * 21 + 12) + b"\1T" + number(len(hits))
    out += b"".join(number((10 + row) * 21 + 10) for row, _ in hits)
    out += b"".join(number(cell) + four_after(h, at, cell) for cell in near)
    assert judged(written(h, out)) is not None


ENDS = {(5, 0), (-5, 0), (0, 5), (0, -5)}


@pytest.mark.parametrize("reserved", [ENDS, ENDS | {(9, 9)}, {(8, 0)}, {(0, 2)}, set[Place]()])
def test_reserved_cells_are_not_touched(reserved: set[Place]) -> None:
    """The hits end before them in every direction, but X needs no line there."""
    h, at = header(21, 21, (10, 10), exact=True), (10, 10)
    hits = {(row, 0) for row in range(-4, 5)} | {(0, col) for col in range(-4, 5)}
    hits -= {*PLUS, *line_of((0, 2))}
    zone, stones = hits | {*line_of((0, 2))} - {*PLUS, (0, 2)}, {*PLUS, (0, 2)}
    near, more = (
        near_zones(h, at, [(zone, stones)], range(8), places) for places in (reserved, set[Place]())
    )
    assert (set(near) < set(more)) is (reserved >= ENDS)
    out = b"F\1" + number(10 * 21 + 12) + number(1 + len(reserved))
    out += b"".join(number((10 + row) * 21 + 10 + col) for row, col in reserved)
    out += b"T" + number(len(hits))
    out += b"".join(number((10 + row) * 21 + 10 + col) for row, col in hits)
    for entries, holds in ((near, True), (more, near == more)):
        listed = b"".join(number(cell) + four_after(h, at, cell) for cell in entries)
        assert (judged(written(h, out + listed)) is not None) is holds


def test_no_line_ends_before_a_reserved_cell() -> None:
    """One of the four's two lines does, so O can stop it."""
    h, at = header(21, 21, (10, 10), exact=True), (10, 10)
    zone, stones = {*line_of((0, 2))} - {*PLUS, (0, 2)}, {*PLUS, (0, 2)}
    near = near_zones(h, at, [(zone, stones)], range(8), {(0, -3)})
    listed = b"".join(number(cell) + four_after(h, at, cell) for cell in near)
    file = written(h, b"F\1" + number(10 * 21 + 12) + b"\2" + number(10 * 21 + 7) + b"T\0" + listed)
    assert judged(file) is None
    assert careless("most, self.spoilt)", "most)").check(io.BytesIO(file)).header == h


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
    near = near_zones(h, (6, 6), [(zone, stones)], range(8))
    listed = b"".join(number(cell) + four_after(h, (6, 6), cell) for cell in near)
    file = written(h, b"F\1" + at(next_stone) + idle + listed)
    assert judged(file) is None
    assert careless(" or self.lacks)", ")").check(io.BytesIO(file)).header == h
