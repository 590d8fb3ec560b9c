"""Any position as a picture for the terminal."""

from __future__ import annotations

from collections.abc import Mapping

from kinrow.rules.cell import Cell, shown
from kinrow.rules.errors import OptionError
from kinrow.rules.grid import text_board
from kinrow.rules.reading import PositionLike, as_position
from kinrow.rules.sentence import Sentence

CellTexts = Mapping[Cell, str] | Mapping[str, str]
"""A text for each of some cells, which are Cells or texts such as "b2"."""


def format_board(
    position: PositionLike,
    *,
    colour: bool = False,
    last: Cell | str | None = None,
    values: CellTexts | None = None,
) -> str:
    """The board with column letters and row numbers, as lines joined by newlines.

    `last` (the last move) is in brackets or, with `colour`, in reverse; complete lines are then
    bold and underlined. `values` puts short labels on empty cells. Raises OptionError for values
    that are not texts by cell, NotationError for what is not a cell.

    >>> from kinrow.rules import game, Cell
    >>> print(format_board(game("tictactoe").replay("b2 a1"), last=Cell(0, 0)))
       a b c
    1 [O]. .
    2  . X .
    3  . . .
    """
    where = None if last is None else Cell.of(last)
    return text_board(as_position(position), colour, where, texts_by_cell("values", values))


def texts_by_cell(name: str, texts: CellTexts | None) -> dict[Cell, str]:
    """The argument of that name, read; raises OptionError for what is not texts by cell.

    >>> texts_by_cell("labels", {"b2": "+"})
    {Cell.of('b2'): '+'}
    >>> texts_by_cell("labels", "b2")
    Traceback (most recent call last):
    kinrow.rules.errors.OptionError: labels 'b2': expected a string for each cell, \
such as {'b2': 'best'}
    """
    given = {} if texts is None else texts
    if not isinstance(given, Mapping) or not all(isinstance(text, str) for text in given.values()):
        example = str({"b2": "best"})
        raise OptionError(Sentence("picture.texts", name=name, value=shown(texts), example=example))
    return {Cell.of(spot): text for spot, text in given.items()}
