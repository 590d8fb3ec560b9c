"""What is wrong with a board, in words that name the place (rows and columns from 1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kinrow.rules.cell import shown
from kinrow.rules.geometry import Line
from kinrow.rules.reach import buildable, completed, last_stones
from kinrow.rules.sentence import Sentence, joined, some
from kinrow.rules.sign import Sign

if TYPE_CHECKING:
    from kinrow.rules.rules import Rules

_MOST_PLACES = 3


def shape_faults(rules: Rules, rows: tuple[str, ...]) -> Iterator[str]:
    """Rows missing or too many, rows of a wrong length, signs other than X, O and a dot.

    >>> from kinrow.rules import game
    >>> list(shape_faults(game("1,3,3"), ("X?", "...")))
    ['the board has 2 rows, expected 1', 'row 1 has 2 cells, expected 3', \
"row 1, column 2: '?', expected X, O or ."]
    """
    if len(rows) != rules.rows:
        yield Sentence("board.rows", rows=some(len(rows), "row"), due=rules.rows)
    for number, row in enumerate(rows[: rules.rows], start=1):
        if len(row) != rules.cols:
            cells = some(len(row), "cell")
            yield Sentence("board.cells", row=number, cells=cells, due=rules.cols)
        for col, mark in enumerate(row[: rules.cols], start=1):
            if mark not in "XO.":
                yield Sentence("board.mark", row=number, col=col, mark=shown(mark))


def count_faults(rules: Rules, cells: str) -> Iterator[str]:
    """Numbers of X and O that play from the empty board does not reach.

    >>> from kinrow.rules import game
    >>> list(count_faults(game("tictactoe"), "XXX.O...."))
    ['X 3, O 1, expected X 2, O 2 after 4 stones of play']
    """
    x_count, o_count = cells.count("X"), cells.count("O")
    plies = x_count + o_count
    if plies > rules.most_plies:
        stones, turns = some(plies, "stone"), some(rules.turns_played, "turn")
        most = rules.most_plies
        yield Sentence("board.full", x=x_count, o=o_count, stones=stones, turns=turns, most=most)
    elif (x_count, o_count) != rules.counts_at(plies):
        stones, (x_due, o_due) = some(plies, "stone"), rules.counts_at(plies)
        yield Sentence(
            "board.counts", x=x_count, o=o_count, stones=stones, x_due=x_due, o_due=o_due
        )


def line_faults(rules: Rules, cells: str, mover: Sign | None) -> Iterator[str]:
    """Lines that play cannot have left on the board; `mover` placed the last stone, if known.

    >>> from kinrow.rules import game, Sign
    >>> list(line_faults(game("tictactoe"), "XXX.O.O..", Sign.O))
    ["X has 3 in a row (row 1), but the last stone is O's, expected X's"]
    """
    if rules.objective != "line":
        return
    made = {sign: completed(rules, cells, str(sign)) for sign in Sign}
    strict = rules.exact or rules.renju  # a longer run may be a fault, too
    if not (strict or any(made.values())):
        return
    run = Sentence("run.exact", k=rules.k) if rules.exact else Sentence("run.any", k=rules.k)
    place = {sign: _places(rules, made[sign]) for sign in Sign}
    if all(made.values()):
        yield Sentence("line.both", x=place[Sign.X], o=place[Sign.O], run=run)
        return
    for sign in Sign:
        if made[sign]:
            if mover not in (None, sign):
                yield Sentence("line.last", sign=sign, run=run, place=place[sign], other=sign.other)
            if not last_stones(rules, cells, str(sign)):
                yield Sentence("line.way", sign=sign, run=run, place=place[sign])
        elif strict and not buildable(rules, cells, str(sign)):
            yield Sentence("line.order", sign=sign, run=run)


def place_of(rules: Rules, line: Line) -> str:
    """Where a line stands, in words.

    >>> from kinrow.rules import game
    >>> [place_of(game("tictactoe"), line) for line in ((0, 1, 2), (2, 4, 6))]
    ['row 1', 'diagonal from row 1, column 3 to row 3, column 1']
    >>> place_of(game("4,4,3"), (5, 9, 13))
    'column 2, rows 2 to 4'
    """
    (row, col), (last_row, last_col) = (
        (at // rules.cols + 1, at % rules.cols + 1) for at in (line[0], line[-1])
    )
    if len(line) == 1:
        return Sentence("place.cell", row=row, col=col)
    if row == last_row:
        if len(line) == rules.cols:
            return Sentence("place.row", row=row)
        return Sentence("place.columns", row=row, col=col, last_col=last_col)
    if col == last_col:
        if len(line) == rules.rows:
            return Sentence("place.column", col=col)
        return Sentence("place.rows", col=col, row=row, last_row=last_row)
    return Sentence("place.diagonal", row=row, col=col, last_row=last_row, last_col=last_col)


def _places(rules: Rules, lines: tuple[Line, ...]) -> str:
    named = [place_of(rules, line) for line in lines[:_MOST_PLACES]]
    if len(lines) > _MOST_PLACES:
        named.append(Sentence("place.more", more=len(lines) - _MOST_PLACES))
    return joined(named)
