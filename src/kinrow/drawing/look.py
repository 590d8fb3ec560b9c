"""How a board looks, by its rules: cells with crosses and rings, or a goban with stones.

The pictures, the window and the board in the browser have it from here. Sizes are parts of a
cell's side.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Literal, get_args

from kinrow.rules import Cell, GameLike, OptionError, Sign, game
from kinrow.rules.cell import shown
from kinrow.rules.sentence import Sentence

Theme = Literal["cells", "goban"]
RowsFrom = Literal["top", "bottom"]
"""Where row 1 is: at the top, as kinrow writes moves, or at the bottom, as players of gomoku do."""

_GOBAN_K = 5  # five in a row and its larger kin
_SIDE_STARS = 17  # from this size on there are star points in the middle of the sides, too


@dataclass(frozen=True, slots=True)
class BoardLook:
    """A theme, and the sizes and places that it needs.

    - `black`: the side whose stones are black: the one that begins;
    - `stars`: the star points of a goban;
    - `stone`, `star`, `mark`: radius of a stone, a star point, a coloured intersection;
    - `reach`, `stroke`: half the width of a cross or a ring, and of its stroke the whole.
    """

    theme: Theme
    black: Sign
    stars: tuple[Cell, ...]
    stone: float = 0.46
    star: float = 0.085
    mark: float = 0.42
    reach: float = 0.29
    stroke: float = 0.12

    @property
    def is_goban(self) -> bool:
        """Whether stones lie on the intersections of lines."""
        return self.theme == "goban"


def look_of(rules: GameLike) -> BoardLook:
    """The look of a game's board: a goban from five in a row on, cells for all other games.

    >>> look_of("tictactoe").theme, look_of("jing4").theme
    ('cells', 'cells')
    >>> [str(cell) for cell in look_of("gomoku").stars]
    ['d4', 'l4', 'h8', 'd12', 'l12']
    """
    rules = game(rules)
    goban = rules.objective == "line" and rules.k >= _GOBAN_K
    stars = star_points(rules.rows, rules.cols) if goban else ()
    return BoardLook("goban" if goban else "cells", rules.begins, stars)


def star_points(rows: int, cols: int) -> tuple[Cell, ...]:
    """The marked points of a goban: near the corners, in the centre, on a large one on the sides.

    >>> len(star_points(19, 19)), len(star_points(20, 20)), star_points(5, 5)
    (9, 4, (Cell.of('c3'),))
    """
    middle = Cell(rows // 2, cols // 2)
    downs, rights = _off_edge(rows), _off_edge(cols)
    points = set(product(downs, rights))
    if rows % 2 and cols % 2:
        points.add(middle)
        if min(rows, cols) >= _SIDE_STARS:
            points.update(product(downs, [middle.col]), product([middle.row], rights))
    return tuple(Cell(row, col) for row, col in sorted(points))


def _off_edge(size: int) -> tuple[int, ...]:
    """The two lines with star points; none on a board that is too small for them."""
    off = 3 if size >= 13 else 2
    return (off, size - 1 - off) if size >= 7 else ()


def row_number(row: int, rows: int, rows_from: RowsFrom) -> int:
    """The number beside a row, which is counted from 0 at the top.

    >>> row_number(0, 15, "top"), row_number(0, 15, "bottom")
    (1, 15)
    """
    if rows_from not in get_args(RowsFrom):
        raise OptionError(Sentence("picture.rows_from", value=shown(rows_from)))
    return row + 1 if rows_from == "top" else rows - row
