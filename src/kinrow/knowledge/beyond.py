"""What is settled on boards larger than those kinrow plays on."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from kinrow.knowledge.larger_boards import LARGER_BOARDS, certified_class
from kinrow.knowledge.row import AtlasRow
from kinrow.knowledge.theory import bounds_by
from kinrow.rules import MOST_CELLS, MOST_COLS, MOST_ROWS, Outcome, Rules, game

_SIDE = re.compile(r"[0-9]{1,9}")
_OF_ANY_SIZE = ("first turn", "two threats", "narrow board", "monotonicity")
"""Rules of theory that say of such a board what they say of its part: no k is larger than what a
side is cut to, and the pairs for lines of nine repeat every 8 rows and columns."""


@dataclass(frozen=True, slots=True)
class LargerBoard:
    """A game on such a board, and the same game on the largest part that kinrow plays on."""

    rows: int
    cols: int
    part: Rules

    def __str__(self) -> str:
        _, _, rest = str(self.part).split(",", 2)
        return f"{self.rows},{self.cols},{rest}"

    @property
    def turned(self) -> Rules | None:
        """The game on the board turned by a quarter, if kinrow plays on that one.

        >>> str(larger_board("10,25,5").turned), larger_board("10,30,5").turned
        ('25,10,5', None)
        """
        if not _is_played_on(self.cols, self.rows):
            return None
        return replace(self.part, rows=self.cols, cols=self.rows)


@dataclass(frozen=True, slots=True)
class RowBeyond:
    """As a row of the atlas says it of the part; `of_class` is the class of boards, if one is."""

    board: LargerBoard
    row: AtlasRow
    of_class: str | None = None

    def to_json(self) -> dict[str, Any]:
        """A row as others are, and the class.

        >>> found = row_beyond(larger_board("40,30,4"))
        >>> found.to_json()["game"], found.to_json()["class"]
        ('40,30,4', '10+,7+,4')
        """
        data = self.row.to_json()
        sides = {"rows": self.board.rows, "cols": self.board.cols}
        rules = data["rules"] | sides
        return data | {"game": str(self.board), "rules": rules, "class": self.of_class}


def larger_board(spec: str) -> LargerBoard | None:
    """The game, if its board is too large to play on; None for anything else.

    Raises KinrowError if the rest of the numbers and options make no game.

    >>> str(larger_board("(40, 40, 4)")), str(larger_board("1000000,4,4:begins=O"))
    ('40,40,4', '1000000,4,4:begins=O')
    >>> larger_board("14,14,4"), larger_board("gomoku")
    (None, None)
    """
    base, colon, options = spec.partition(":")
    numbers = base.strip().removeprefix("(").removesuffix(")").split(",")
    sides = [side.strip() for side in numbers[:2]]
    if len(numbers) not in (3, 5) or not all(map(_SIDE.fullmatch, sides)):
        return None
    rows, cols = map(int, sides)
    if _is_played_on(rows, cols):
        return None
    part = [str(min(side, MOST_COLS)) for side in (rows, cols)]
    return LargerBoard(rows, cols, game(",".join([*part, *numbers[2:]]) + colon + options))


def _is_played_on(rows: int, cols: int) -> bool:
    return rows <= MOST_ROWS and cols <= MOST_COLS and rows * cols <= MOST_CELLS


def row_beyond(board: LargerBoard) -> RowBeyond | None:
    """What settles it; None if nothing does.

    No class has a smallest board of more than `MOST_COLS` rows or columns, so the part is in the
    same classes.

    >>> row_beyond(larger_board("40,40,9")).row.theory, row_beyond(larger_board("40,40,5"))
    (('monotonicity',), None)
    """
    part = board.part
    for name in _OF_ANY_SIZE:
        low, high = bounds_by(name, part) or (-1, 1)
        if low == high:
            row = AtlasRow(rules=part, value=Outcome(low), how="theory", theory=(name,))
            return RowBeyond(board, row)
    found = certified_class(part)
    if found is None:
        return None
    proof: dict[str, Any] = {"size": found.size, "sha256": found.sha256}
    row = AtlasRow(rules=part, value=found.outcome, how="proved", theory=(LARGER_BOARDS,), **proof)
    return RowBeyond(board, row, found.spec)
