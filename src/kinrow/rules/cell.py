"""A cell of the board, written as people write it: column letter, row number."""

from __future__ import annotations

import re
from typing import NamedTuple

from kinrow.rules.errors import NotationError
from kinrow.rules.sentence import Sentence

LARGEST = 20
"""Most rows and most columns of a board."""

_CELL = re.compile(r"([a-tA-T])([1-9]|1[0-9]|20)")


class Cell(NamedTuple):
    """A cell by its 0-based row (from the top) and column (from the left); also a move there.

    >>> str(Cell(2, 1)), Cell.parse("b3")
    ('b3', Cell(row=2, col=1))
    """

    row: int
    col: int

    @classmethod
    def parse(cls, text: str) -> Cell:
        """Read a cell such as "b3"; case and space around it do not matter.

        Raises NotationError where the text is no cell of the largest board (20 x 20).

        >>> Cell.parse(" T20 ")
        Cell(row=19, col=19)
        >>> Cell.parse("3b")
        Traceback (most recent call last):
        kinrow.rules.errors.NotationError: '3b' is no cell: expected a column letter a to t \
and a row number 1 to 20, as in b3
        """
        match = _CELL.fullmatch(text.strip())
        if match is None:
            form = (
                "{text} is no cell: expected a column letter a to t and a row number "
                "1 to {largest}, as in b3"
            )
            raise NotationError(Sentence(form, text=shown(text), largest=LARGEST))
        return cls(int(match[2]) - 1, ord(match[1].lower()) - ord("a"))

    def __str__(self) -> str:
        if 0 <= self.row < LARGEST and 0 <= self.col < LARGEST:
            return f"{chr(ord('a') + self.col)}{self.row + 1}"
        return f"row {self.row + 1}, column {self.col + 1}"


def shown(text: object, most: int = 40) -> str:
    """Foreign text as an error message shows it: quoted, escaped, cut short.

    >>> shown("a\\tb"), shown("x" * 50, most=10)
    ("'a\\\\tb'", "'xxxxxx...")
    """
    quoted = repr(text)
    return quoted if len(quoted) <= most else quoted[: most - 3] + "..."
