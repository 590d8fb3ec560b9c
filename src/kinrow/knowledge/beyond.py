"""What is settled on boards larger than those kinrow plays on, and on whole classes of boards."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from kinrow.knowledge.larger_boards import LARGER_BOARDS, certified_class
from kinrow.knowledge.row import AtlasRow
from kinrow.knowledge.theory import bounds_by
from kinrow.proofs import class_of, piece_of
from kinrow.proofs.boards import SIDES, Side
from kinrow.rules import MOST_CELLS, MOST_COLS, MOST_ROWS, Outcome, Rules, game

_SIDE = re.compile(r"[0-9]{1,9}")
_OF_ANY_SIZE = ("first turn", "two threats", "narrow board", "monotonicity")
"""Rules of theory that say of such a board what they say of its part: no k is larger than what a
side is cut to, and the pairs for lines of nine repeat every 8 rows and columns. A board that is
larger than one and smaller than another, of which a rule says the same, is not an exception."""


@dataclass(frozen=True, slots=True)
class LargerBoard:
    """A game on such a board, and the same game on the largest part that kinrow plays on.

    Or a class of boards, which goes on beyond the sides in `larger`, or has all lengths of the side
    `repeated`; `rows` and `cols` are then its smallest ones, or those of the piece.
    """

    rows: int
    cols: int
    part: Rules
    larger: tuple[Side, ...] = ()
    repeated: Side | None = None

    def __str__(self) -> str:
        _, _, rest = str(self.part).split(",", 2)
        return ",".join([*(f"{getattr(self, side)}{self._mark(side)}" for side in SIDES), rest])

    def _mark(self, side: Side) -> str:
        return "*" if side == self.repeated else "+" if side in self.larger else ""

    @property
    def is_class(self) -> bool:
        """Whether it is more than one board."""
        return bool(self.larger) or self.repeated is not None

    @property
    def turned(self) -> Rules | None:
        """The game on the board turned by a quarter, if kinrow plays on that one.

        >>> str(larger_board("10,25,5").turned), larger_board("10,30,5").turned
        ('25,10,5', None)
        """
        if self.is_class or not _is_played_on(self.cols, self.rows):
            return None
        return replace(self.part, rows=self.cols, cols=self.rows)

    @property
    def ends(self) -> tuple[Rules, Rules]:
        """The game on the smallest of the boards, and on one as large as any of them.

        What a rule of theory says of both, it says of all.

        >>> [str(rules) for rules in larger_board("14+,6,9").ends]
        ['14,6,9', '22,6,9']
        """
        shortest: dict[str, Any] = {} if self.repeated is None else {self.repeated: 1}
        longest: dict[str, Any] = {side: MOST_COLS for side in SIDES if self._mark(side)}
        return replace(self.part, **shortest), replace(self.part, **longest)


@dataclass(frozen=True, slots=True)
class RowBeyond:
    """As a row of the atlas says it of the part.

    `of_class` is the class of boards that settles it, if one does; `boards` are those that have a
    row of their own, as they are too small for that class.
    """

    board: LargerBoard
    row: AtlasRow
    of_class: str | None = None
    boards: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """A row as others are, the class, and the boards.

        >>> found = row_beyond(larger_board("40,30,4"))
        >>> found.to_json()["game"], found.to_json()["class"]
        ('40,30,4', '10+,7+,4')
        """
        data = self.row.to_json()
        sides = {"rows": self.board.rows, "cols": self.board.cols}
        rules = data["rules"] | sides
        return data | {"game": str(self.board), "rules": rules, **self._settled_by()}

    def _settled_by(self) -> dict[str, Any]:
        return {"class": self.of_class, "boards": list(self.boards)}


def larger_board(spec: str) -> LargerBoard | None:
    """The game, if its board is too large to play on; a class of boards; None for anything else.

    Raises KinrowError if the rest of the numbers and options make no game.

    >>> str(larger_board("(40, 40, 4)")), str(larger_board("1000000,4,4:begins=O"))
    ('40,40,4', '1000000,4,4:begins=O')
    >>> str(larger_board("13+,4,4:exact")), str(larger_board("6, 6*, 6"))
    ('13+,4,4:exact', '6,6*,6')
    >>> larger_board("14,14,4"), larger_board("gomoku")
    (None, None)
    """
    piece, repeated = piece_of(spec)
    smallest, larger = class_of(piece)
    base, colon, options = smallest.partition(":")
    numbers = base.strip().removeprefix("(").removesuffix(")").split(",")
    sides = [side.strip() for side in numbers[:2]]
    if len(numbers) not in (3, 5) or not all(map(_SIDE.fullmatch, sides)):
        return None
    rows, cols = map(int, sides)
    if not (larger or repeated) and _is_played_on(rows, cols):
        return None
    part = [str(min(side, MOST_COLS)) for side in (rows, cols)]
    rules = game(",".join([*part, *numbers[2:]]) + colon + options)
    return LargerBoard(rows, cols, rules, larger, repeated)


def _is_played_on(rows: int, cols: int) -> bool:
    return rows <= MOST_ROWS and cols <= MOST_COLS and rows * cols <= MOST_CELLS


def row_beyond(board: LargerBoard) -> RowBeyond | None:
    """What settles it, or all boards of a class at once; None if nothing does.

    No class has a smallest board of more than `MOST_COLS` rows or columns, so the part is in the
    same classes.

    >>> row_beyond(larger_board("40,40,9")).row.theory, row_beyond(larger_board("40,40,6"))
    (('monotonicity',), None)
    >>> row_beyond(larger_board("4,14+,4")).of_class, row_beyond(larger_board("12+,4,4"))
    ('13+,4,4', None)
    """
    for name in _OF_ANY_SIZE:
        smallest, largest = (bounds_by(name, rules) for rules in board.ends)
        if smallest is not None and smallest == largest and smallest[0] == smallest[1]:
            value = Outcome(smallest[0])
            row = AtlasRow(rules=board.part, value=value, how="theory", theory=(name,))
            return RowBeyond(board, row)
    found = certified_class(board.part, board.larger, board.repeated)
    if found is None:
        return None
    proof: dict[str, Any] = {"size": found.size, "sha256": found.sha256}
    value, theory = found.outcome, (LARGER_BOARDS,)
    row = AtlasRow(rules=board.part, value=value, how="proved", theory=theory, **proof)
    return RowBeyond(board, row, found.spec)


def row_with_boards(
    board: LargerBoard, find: Callable[[Rules], AtlasRow | None]
) -> RowBeyond | None:
    """As `row_beyond`; or the shortest boards of a class by rows of their own, which `find` has.

    All of them must have the value of the others, and a certificate or theory behind it.

    >>> from kinrow.knowledge import Atlas
    >>> row_with_boards(larger_board("11+,4,4"), Atlas().find).boards
    ('11,4,4', '12,4,4')
    >>> row_with_boards(larger_board("8+,4,4"), Atlas().find) is None
    True
    """
    whole = row_beyond(board)
    if whole is not None or len(board.larger) != 1:
        return whole
    (side,) = board.larger
    rows: list[AtlasRow] = []
    for length in range(getattr(board, side), MOST_COLS):
        longer: dict[str, Any] = {side: length}
        at_least = replace(board, part=replace(board.part, **longer), **longer)
        if (found := row_beyond(at_least)) is not None:
            alike = all(row.value is found.row.value for row in rows)
            singly = tuple(str(row.rules) for row in rows)
            settled = alike and found.of_class is not None
            return replace(found, board=board, boards=singly) if settled else None
        row = find(at_least.part)
        if row is None or row.how not in ("proved", "theory"):
            return None
        rows.append(row)
    return None
