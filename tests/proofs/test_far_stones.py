"""`F`: a first stone of Q's that is far from all others; its argument, and what both checkers take.

The argument (docs/proof-format.md) rests on a game on one row of cells, played here in all ways. Q
has a first stone at 0 and another within reach of it. All that P relies on lies beyond 4 on the one
side. While the tree has order 1, P answers each stone that makes three in an open line; then, with
one more stone of Q's anywhere on the row or off it, each that makes four.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.proofs.adversary import written
from tests.proofs.judges import judged

from kinrow.reference.check import Claim, Header

K, REACH = 5, 4
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
    """P's answers on one row of cells; `near` is the farthest cell on the side of the tree."""

    def __init__(self, near: int) -> None:
        self.near = near
        self.seen: dict[tuple[Stones, Stones, Stones], bool] = {}

    def keeps_off(self, far: Stones, stopped: Stones) -> bool:
        """Do the lines with two far stones, but without the first one, end at `near`?"""
        return all(
            0 in line or line[-1] <= self.near or len(far.intersection(line)) < 2
            for line, _ in lines(far, stopped)
        )

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
        around = set(range(cell - REACH, cell + REACH + 1)) - stones - stopped
        answers = sorted(wins or around, key=lambda answer: abs(answer - cell))
        return any(self.holds(far | {cell}, more, stopped | {answer}) for answer in answers)


@pytest.mark.parametrize("second", [cell for cell in range(-REACH, REACH + 1) if cell])
def test_what_far_stones_threaten_is_answered(second: int) -> None:
    assert Row(near=4).holds(frozenset([0, second]), frozenset(), frozenset())


def test_without_answers_to_three_four_would_be_open() -> None:
    """The game can be lost: after three in a row without an answer."""
    assert not Row(near=4).holds(frozenset([0, 1, 2]), frozenset([9]), frozenset())


# X has two open threes that cross, and wins whatever O does. After a pass: the row's other end, so
# that six cells of the row are the zone. On a square window what is near is so for the column, too.
PLUS = ((0, -1), (0, 0), (0, 1), (-1, 0), (1, 0))
FOURS = ((0, 2), (0, -2), (2, 0), (-2, 0))
Place = tuple[int, int]


def header(rows: int = 11, cols: int = 11, at: Place = (5, 5), **more: Any) -> Header:
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


def wins_with(h: Header, at: Place, cell: int, move: Place) -> bytes | None:
    """`V` with this one move after O's stone; None if it is no open four."""
    across = move[0] == 0
    step = 1 if across else h.cols
    center = at[0] * h.cols + at[1]
    stones = [place for place in (*PLUS, move) if place[not across] == 0]
    four = sorted(center + row * h.cols + col for row, col in stones)
    six = range(four[0] - step, four[-1] + 2 * step, step)
    if cell in six:
        return None
    return b"V" + number(center + move[0] * h.cols + move[1]) + b"\0"


def tree(h: Header, at: Place = (5, 5), *, leave_out: int = -1) -> bytes:
    """The tree of `F`, with entries for all cells of this window."""
    out = b"FV" + number(at[0] * h.cols + at[1] + 2) + b"\0"
    for cell, sign in enumerate(h.cells):
        if sign == "." and cell != leave_out:
            wins = (wins_with(h, at, cell, move) for move in FOURS)
            out += number(cell) + next(won for won in wins if won)
    return out


def test_both_checkers_take_a_far_stone() -> None:
    verdict = judged(written(header(), tree(header())))
    assert verdict is not None
    assert verdict.header.larger == ("rows", "cols")
    assert verdict.by_ply == (None,), "answers to far stones come on top"


@pytest.mark.parametrize("cell", [0, 10, 11 * 10, 11 * 11 - 1, 5 * 11 + 2])
def test_all_that_is_near_has_an_entry(cell: int) -> None:
    """The corners of what is near too."""
    assert judged(written(header(), tree(header(), leave_out=cell))) is None


OFF_CENTER = (5, 6)


def test_what_is_near_is_so_after_each_turn() -> None:
    """No turn takes the right side of this window to the left: the last column is near."""
    h = header(11, 14, OFF_CENTER)
    assert judged(written(h, tree(h, OFF_CENTER))) is not None
    assert judged(written(h, tree(h, OFF_CENTER, leave_out=13))) is None


def test_what_is_near_lies_in_the_window() -> None:
    """A row less above is too few where the board may go on there, and enough where it does not."""
    h = header(10, 14, (4, 6))
    assert judged(written(h, tree(h, (4, 6)))) is None
    strip = h._replace(larger=("cols",))
    assert judged(written(strip, tree(strip, (4, 6)))) is not None


@pytest.mark.parametrize(
    "change", [{"exact": True}, {"larger": ()}, {"k": 4}], ids=["wider", "one board", "k"]
)
def test_where_no_far_stone_is_left_out(change: dict[str, Any]) -> None:
    """In exact games a row and a column more are near; other games do not have the letter."""
    assert judged(written(header(**change), tree(header()))) is None


def test_a_far_stone_is_the_first() -> None:
    """Not with a stone of O's on the board, nor below a pass, nor twice."""
    inner = tree(header())
    assert judged(written(header(cells="O" + header().cells[1:]), inner)) is None
    four = number(5 * 11 + 7)
    assert judged(written(header(), b"ZV" + four + b"\0" + inner)) is None
    assert judged(written(header(), b"FM" + four + inner)) is None
