"""`G`: a null move that leaves out one of Q's stones, as both checkers take it.

The window has five rows; three in a row are a line. X has a stone, O another far from it. If O
passes, X makes two in a row with both ends open. O's moves near X are met in the same way.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from tests.proofs.adversary import careless, written
from tests.proofs.judges import judged

from kinrow.reference.check import Claim, Header

ROWS, COLS, OWN, LEFT_OUT = 5, 14, (2, 9), (2, 3)
Cell = tuple[int, int]
LINES = [(0, 1), (1, 0), (1, 1), (1, -1)]


def number(cell: Cell, cols: int = COLS) -> int:
    return cell[0] * cols + cell[1]


def header(
    *, own: Iterable[Cell] = (OWN,), other: Iterable[Cell] = (LEFT_OUT,), **more: Any
) -> Header:
    cells = ["."] * (ROWS * COLS)
    for sign, places in (("X", own), ("O", other)):
        for place in places:
            cells[number(place)] = sign
    wins = (Claim("X", wins=True),)
    found = Header(
        ROWS, COLS, 3, 1, 1, False, False, "".join(cells), "O", 1, wins, ("rows", "cols")
    )
    return found._replace(**more)


def two(step: Cell) -> bytes:
    """X makes two in a row in this direction, and wins at one of the ends."""
    return b"M" + bytes([number((OWN[0] + step[0], OWN[1] + step[1]))]) + b"T\0"


def ends(step: Cell) -> list[Cell]:
    """What a win in this direction needs."""
    return [(OWN[0] + n * step[0], OWN[1] + n * step[1]) for n in (-1, 1, 2)]


def on_lines(stone: Cell) -> list[Cell]:
    """The cells on a line with a stone."""
    every = [(stone[0] + n * row, stone[1] + n * col) for row, col in LINES for n in (-2, -1, 1, 2)]
    return [cell for cell in every if 0 <= cell[0] < ROWS and 0 <= cell[1] < COLS]


def left_out(stone: Cell, *idle: bytes, entries: dict[Cell, bytes]) -> bytes:
    listed = b"".join(bytes([number(cell)]) + tree for cell, tree in entries.items())
    return b"G" + bytes([number(stone), len(idle)]) + b"".join(idle) + listed


PAIR = (OWN, (2, 10))  # X completes a line whatever O does
FIRST_END = (2, 8)
NOW = b"W\0"


def won_at_once(stone: Cell = LEFT_OUT, *idle: bytes) -> bytes:
    entries = dict.fromkeys([FIRST_END, *on_lines(stone)], NOW)
    return left_out(stone, *(idle or [NOW]), entries=entries)


def test_both_checkers_take_it() -> None:
    verdict = judged(written(header(own=PAIR), won_at_once()))
    assert verdict is not None
    assert verdict.by_ply == (5,)


@pytest.mark.parametrize("cell", on_lines(LEFT_OUT))
def test_all_that_is_on_its_lines_has_an_entry(cell: Cell) -> None:
    entries = dict.fromkeys([FIRST_END, *on_lines(LEFT_OUT)], NOW)
    del entries[cell]
    assert judged(written(header(own=PAIR), left_out(LEFT_OUT, NOW, entries=entries))) is None


def test_nothing_else_has_an_entry() -> None:
    entries = dict.fromkeys([(0, 0), FIRST_END, *on_lines(LEFT_OUT)], NOW)
    assert judged(written(header(own=PAIR), left_out(LEFT_OUT, NOW, entries=entries))) is None


def test_closed_lines_have_none() -> None:
    """A stone of X's next to it closes the lines in that direction."""
    near = (2, 4)
    entries = dict.fromkeys([FIRST_END, *on_lines(LEFT_OUT)], NOW)
    del entries[near], entries[2, 5]
    h = header(own=(*PAIR, near))
    assert judged(written(h, left_out(LEFT_OUT, NOW, entries=entries))) is not None


def test_its_cell_is_not_in_the_zone() -> None:
    hit = b"W\1" + bytes([number(LEFT_OUT)])
    entries = dict.fromkeys([FIRST_END, *on_lines(LEFT_OUT)], NOW)
    assert judged(written(header(own=PAIR), left_out(LEFT_OUT, hit, entries=entries))) is None


def test_its_lines_lie_in_the_window() -> None:
    """At the side one leaves it, unless the board ends there."""
    stone = (2, 1)
    h = header(own=PAIR, other=[stone])
    assert judged(written(h, won_at_once(stone))) is None
    assert judged(written(h._replace(larger=("rows",)), won_at_once(stone))) is not None


