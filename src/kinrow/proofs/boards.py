"""A class of boards: all with at least a given number of rows, columns, or both, as in 13+,4,4."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal

from kinrow.rules import NotationError, Rules, RulesError
from kinrow.rules.calls import as_in
from kinrow.rules.cell import shown
from kinrow.rules.options import text_of
from kinrow.rules.sentence import Sentence

Side = Literal["rows", "cols"]
SIDES: tuple[Side, ...] = ("rows", "cols")
ACROSS: dict[Side, Side] = {"rows": "cols", "cols": "rows"}
"""The other side of each."""

_WRITTEN = re.compile(r"\s*(\d+)\s*(\+?)\s*,\s*(\d+)\s*(\+?)\s*,")
_BOTH = re.compile(r"\s*\d+\s*(\+\s*,\s*\d+\s*\*|\*\s*,\s*\d+\s*\+)\s*,")  # marks, in either order
_MOST_LINES = {True: 2560, False: 2048}  # that the core has room for, by whether k is below 8


@as_in("class_of('13+,4,4')")
def class_of(spec: str) -> tuple[str, tuple[Side, ...]]:
    """The smallest board of a class of boards, and the sides that may be longer.

    A string that is not a class comes back as it is, without sides. Raises NotationError for a mark
    after another number, and for both marks at once.

    >>> class_of("13+,4,4"), class_of("11+,11+,4:exact"), class_of("gomoku")
    (('13,4,4', ('rows',)), ('11,11,4:exact', ('rows', 'cols')), ('gomoku', ()))
    >>> class_of("(13+,4,4)")
    ('13,4,4', ('rows',))
    """
    plain = without_brackets(spec)
    written = _WRITTEN.match(plain)
    if written is None:
        if _BOTH.match(plain):
            raise NotationError(Sentence("proof.marks.both", text=shown(spec)))
        return spec, ()
    rest = plain[written.end() :]
    check_marks(spec, rest)
    rows, more_rows, cols, more_cols = written.groups()
    larger = tuple(side for side, more in zip(SIDES, (more_rows, more_cols), strict=True) if more)
    return f"{rows},{cols},{rest}", larger


def class_spec(rules: Rules, larger: tuple[Side, ...]) -> str:
    """A class of boards as `class_of` takes it, from its smallest board.

    >>> from kinrow.rules import game
    >>> class_spec(game("13,4,4"), ("rows",)), class_spec(game("gomoku"), ())
    ('13+,4,4', '15,15,5')
    """
    rows, cols, rest = str(rules).split(",", 2)
    sides = zip((rows, cols), SIDES, strict=True)
    return ",".join([*(number + "+" * (side in larger) for number, side in sides), rest])


def class_title(rules: Rules, larger: tuple[Side, ...]) -> str:
    """The same as the literature writes it.

    >>> from kinrow.rules import game
    >>> class_title(game("13,4,4:exact"), ("rows",)), class_title(game("13,4,4"), ())
    ('(13+,4,4) exact', '(13,4,4)')
    """
    numbers, _, options = class_spec(rules, larger).partition(":")
    return f"({numbers}) {options}".strip() if larger else rules.title


def contains(smallest: Rules, larger: tuple[Side, ...], rules: Rules) -> bool:
    """Whether a game is this one, or one of those on larger boards.

    >>> from kinrow.rules import game
    >>> contains(game("13,4,4"), ("rows",), game("20,4,4"))
    True
    >>> contains(game("13,4,4"), ("rows",), game("20,5,4"))
    False
    """
    if (rules.k, rules.objective) != (smallest.k, smallest.objective):
        return False
    as_small = replace(rules, rows=smallest.rows, cols=smallest.cols)
    return as_small == smallest and all(
        getattr(rules, side) >= getattr(smallest, side)
        if side in larger
        else getattr(rules, side) == getattr(smallest, side)
        for side in SIDES
    )


def without_brackets(spec: str) -> str:
    """The spec without brackets around its numbers, as titles have them.

    >>> without_brackets("(6*,6,6):exact"), without_brackets("gomoku")
    ('6*,6,6:exact', 'gomoku')
    """
    numbers, colon, options = text_of("spec", spec).partition(":")
    bare = numbers.strip()
    if bare.startswith("(") and bare.endswith(")"):
        bare = bare[1:-1]
    return f"{bare}{colon}{options}"


def check_marks(spec: str, rest: str) -> None:
    """Raises NotationError if something after rows and columns has the mark of a class of boards.

    >>> class_of("4+,3+,3+")
    Traceback (most recent call last):
    kinrow.rules.errors.NotationError: '4+,3+,3+': expected + or * after rows and columns only, \
as in 13+,4,4 or 6*,6,6
    """
    if any(mark in rest for mark in "+*"):
        raise NotationError(Sentence("proof.marks", text=shown(spec)))


def check_class(rules: Rules, larger: tuple[Side, ...]) -> None:
    """Raises RulesError if no win on a class of boards like this can be claimed or searched.

    >>> check_class(Rules(4, 3, 3, stones=2), ("rows",))
    Traceback (most recent call last):
    kinrow.rules.errors.RulesError: (4,3,3,2,2): for a class of boards, only wins can be proved, \
with one stone per turn and without misère
    """
    if larger not in (("rows",), ("cols",), SIDES):
        raise RulesError(Sentence("proof.larger", larger=shown(larger)))
    if rules.stones > 1 or rules.first_turn > 1 or rules.misere:
        raise RulesError(Sentence("proof.class", game=rules.title))
    count = lines_met(rules, larger)
    most = _MOST_LINES[rules.k < 8]
    if count > most:
        raise RulesError(Sentence("proof.class.lines", game=rules.title, lines=count, most=most))


def lines_met(rules: Rules, larger: tuple[Side, ...]) -> int:
    """The lines with a cell on this board, if it goes on beyond these sides.

    >>> from kinrow.rules import game
    >>> lines_met(game("13,4,4"), ("rows",)), lines_met(game("15,15,5"), SIDES)
    (109, 1252)
    """
    more = rules.k - 1
    rows, cols = rules.rows, rules.cols
    down = rows + more if "rows" in larger else rows - more  # first cells of a column of lines
    across = cols + more if "cols" in larger else cols - more
    straight = rows * max(across, 0) + cols * max(down, 0)
    slanting = max(down, 0) * max(across, 0) - (more * rules.k if len(larger) == 2 else 0)
    return straight + 2 * slanting
