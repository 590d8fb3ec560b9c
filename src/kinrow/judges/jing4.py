"""井井井井字棋 (TIOJ 2011): who wins from a board at a turn's boundary, from the empty one on.

It asks the search alone: kinrow comes with no knowledge of this game, and a judge is started once
per input.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kinrow.judges.boards import MOST_BYTES, Form, InputBoard, Misread, boards
from kinrow.judges.reading import BLANKS, ByteStream, InputLines
from kinrow.rules import Position, Sign, game
from kinrow.rules.cell import shown
from kinrow.solver import SearchSolver

_RULES: Final = game("jing4")
_WIDTH: Final = _RULES.cols


def judge(source: ByteStream, write: Callable[[str], object]) -> None:
    """Read T boards, write "O win", "X win" or "Draw" for each as soon as it is solved.

    Raises BadInput, after the boards before it have been answered.

    Source: the homework 井井井井字棋, also TIOJ 2011.

    >>> from io import BytesIO
    >>> rows = b"XX.O.\\nXX.OO\\nXXXOO\\nXX.XO\\n.OOOO\\n"
    >>> judge(BytesIO(b"1\\n" + rows), lambda text: print(text, end=""))
    Draw
    """
    with SearchSolver() as solver:
        lines = InputLines(source, MOST_BYTES)
        for board in boards(lines, Form(_RULES, f"{_WIDTH} signs, each O, X or a dot", _row)):
            position = _position(board)
            (value,) = solver.values([position])
            write(_verdict(position, value.lower) + "\n")


def _position(board: InputBoard) -> Position:
    position = board.position(_RULES)
    if not position.finished and position.left < _RULES.stones:
        raise board.bad(
            f"it stands in the middle of a turn of {position.to_move}, "
            f"with {position.left} of {_RULES.stones} marks still to place",
            "a board between two turns",
        )
    return position


def _verdict(position: Position, value: int) -> str:
    """The outcome for the side to move, in the task's words.

    >>> _verdict(_RULES.start(), 1)
    'O win'
    """
    if not value:
        return "Draw"
    winner: Sign = position.to_move if value > 0 else position.to_move.other
    return f"{winner} win"


def _row(text: str) -> str:
    """A row of signs as it is, without blanks after it."""
    row = text.rstrip(BLANKS)
    for column, sign in enumerate(row[:_WIDTH], start=1):
        if sign not in "OX.":
            raise Misread(column, shown(sign), "the letter O, the letter X or a dot")
    if not row:
        raise Misread(1, "an empty line", f"{_WIDTH} signs")
    if len(row) < _WIDTH:
        found = f"the line ends after {len(row)} sign{'s' if len(row) > 1 else ''}"
        raise Misread(len(row) + 1, found, f"{_WIDTH} signs")
    if len(row) > _WIDTH:
        raise Misread(_WIDTH + 1, shown(row[_WIDTH:]), f"the line to end after {_WIDTH} signs")
    return row
