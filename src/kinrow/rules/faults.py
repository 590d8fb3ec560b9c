"""What is wrong with a board, in words that name the place (rows and columns from 1)."""

from __future__ import annotations

from collections.abc import Iterator

from kinrow.rules.cell import shown
from kinrow.rules.geometry import Line
from kinrow.rules.reach import buildable, completed, last_stones
from kinrow.rules.rules import Rules
from kinrow.rules.sign import Sign

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
        yield f"the board has {_some(len(rows), 'row')}, expected {rules.rows}"
    for number, row in enumerate(rows[: rules.rows], start=1):
        if len(row) != rules.cols:
            yield f"row {number} has {_some(len(row), 'cell')}, expected {rules.cols}"
        for col, mark in enumerate(row[: rules.cols], start=1):
            if mark not in "XO.":
                yield f"row {number}, column {col}: {shown(mark)} is none of X, O, ."


def count_faults(rules: Rules, cells: str) -> Iterator[str]:
    """Numbers of X and O that play from the empty board does not reach.

    >>> from kinrow.rules import game
    >>> list(count_faults(game("tictactoe"), "XXX.O...."))
    ['X 3, O 1: after 4 stones of play they are X 2, O 2']
    """
    x_count, o_count = cells.count("X"), cells.count("O")
    plies = x_count + o_count
    if plies > rules.most_plies:
        yield (
            f"X {x_count}, O {o_count}: {_some(plies, 'stone')}, but the game ends after "
            f"{_some(rules.turns_played, 'turn')} with {rules.most_plies}"
        )
    elif (x_count, o_count) != rules.counts_at(plies):
        x_due, o_due = rules.counts_at(plies)
        yield (
            f"X {x_count}, O {o_count}: after {_some(plies, 'stone')} of play they are "
            f"X {x_due}, O {o_due}"
        )


def line_faults(rules: Rules, cells: str, mover: Sign | None) -> Iterator[str]:
    """Lines that play cannot have left on the board; `mover` placed the last stone, if known.

    >>> from kinrow.rules import game, Sign
    >>> list(line_faults(game("tictactoe"), "XXX.O.O..", Sign.O))
    ["X has three in a row (row 1), but the last stone is O's"]
    """
    if rules.objective != "line":
        return
    k_in_a_row = f"{'exactly ' if rules.exact else ''}{_NUMBERS[rules.k]} in a row"
    made = {sign: completed(rules, cells, str(sign)) for sign in Sign}
    place = {sign: _places(rules, made[sign]) for sign in Sign}
    if all(made.values()):
        yield f"both X ({place[Sign.X]}) and O ({place[Sign.O]}) have {k_in_a_row}"
        return
    for sign in Sign:
        if made[sign]:
            if mover not in (None, sign):
                yield (
                    f"{sign} has {k_in_a_row} ({place[sign]}), but the last stone is {sign.other}'s"
                )
            if not last_stones(rules, cells, str(sign)):
                yield (
                    f"{sign} has {k_in_a_row} ({place[sign]}) in a way that no single last stone "
                    "completes, but play stops at the first line"
                )
        elif rules.exact and not buildable(rules, cells, str(sign)):
            yield (
                f"{sign}'s stones cannot have come one by one without {k_in_a_row} on the way, "
                "where play stops"
            )


def place_of(rules: Rules, line: Line) -> str:
    """Where a line stands, in words.

    >>> from kinrow.rules import game
    >>> [place_of(game("tictactoe"), line) for line in ((0, 1, 2), (2, 4, 6))]
    ['row 1', 'diagonal from row 1, column 3 to row 3, column 1']
    >>> place_of(game("4,4,3"), (5, 9, 13))
    'column 2, rows 2 to 4'
    """
    (row, col), (last_row, last_col) = divmod(line[0], rules.cols), divmod(line[-1], rules.cols)
    if len(line) == 1:
        return f"row {row + 1}, column {col + 1}"
    if row == last_row:
        part = "" if len(line) == rules.cols else f", columns {col + 1} to {last_col + 1}"
        return f"row {row + 1}{part}"
    if col == last_col:
        part = "" if len(line) == rules.rows else f", rows {row + 1} to {last_row + 1}"
        return f"column {col + 1}{part}"
    return (
        f"diagonal from row {row + 1}, column {col + 1} to row {last_row + 1}, "
        f"column {last_col + 1}"
    )


def _places(rules: Rules, lines: tuple[Line, ...]) -> str:
    named = [place_of(rules, line) for line in lines[:_MOST_PLACES]]
    if len(lines) > _MOST_PLACES:
        named.append(f"and {len(lines) - _MOST_PLACES} more")
    return "; ".join(named)


def _some(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
