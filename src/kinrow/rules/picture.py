"""Any position as a picture for the terminal."""

from __future__ import annotations

from collections.abc import Mapping

from kinrow.rules.cell import Cell
from kinrow.rules.grid import text_board
from kinrow.rules.reading import PositionLike, as_position


def format_board(
    position: PositionLike,
    *,
    colour: bool = False,
    last: Cell | None = None,
    values: Mapping[Cell, str] | None = None,
) -> str:
    """The board with column letters and row numbers, as lines joined by newlines.

    `last` (the last move) is in brackets or, with `colour`, in reverse; complete lines are then
    bold and underlined. `values` puts short labels on empty cells.

    >>> from kinrow.rules import game, Cell
    >>> print(format_board(game("tictactoe").replay("b2 a1"), last=Cell(0, 0)))
       a b c
    1 [O]. .
    2  . X .
    3  . . .
    """
    return text_board(as_position(position), colour, last, values)