def test_exact_games_have_it_too() -> None:
    assert (
        judged(written(header(own=PAIR, exact=True), won_at_once(LEFT_OUT, b"\1W\0"))) is not None
    )


@pytest.mark.parametrize(
    ("first", "second", "holds"),
    [
        ([0], [0], True),
        ([0], None, True),
        ([0, 1], [1], True),
        ([0], [], True),
        ([], None, True),
        ([], [0], False),
        ([0], [0, 1], False),
        (None, [], False),
        ([ROWS * COLS], [], False),
    ],
)
def test_what_a_reference_leads_to_has_reserved_as_much(
    first: list[int] | None, second: list[int] | None, holds: bool
) -> None:
    """Two trees after a pass, the second of which is a reference to the first; None: as before."""

    def reserving(cells: list[int] | None) -> bytes:
        return b"\0" if cells is None else bytes([1 + len(cells), *cells])

    idle = reserving(first) + b"M\0T\0", reserving(second) + b"R\0"
    entries = dict.fromkeys([(0, 0), FIRST_END, (2, 11), *on_lines(LEFT_OUT)], NOW)
    file = written(header(own=PAIR, exact=True), left_out(LEFT_OUT, *idle, entries=entries))
    assert (judged(file) is not None) is holds


def test_in_exact_games_a_line_beyond_which_his_stone_lies_is_not_open() -> None:
    """Three of O's, the first of which is left out, would be four with the other one."""
    stones = [LEFT_OUT, (2, 6)]
    for exact in (False, True):
        h = header(own=PAIR, other=stones, exact=exact)
        cells = [at for at in [FIRST_END, *on_lines(LEFT_OUT)] if not (exact and at == (2, 5))]
        file = left_out(LEFT_OUT, b"\1" * exact + NOW, entries=dict.fromkeys(cells, NOW))
        assert judged(written(h, file)) is not None


def test_on_one_board_no_stone_is_left_out() -> None:
    assert judged(written(header(own=PAIR, larger=()), won_at_once())) is None


def test_it_is_one_of_the_losers_and_no_pass_came_before() -> None:
    h = header(own=PAIR)
    assert judged(written(h, won_at_once(OWN))) is None
    assert judged(written(h, b"Z" + NOW + bytes([number(FIRST_END)]) + NOW)) is not None
    below = b"ZM" + bytes([number((4, 9))]) + won_at_once()
    assert judged(written(h, below + bytes([number(FIRST_END)]) + NOW)) is None


def test_without_entries_on_its_lines_a_false_claim_is_proved() -> None:
    """O makes two next to the stone that is left out, and completes his line first."""
    row, column = (0, 1), (1, 0)
    file = written(
        header(), left_out(LEFT_OUT, two(row), entries=dict.fromkeys(ends(row), two(column)))
    )
    assert judged(file) is None
    checker = careless("near & (idle.zone | cells)", "near & idle.zone")
    assert checker.check(io.BytesIO(file)).header.claims


# Five in a row: X has two fours, whose only ends lie in the row of the stone that is left out. The
# zone is the first of them; O's move there is met at the other.
ALONE, FAR_END = (4, 4), 12


def five(
    end: int,
    *,
    listed: bool,
    own: Iterable[Cell] = (),
    other: Iterable[Cell] = (),
    hits: Sequence[Cell] = (),
    alone: Cell = ALONE,
    larger: tuple[str, ...] = ("rows", "cols"),
    exact: bool = False,
) -> bytes:
    """The zone of the tree after a pass is the end in this column, and hits; these have entries.

    `listed`: so have the cells of O's open lines in that row.
    """
    mine = {*own, *((row, col) for col in (end, FAR_END) for row in range(4))}
    cells = ["."] * (9 * 13)
    for sign, places in (("X", mine), ("O", [alone, *other])):
        for place in places:
            cells[number(place, 13)] = sign
    near = {(4, end), *hits}
    lines = [{(4, start + n) for n in range(5)} for start in range(alone[1] + 1 if listed else 0)]
    near = near.union(*(line for line in lines if line.isdisjoint(mine))) - {alone, *other}
    entries = b"".join(bytes([number(cell, 13)]) + NOW for cell in sorted(near))
    idle = b"\1" * exact + b"W" + bytes([len(hits), *(number(hit, 13) for hit in hits)])
    h = header()._replace(rows=9, cols=13, k=5, cells="".join(cells), larger=larger, exact=exact)
    return written(h, b"G" + bytes([number(alone, 13), 1]) + idle + entries)


