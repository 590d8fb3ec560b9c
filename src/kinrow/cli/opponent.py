"""The exact player: plays what the solver knows to be best, and says so when it knows nothing."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from kinrow.cli.answer import Answer, finest
from kinrow.rules import Cell, Outcome, Position
from kinrow.rules.geometry import board_cells

if TYPE_CHECKING:
    from kinrow.solve import Report, Solver

_CANDIDATES, _GLANCE = 24, 5_000


def choose(
    solver: Solver, position: Position, seconds: float, report: Report | None = None
) -> tuple[Cell, Answer]:
    """A best move and the answer that says so; where that is open, a move not known to lose."""
    found = finest(solver, position, seconds, report=report)
    if found.best:
        return (found.solution.line or found.best)[0], found
    return _unknown(solver, position), found


def _unknown(solver: Solver, position: Position) -> Cell:
    """The move nearest to the stones that a glance ahead does not show to lose."""
    near = sorted(position.legal_moves(), key=lambda cell: _distance(position, cell))
    for cell in near[:_CANDIDATES]:
        after = position.play(cell)
        value = solver.solve(after, nodes=_GLANCE).value
        mine = value if after.to_move is position.to_move else value.opposite
        if mine.outcome is not Outcome.LOSS:
            return cell
    return near[0]


def _distance(position: Position, cell: Cell) -> tuple[float, float]:
    """How far a cell is from the stones, all together, and from the middle of the board."""
    rules = position.rules
    stones = (
        stone
        for stone, mark in zip(board_cells(rules.rows, rules.cols), position.cells, strict=True)
        if mark != "."
    )
    away = sum(max(abs(cell.row - row), abs(cell.col - col)) for row, col in stones)
    return away, math.dist(cell, ((rules.rows - 1) / 2, (rules.cols - 1) / 2))
