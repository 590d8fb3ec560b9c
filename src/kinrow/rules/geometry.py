"""The board as numbers: cell index row * cols + col, lines as tuples of them, symmetries."""

from __future__ import annotations

from functools import cache, lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from kinrow.rules.cell import Cell
from kinrow.rules.options import as_rules, whole_number

if TYPE_CHECKING:
    from kinrow.rules.games import GameLike
    from kinrow.rules.rules import Rules

GAMES = 256
"""So many games' lines are kept: those of all that there are would take gigabytes."""

Line = tuple[int, ...]
"""Cell indices, in the order in which they stand on the board."""

GuardedLine = tuple[Line, tuple[int, ...]]
"""A line, and the cells beside its ends; in an `exact` game they must not be of its sign."""


def lines(rules: GameLike) -> tuple[Line, ...]:
    """All lines: k consecutive cells of a row, column or diagonal; each set of cells once.

    >>> from kinrow.rules import game
    >>> lines(game("2,2,2"))
    ((0, 1), (2, 3), (0, 2), (1, 3), (0, 3), (1, 2))
    """
    rules = as_rules(rules)
    return _lines(rules.rows, rules.cols, rules.k)


def lines_through(rules: GameLike) -> tuple[tuple[Line, ...], ...]:
    """For each cell index, the lines that contain it.

    >>> from kinrow.rules import game
    >>> [len(through) for through in lines_through(game("tictactoe"))]
    [3, 2, 3, 2, 4, 2, 3, 2, 3]
    """
    rules = as_rules(rules)
    return _lines_through(rules.rows, rules.cols, rules.k)


def guarded_lines(rules: Rules) -> tuple[GuardedLine, ...]:
    """All lines with the cells that must not be of the line's sign (none unless `exact`).

    In renju they are for the player who begins. In caro both of them being of the other sign closes
    the line.

    >>> from kinrow.rules import game
    >>> guarded_lines(game("1,4,2:exact"))
    (((0, 1), (2,)), ((1, 2), (0, 3)), ((2, 3), (1,)))
    """
    return _guarded_lines(rules.rows, rules.cols, rules.k, rules.exact or rules.renju)


def rays_through(rules: Rules) -> tuple[tuple[slice, ...], ...]:
    """For each cell index, the rays through it that have room for a line, as slices of a board.

    >>> from kinrow.rules import game
    >>> ["abcdefghi"[ray] for ray in rays_through(game("tictactoe"))[2]]
    ['abc', 'cfi', 'ceg']
    """
    return _rays_through(rules.rows, rules.cols, rules.k)


@cache
def symmetries(rows: int, cols: int) -> tuple[tuple[int, ...], ...]:
    """The board's distinct symmetries; the first is the identity.

    Each is a permutation of cell indices: entry i is where cell i goes. A square has eight,
    a rectangle four, a board of one row or column two, a single cell one.

    Raises OptionError for sizes that are not whole numbers from 1.

    >>> [len(symmetries(*shape)) for shape in ((3, 3), (3, 4), (1, 5), (1, 1))]
    [8, 4, 2, 1]
    >>> symmetries(1, 3)
    ((0, 1, 2), (2, 1, 0))
    """
    for name, size in (("rows", rows), ("cols", cols)):
        whole_number(name, size, 1, example=3)
    found: dict[tuple[int, ...], None] = {}
    for transposed in (False, True) if rows == cols else (False,):
        for upside_down in (False, True):
            for mirrored in (False, True):
                images = []
                for row, col in board_cells(rows, cols):
                    new_row = rows - 1 - row if upside_down else row
                    new_col = cols - 1 - col if mirrored else col
                    if transposed:
                        new_row, new_col = new_col, new_row
                    images.append(new_row * cols + new_col)
                found[tuple(images)] = None
    return tuple(found)


@cache
def image_readers(rows: int, cols: int) -> tuple[itemgetter[Any], ...]:
    """For each of `symmetries`, what reads the cells of the image off a board's cells.

    >>> ["".join(read("abc")) for read in image_readers(1, 3)]
    ['abc', 'cba']
    """
    return tuple(
        itemgetter(*sorted(range(rows * cols), key=permutation.__getitem__))
        for permutation in symmetries(rows, cols)
    )


@cache
def board_cells(rows: int, cols: int) -> tuple[Cell, ...]:
    """All cells in the order of their indices.

    >>> [str(cell) for cell in board_cells(2, 2)]
    ['a1', 'b1', 'a2', 'b2']
    """
    return tuple(Cell(row, col) for row in range(rows) for col in range(cols))


@cache
def rays(rows: int, cols: int) -> tuple[Line, ...]:
    """Every whole row, column, falling and rising diagonal, in this order.

    >>> rays(2, 2)[4:]
    ((1,), (0, 3), (2,), (0,), (1, 2), (3,))
    """
    cells = board_cells(rows, cols)

    def grouped(keys: range, key: tuple[int, int]) -> list[Line]:
        down, right = key
        return [
            tuple(i for i, cell in enumerate(cells) if cell.row * down + cell.col * right == value)
            for value in keys
        ]

    return tuple(
        grouped(range(rows), (1, 0))
        + grouped(range(cols), (0, 1))
        + grouped(range(cols - 1, -rows, -1), (-1, 1))
        + grouped(range(rows + cols - 1), (1, 1))
    )


@lru_cache(GAMES)
def _guarded_lines(rows: int, cols: int, k: int, exact: bool) -> tuple[GuardedLine, ...]:
    # A dict keeps the order and drops the copies: with k = 1 a cell is a line in each direction.
    found: dict[GuardedLine, None] = {}
    for ray in rays(rows, cols):
        for start in range(len(ray) - k + 1):
            end = start + k
            guards = ray[max(start - 1, 0) : start] + ray[end : end + 1] if exact else ()
            found[ray[start:end], guards] = None
    return tuple(found)


@lru_cache(GAMES)
def _lines(rows: int, cols: int, k: int) -> tuple[Line, ...]:
    return tuple(line for line, _ in _guarded_lines(rows, cols, k, False))


@lru_cache(GAMES)
def _lines_through(rows: int, cols: int, k: int) -> tuple[tuple[Line, ...], ...]:
    through: list[list[Line]] = [[] for _ in range(rows * cols)]
    for line in _lines(rows, cols, k):
        for index in line:
            through[index].append(line)
    return tuple(map(tuple, through))


@lru_cache(GAMES)
def _rays_through(rows: int, cols: int, k: int) -> tuple[tuple[slice, ...], ...]:
    through: list[list[slice]] = [[] for _ in range(rows * cols)]
    for ray in rays(rows, cols):
        step = ray[1] - ray[0] if len(ray) > 1 else 1
        for index in ray if len(ray) >= k else ():
            through[index].append(slice(ray[0], ray[-1] + 1, step))
    return tuple(map(tuple, through))
