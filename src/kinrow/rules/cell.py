"""A cell of the board, written as people write it: column letter, row number."""

from __future__ import annotations

import re
import string
from operator import index
from typing import TYPE_CHECKING, NamedTuple, Self

from kinrow.rules.errors import NotationError
from kinrow.rules.sentence import Sentence

MOST_ROWS = 29
"""Most rows of a board: the (m,4,4) games up to it are an open question in the literature."""

MOST_COLS = 22
"""Most columns of a board, and the longest line asked for."""

MOST_CELLS = 484
"""Most cells of a board, which bars long and wide ones: 22 by 22, the largest of Gomocup."""

_CELL = re.compile(r"([a-vA-V])([1-9]|[12][0-9])")
_SGF = string.ascii_letters


class _Place(NamedTuple):
    row: int
    col: int


class Cell(_Place):
    """A cell by its 0-based row (from the top) and column (from the left); also a move there.

    A text such as "b3" is read by `Cell.of`. Raises NotationError unless both are whole numbers;
    True and False are none.

    >>> str(Cell(2, 1)), Cell.parse("b3"), Cell.parse("b3").row
    ('b3', Cell.of('b3'), 2)
    >>> Cell("b3")
    Traceback (most recent call last):
    kinrow.rules.errors.NotationError: Cell('b3'): expected row and column, counted from 0, as in \
Cell(2, 1), or a string as in Cell.of('b3')
    """

    __slots__ = ()

    if TYPE_CHECKING:

        def __new__(cls, row: int, col: int) -> Self:
            """Both are needed."""

    else:

        def __new__(cls, row=None, col=None, *more, **named):
            """Takes any arguments, so that the error for others says what was expected."""
            booleans = type(row) is bool or type(col) is bool
            try:
                if not (more or named or booleans):
                    return tuple.__new__(cls, (index(row), index(col)))
            except TypeError:
                pass
            given = [shown(each) for each in (row, col, *more) if each is not None]
            given += [f"{name}={shown(each)}" for name, each in named.items()]
            raise NotationError(Sentence("cell.numbers", given=", ".join(given)))

    @classmethod
    def of(cls, cell: Cell | str) -> Cell:
        """The cell that is given as such, or by a string such as "b3".

        Raises NotationError for anything else.

        >>> Cell.of("b3") == Cell.of(Cell(2, 1))
        True
        """
        if isinstance(cell, str):
            return cls.parse(cell)
        if type(cell) is cls:
            return cell
        try:
            if isinstance(cell, tuple):
                row, col = cell
                return cls(row, col)
        except ValueError:  # not two numbers
            pass
        raise NotationError(Sentence("cell.type", cell=shown(cell)))

    @classmethod
    def parse(cls, text: str, rows: int = MOST_ROWS, cols: int = MOST_COLS) -> Cell:
        """Read a cell such as "b3"; case and space around it do not matter.

        Raises NotationError if the text is not a cell of any board; the error says which there are
        on a board of that size.

        >>> Cell.parse(" T20 ")
        Cell.of('t20')
        >>> Cell.parse("3b")
        Traceback (most recent call last):
        kinrow.rules.errors.NotationError: '3b' is not a cell, expected a column letter a to v \
and a row number 1 to 29, as in b3
        """
        match = _CELL.fullmatch(text.strip()) if isinstance(text, str) else None
        if match is None:
            raise NotationError(unreadable(text, rows, cols))
        return cls(int(match[2]) - 1, ord(match[1].lower()) - ord("a"))

    @property
    def _named(self) -> bool:
        return 0 <= self.row < MOST_ROWS and 0 <= self.col < MOST_COLS

    def __repr__(self) -> str:
        if self._named:
            return f"Cell.of({str(self)!r})"
        return f"Cell(row={self.row}, col={self.col})"

    def __str__(self) -> str:
        if self._named:
            return f"{chr(ord('a') + self.col)}{self.row + 1}"
        return f"row {self.row + 1}, column {self.col + 1}"

    @property
    def point(self) -> str:
        """The cell as SGF has it: letters a to z, then A to Z; the column first, from the top left.

        Source: https://www.red-bean.com/sgf/go.html

        >>> Cell(28, 1).point
        'bC'
        """
        return _SGF[self.col] + _SGF[self.row]

    @classmethod
    def at_point(cls, point: str) -> Cell | None:
        """The cell that SGF writes so; None if the text is not a point of any board.

        >>> Cell.at_point("bC"), Cell.at_point("b3")
        (Cell.of('b29'), None)
        """
        return _POINTS.get(point)


_POINTS = {
    cell.point: cell
    for cell in (Cell(row, col) for row in range(MOST_ROWS) for col in range(MOST_COLS))
}


MOST_OF_A_PATH = 200
"""Characters that an error shows of a text that may be a path."""


def shown(text: object, most: int = 40) -> str:
    """Text from outside as an error message shows it: quoted, escaped and shortened.

    >>> shown("a\\tb"), shown("x" * 50, most=10)
    ("'a\\\\tb'", "'xxxxxx...")
    """
    quoted = repr(text)
    return quoted if len(quoted) <= most else quoted[: most - 3] + "..."


def unreadable(text: object, rows: int, cols: int) -> Sentence:
    """The error for a string that is not a cell, on a board of that size.

    >>> unreadable("9z", 2, 1)
    "'9z' is not a cell, expected a column letter a to a and a row number 1 to 2, as in a2"
    """
    letter, example = chr(ord("a") + cols - 1), Cell(min(2, rows - 1), min(1, cols - 1))
    return Sentence(
        "cell.unreadable", text=shown(text), letter=letter, largest=rows, example=example
    )
