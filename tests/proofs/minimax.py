"""Brute force for tiny line games, by code of its own: it knows neither core nor checker."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import inf

from kinrow.reference.check import Header

Value = Callable[[int, int, bool, int], int]
STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))


@cache
def rays(rows: int, cols: int) -> list[list[tuple[list[int], list[int]]]]:
    """For each cell and each direction the cells that follow, to the edge, and those behind."""
    board = [divmod(cell, cols) for cell in range(rows * cols)]
    return [
        [(ray(at, (down, right), board), ray(at, (-down, -right), board)) for down, right in STEPS]
        for at in board
    ]


def ray(at: tuple[int, int], step: tuple[int, int], board: list[tuple[int, int]]) -> list[int]:
    """The cells of the board from here on, without this one."""
    cells, (row, col) = [], at
    while (found := (row := row + step[0], col := col + step[1])) in board:
        cells.append(board.index(found))
    return cells


def completes(h: Header, stones: int, cell: int) -> bool:
    """Does the stone on this cell stand in a line? Counted in each direction from it."""
    for both in rays(h.rows, h.cols)[cell]:
        run = 1
        for cells in both:
            for at in cells:
                if not stones >> at & 1:
                    break
                run += 1
        if run == h.k or (run > h.k and not h.exact):
            return True
    return False


def shortest(h: Header) -> Callable[[int, int, bool, int], float]:
    """plies(mine, theirs, my_turn, left): how many stones I need to win; infinity if I do not."""
    whole = (1 << h.rows * h.cols) - 1

    @cache
    def lined(stones: int, cell: int) -> bool:
        return completes(h, stones, cell)

    @cache
    def plies(mine: int, theirs: int, my_turn: bool, left: int) -> float:
        empty = whole & ~(mine | theirs)
        cells = [cell for cell in range(h.rows * h.cols) if empty >> cell & 1]
        found = [after(mine, theirs, my_turn, left, cell) for cell in cells]
        return (min if my_turn else max)(found, default=inf)

    def after(mine: int, theirs: int, my_turn: bool, left: int, cell: int) -> float:
        own = (mine if my_turn else theirs) | 1 << cell
        if lined(own, cell):
            return 1 if my_turn != h.misere else inf
        stones = (own, theirs) if my_turn else (mine, own)
        return 1 + (
            plies(*stones, my_turn, left - 1) if left > 1 else plies(*stones, not my_turn, h.stones)
        )

    return plies


def minimax(h: Header) -> Value:
    """value(mine, theirs, my_turn, left): 1, 0 or -1 for me, where nobody has a line."""
    whole = (1 << h.rows * h.cols) - 1
    mover: dict[tuple[int, int, int], int] = {}

    @cache
    def lined(stones: int, cell: int) -> bool:
        return completes(h, stones, cell)

    def search(own: int, other: int, left: int) -> int:
        """For the side to move."""
        key = own, other, left
        if key in mover:
            return mover[key]
        cells = [c for c in range(h.rows * h.cols) if whole & ~(own | other) & 1 << c]
        ends = [c for c in cells if lined(own | 1 << c, c)]
        best = (-1 if h.misere else 1) if ends else -2
        for c in cells:
            if best == 1:
                break
            if c not in ends:
                after = own | 1 << c
                again = left > 1
                value = search(after, other, left - 1) if again else -search(other, after, h.stones)
                best = max(best, value)
        mover[key] = best = best if cells else 0
        return best

    def value(mine: int, theirs: int, my_turn: bool, left: int) -> int:
        return search(mine, theirs, left) if my_turn else -search(theirs, mine, left)

    return value
