"""The board of a position as lines of text, plain or coloured with ANSI escapes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from kinrow.rules.cell import Cell
from kinrow.rules.geometry import board_cells
from kinrow.rules.sign import Sign

if TYPE_CHECKING:
    from kinrow.rules.position import Position

_COLOURS = {"X": "31", "O": "34", ".": "2"}
_LABEL, _LAST, _LINE, _FRAME = "33", "7", "1;4", "2"


def text_board(
    position: Position,
    colour: bool = False,
    last: Cell | None = None,
    values: Mapping[Cell, str] | None = None,
) -> str:
    """Column letters, then each row with its number; see `format_board`.

    A star is a cell that renju forbids the side to move.

    >>> from kinrow.rules import game
    >>> print(text_board(game("1,3,2").start()))
       a b c
    1  . . .
    """
    rows, cols = position.rules.rows, position.rules.cols
    labels = {**dict.fromkeys(position.forbidden, "*"), **(values or {})}
    width = max([1, *(len(label) for label in labels.values())])
    margin = len(str(rows))
    board = board_cells(rows, cols)
    winning = _winning(position) if colour else frozenset()

    def cell_text(cell: Cell) -> str:
        mark = position.cells[cell.row * cols + cell.col]
        label = labels.get(cell, mark) if mark == "." else mark
        text = label.rjust(width)
        if not colour:
            return text
        codes = [_COLOURS[mark] if label == mark else _LABEL]
        codes += [_LINE] if cell in winning else []
        codes += [_LAST] if cell == last else []
        return _paint(text, ";".join(codes))

    letters = " ".join(str(Cell(0, col))[0].rjust(width) for col in range(cols))
    head = f"{' ' * margin}  {letters}"
    lines = [_paint(head, _FRAME) if colour else head]
    for row in range(rows):
        number = str(row + 1).rjust(margin)
        gaps = [" "] * (cols + 1)
        if last is not None and last.row == row and not colour:
            gaps[last.col], gaps[last.col + 1] = "[", "]"
        cells = "".join(
            gap + cell_text(cell)
            for gap, cell in zip(gaps[:-1], board[row * cols : (row + 1) * cols], strict=True)
        )
        lines.append(f"{_paint(number, _FRAME) if colour else number} {cells}{gaps[-1]}".rstrip())
    return "\n".join(lines)


def _winning(position: Position) -> frozenset[Cell]:
    if position.rules.objective != "line" or not position.finished:
        return frozenset()
    return frozenset(cell for sign in Sign for line in position.lines_for(sign) for cell in line)


def _paint(text: str, codes: str) -> str:
    return f"\x1b[{codes}m{text}\x1b[0m"
