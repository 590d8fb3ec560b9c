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

# fmt: off
_NUMBERS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen", "twenty",
)
# fmt: on
_MOST_PLACES = 3


def shape_faults(rules: Rules, rows: tuple[str, ...]) -> Iterator[str]:
    """Rows missing or too many, rows of a wrong length, signs that are none of X, O and a dot.

    >>> from kinrow.rules import game
    >>> list(shape_faults(game("1,3,3"), ("X?", "...")))
    ['the board has 2 rows, expected 1', 'row 1 has 2 cells, expected 3', \
"row 1, column 2: '?' is none of X, O, ."]
    """
    if len(rows) != rules.rows:
        form = "the board has {rows}, expected {due}"
        yield Sentence(form, rows=some(len(rows), "row"), due=rules.rows)
    for number, row in enumerate(rows[: rules.rows], start=1):
        if len(row) != rules.cols:
            form = "row {row} has {cells}, expected {due}"
            yield Sentence(form, row=number, cells=some(len(row), "cell"), due=rules.cols)
        for col, mark in enumerate(row[: rules.cols], start=1):
            if mark not in "XO.":
                form = "row {row}, column {col}: {mark} is none of X, O, ."
                yield Sentence(form, row=number, col=col, mark=shown(mark))


def count_faults(rules: Rules, cells: str) -> Iterator[str]:
    """Numbers of X and O that play from the empty board does not reach.

    >>> from kinrow.rules import game
    >>> list(count_faults(game("tictactoe"), "XXX.O...."))
    ['X 3, O 1: after 4 stones of play they are X 2, O 2']
    """
    x_count, o_count = cells.count("X"), cells.count("O")
    plies = x_count + o_count
    if plies > rules.most_plies:
        form = "X {x}, O {o}: {stones}, but the game ends after {turns} with {most}"
        stones, turns = some(plies, "stone"), some(rules.turns_played, "turn")
        most = rules.most_plies
        yield Sentence(form, x=x_count, o=o_count, stones=stones, turns=turns, most=most)
    elif (x_count, o_count) != rules.counts_at(plies):
        form = "X {x}, O {o}: after {stones} of play they are X {x_due}, O {o_due}"
        stones, (x_due, o_due) = some(plies, "stone"), rules.counts_at(plies)
        yield Sentence(form, x=x_count, o=o_count, stones=stones, x_due=x_due, o_due=o_due)


def line_faults(rules: Rules, cells: str, mover: Sign | None) -> Iterator[str]:
    """Lines that play cannot have left on the board; `mover` placed the last stone, if known.

    >>> from kinrow.rules import game, Sign
    >>> list(line_faults(game("tictactoe"), "XXX.O.O..", Sign.O))
    ["X has three in a row (row 1), but the last stone is O's"]
    """
    if rules.objective != "line":
        return
    made = {sign: completed(rules, cells, str(sign)) for sign in Sign}
    if not (rules.exact or any(made.values())):
        return
    form = "exactly {k:spelt} in a row" if rules.exact else "{k:spelt} in a row"
    run = Sentence(form, k=_Number(rules.k))
    place = {sign: _places(rules, made[sign]) for sign in Sign}
    if all(made.values()):
        form = "both X ({x}) and O ({o}) have {run}"
        yield Sentence(form, x=place[Sign.X], o=place[Sign.O], run=run)
        return
    for sign in Sign:
        if made[sign]:
            if mover not in (None, sign):
                form = "{sign} has {run} ({place}), but the last stone is {other}'s"
                yield Sentence(form, sign=sign, run=run, place=place[sign], other=sign.other)
            if not last_stones(rules, cells, str(sign)):
                form = (
                    "{sign} has {run} ({place}) in a way that no single last stone "
                    "completes, but play stops at the first line"
                )
                yield Sentence(form, sign=sign, run=run, place=place[sign])
        elif rules.exact and not buildable(rules, cells, str(sign)):
            form = (
                "{sign}'s stones cannot have come one by one without {run} on the way, "
                "where play stops"
            )
            yield Sentence(form, sign=sign, run=run)


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
    form = "diagonal from row {row}, column {col} to row {last_row}, column {last_col}"
    if len(line) == 1:
        form = "row {row}, column {col}"
    elif row == last_row:
        whole = len(line) == rules.cols
        form = "row {row}" if whole else "row {row}, columns {col} to {last_col}"
    elif col == last_col:
        whole = len(line) == rules.rows
        form = "column {col}" if whole else "column {col}, rows {row} to {last_row}"
    return Sentence(form, row=row, col=col, last_row=last_row, last_col=last_col)


def _places(rules: Rules, lines: tuple[Line, ...]) -> str:
    named = [place_of(rules, line) for line in lines[:_MOST_PLACES]]
    if len(lines) > _MOST_PLACES:
        named.append(Sentence("and {more} more", more=len(lines) - _MOST_PLACES))
    return joined(named)


class _Number(int):
    """A number that `spelt` writes in English, for who writes it otherwise has it all the same."""

    def __format__(self, form: str) -> str:
        return _NUMBERS[self] if form == "spelt" else super().__format__(form)
