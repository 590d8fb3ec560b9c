"""The frame of two tasks: T on a line, then T boards of as many lines as the board has rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kinrow.judges.reading import WORD, BadInput, InputLines
from kinrow.rules import IllegalPosition, Position, Rules, Setup
from kinrow.rules.cell import shown

MOST_BYTES = 1000
"""The longest line: far more than any board needs, with whatever blanks around it."""


@dataclass(frozen=True, slots=True)
class Form:
    """How a task writes its boards.

    `row` says in words what a row looks like; `read` turns one into a string of X, O and ".",
    or raises Misread.
    """

    rules: Rules
    row: str
    read: Callable[[str], str]


class Misread(Exception):
    """A row that cannot be read: the column (from 1), what is there and what was expected."""

    def __init__(self, column: int, found: str, expected: str) -> None:
        super().__init__(column, found, expected)
        self.place = column, found, expected


@dataclass(frozen=True, slots=True)
class InputBoard:
    """A board with its number and the number of its first line, both from 1."""

    number: int
    line: int
    rows: tuple[str, ...]

    def position(self, rules: Rules) -> Position:
        """The position on it. Raises BadInput for a board that cannot arise."""
        try:
            return Setup(rules, self.rows).position()
        except IllegalPosition as error:
            raise self.bad("; ".join(error.faults)) from None

    def bad(self, found: str, expected: str = "") -> BadInput:
        """The error that the board as a whole is."""
        return BadInput(self.line, 1, f"board {self.number}: {found}", expected)


def boards(lines: InputLines, form: Form) -> Iterator[InputBoard]:
    """Every board of the input. Raises BadInput if the input is not of its form.

    >>> from io import BytesIO
    >>> from kinrow.rules import game
    >>> form = Form(game("1,3,2"), "3 signs", str.strip)
    >>> [board.rows for board in boards(InputLines(BytesIO(b"2\\nX..\\nXO."), MOST_BYTES), form)]
    [('X..',), ('XO.',)]
    """
    total = _total(lines)
    rows = form.rules.rows
    for number in range(1, total + 1):
        first = lines.number + 1
        places = [f"row {row} of board {number}" for row in range(1, rows + 1)]
        yield InputBoard(number, first, tuple(_row(lines, form, place) for place in places))
    lines.end(f"board {total}, the last")


def _total(lines: InputLines) -> int:
    expected = "T, the number of boards: a positive whole number alone on the first line"
    text = lines.read(expected)
    words = list(WORD.finditer(text))
    if not words:
        raise BadInput(1, 1, "an empty line", expected)
    number = words[0][0]
    if not (number.isascii() and number.isdigit() and number.strip("0")):
        raise BadInput(1, words[0].start() + 1, shown(number), expected)
    if len(words) > 1:
        raise BadInput(1, words[1].start() + 1, shown(words[1][0]), expected)
    return int(number)


def _row(lines: InputLines, form: Form, place: str) -> str:
    text = lines.read(f"{place}: {form.row}")
    try:
        return form.read(text)
    except Misread as misread:
        column, found, instead = misread.place
        raise BadInput(lines.number, column, found, f"{instead} in {place}") from None
