"""A position on the board turned by a quarter, and what is known of it, turned back."""

from __future__ import annotations

from dataclasses import replace

from kinrow.knowledge.literature import transposed
from kinrow.rules import Cell, Position
from kinrow.solver import Analysis


def turned(position: Position) -> Position:
    """The position with rows and columns exchanged.

    >>> from kinrow.rules import game
    >>> turned(game("2,3,2").replay("c1 a2"))
    kinrow.position('3,2,2 .O/../X.')
    """
    cells = "".join("".join(column) for column in zip(*position.rows, strict=True))
    return Position(transposed(position.rules), cells, position.to_move, position.left)


def turned_back(analysis: Analysis, position: Position) -> Analysis:
    """What an analysis of the board with rows and columns exchanged says of a position."""
    line = tuple(across(move) for move in analysis.solution.line)
    moves = {across(move): value for move, value in analysis.moves.items()}
    return Analysis(replace(analysis.solution, position=position, line=line), moves)


def across(cell: Cell) -> Cell:
    """The cell with its row and column exchanged.

    >>> str(across(Cell.parse("c1")))
    'a3'
    """
    return Cell(cell.col, cell.row)
