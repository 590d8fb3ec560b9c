"""A game and its positions on the board turned by a quarter: rows and columns exchanged."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from kinrow.rules.cell import MOST_COLS, Cell
from kinrow.rules.position import Position

if TYPE_CHECKING:
    from kinrow.rules.rules import Rules


@lru_cache(4096)
def transposed(rules: Rules) -> Rules:
    """The same game on the board turned by a quarter; a board of too many rows has no such turn.

    >>> from kinrow.rules import game
    >>> str(transposed(game("4,9,4:exact"))), str(transposed(game("29,4,4")))
    ('9,4,4:exact', '29,4,4')
    """
    if rules.rows > MOST_COLS:
        return rules
    return replace(rules, rows=rules.cols, cols=rules.rows)


def turned(position: Position) -> Position:
    """The position with rows and columns exchanged.

    >>> from kinrow.rules import game
    >>> turned(game("2,3,2").replay("c1 a2"))
    kinrow.position('3,2,2 .O/../X.')
    """
    cells = "".join("".join(column) for column in zip(*position.rows, strict=True))
    return Position(transposed(position.rules), cells, position.to_move, position.left)


def across(cell: Cell) -> Cell:
    """The cell with its row and column exchanged.

    >>> str(across(Cell.parse("c1")))
    'a3'
    """
    return Cell(cell.col, cell.row)