@pytest.mark.parametrize(
    ("end", "more", "is_quiet"),
    [
        (5, {}, False),
        (6, {}, False),
        (7, {}, False),
        (8, {}, True),
        (9, {}, True),
        (8, {"hits": [(4, 9)]}, False),
        (9, {"hits": [(4, 10)]}, False),
        (10, {"hits": [(4, 11)]}, True),
        (7, {"own": [(4, 6)]}, True),
        (7, {"own": [(4, 3)]}, False),
        (8, {"hits": [(4, 9)], "own": [(4, 10)]}, True),
        (8, {"hits": [(4, 9)], "own": [(4, 11)]}, False),
        (8, {"other": [(4, 9)]}, False),
        (9, {"other": [(4, 2)]}, False),
        (9, {"other": [(4, 2)], "own": [(4, 3)]}, True),
        (9, {"other": [(2, 7)]}, True),
    ],
)
def test_where_the_zone_keeps_off_it_its_lines_need_no_entries(
    end: int, more: dict[str, Any], is_quiet: bool
) -> None:
    """Up to X's first stone three cells are free of the zone, and of the next three at most one."""
    assert (judged(five(end, listed=False, **more)) is not None) is is_quiet
    assert (judged(five(end, listed=True, **more)) is not None) is not is_quiet


TWO = [(3, 6), (3, 7)]  # with two hits and a four in this column, five cells in a row


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize(
    ("end", "more", "is_quiet"),
    [
        (10, {}, True),
        (10, {"own": TWO, "hits": [(3, 8)]}, True),
        (10, {"own": TWO, "hits": [(3, 8), (3, 9)]}, False),
        (9, {}, True),
        (9, {"hits": [(4, 8)]}, False),
    ],
)
def test_in_exact_games_a_cell_beyond_five_that_are_held_counts(
    end: int, more: dict[str, Any], is_quiet: bool, exact: bool
) -> None:
    """The five in the row above end before a cell on a diagonal of the stone."""
    is_quiet |= not exact and "own" in more
    assert (judged(five(end, listed=False, exact=exact, **more)) is not None) is is_quiet


@pytest.mark.parametrize("exact", [False, True])
def test_so_does_one_beyond_the_edge(exact: bool) -> None:
    """The four in the ninth column and its end are five, up to the edge."""
    # On the diagonal of the stone (0, 8) is the fourth cell, and (-1, 9) the fifth.
    file = five(9, listed=False, exact=exact, hits=[(0, 8)])
    assert (judged(file) is not None) is not exact


def test_each_move_needs_one_tree_that_bears_it() -> None:
    """X has a four next to the stone, and far from it three in a row that are open."""
    fours, threes = [(row, 6) for row in (1, 2, 3, 5)], [(0, col) for col in (8, 9, 10)]
    own, cells = [*fours, *threes], ["."] * (9 * 13)
    for sign, places in (("X", own), ("O", [ALONE])):
        for place in places:
            cells[number(place, 13)] = sign
    h = header()._replace(rows=9, cols=13, k=5, cells="".join(cells))
    far = b"V" + bytes([number((0, 11), 13)]) + b"\0"

    def file(*idle: bytes, listed: Iterable[Cell] = ()) -> bytes:
        entries = b"".join(bytes([number(cell, 13)]) + NOW for cell in sorted(listed))
        return written(h, b"G" + bytes([number(ALONE, 13), len(idle)]) + b"".join(idle) + entries)

    row = [(4, col) for col in range(9) if col != 4]
    assert judged(file(NOW, far)) is not None
    assert judged(file(far, NOW)) is not None
    assert judged(file(NOW)) is None
    assert judged(file(far)) is None
    assert judged(file(far, listed=[(0, 7), (0, 11), (0, 12)])) is not None
    assert judged(file(NOW, far, listed=row)) is None
    assert judged(file(far, far)) is None
    hit = (4, 0)  # in one zone, and for the other tree on a line that is not quiet
    wider = far[:-1] + bytes([1, number(hit, 13)])
    assert judged(file(wider, NOW)) is None
    assert judged(file(wider, NOW, listed=[hit])) is not None
    assert judged(file()) is None


def test_lines_in_quiet_directions_may_leave_the_window() -> None:
    """The row and the diagonals do, at the side."""
    stone = (4, 2)
    assert judged(five(8, listed=False, alone=stone)) is not None
    assert judged(five(5, listed=True, alone=stone)) is None
    assert judged(five(5, listed=True, alone=stone, larger=("rows",))) is not None
    assert judged(five(5, listed=False, alone=stone, larger=("rows",))) is None


def test_a_win_without_all_answers_has_no_last_ply() -> None:
    verdict = judged(five(8, listed=False))
    assert verdict is not None
    assert verdict.by_ply == (None,)
