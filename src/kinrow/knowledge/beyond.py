"""What is settled on boards larger than those kinrow plays on, and on whole classes of boards."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
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

    `of_class` is the class of boards that settles it, if one does; `more` are others that settle
    strips beside it, and `boards` those that have a row of their own, too small for any of these.
    """

    board: LargerBoard
    row: AtlasRow
    of_class: str | None = None
    boards: tuple[str, ...] = ()
    more: tuple[str, ...] = ()

    @property
    def classes(self) -> tuple[str, ...]:
        """All classes of boards that settle a part of it."""
        return () if self.of_class is None else (self.of_class, *self.more)

    def to_json(self) -> dict[str, Any]:
        """A row as others are, the class, all classes, and the boards.

        >>> found = row_beyond(larger_board("40,30,4"))
        >>> found.to_json()["game"], found.to_json()["class"]
        ('40,30,4', '10+,7+,4')
        """
        data = self.row.to_json()
        sides = {"rows": self.board.rows, "cols": self.board.cols}
        rules = data["rules"] | sides
        return data | {"game": str(self.board), "rules": rules, **self._settled_by()}

    def _settled_by(self) -> dict[str, Any]:
        parts = {"classes": list(self.classes), "boards": list(self.boards)}
        return {"class": self.of_class, **parts}


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
    """As `row_beyond`; or several parts of a class, each of them settled, and all alike.

    The shortest boards are settled by rows of their own, which `find` has. All of them must have
    the value of the others, and a certificate or theory behind it.

    >>> from kinrow.knowledge import Atlas
    >>> row_with_boards(larger_board("11+,4,4"), Atlas().find).boards
    ('11,4,4', '12,4,4')
    >>> row_with_boards(larger_board("8+,4,4"), Atlas().find) is None
    True
    >>> row_with_boards(larger_board("10+,5+,4"), Atlas().find).classes
    ('10+,7+,4', '7+,5,4', '7+,6,4')
    """
    whole = row_beyond(board)
    if whole is not None or not board.larger:
        return whole
    return _lengthened(board, find) if len(board.larger) == 1 else _stripped(board, find)


def _lengthened(board: LargerBoard, find: Callable[[Rules], AtlasRow | None]) -> RowBeyond | None:
    """A class that goes on along one side: its shortest boards one by one, then all longer ones."""
    (side,) = board.larger
    rows: list[AtlasRow] = []
    singly: list[str] = []
    for length in range(getattr(board, side), MOST_COLS):
        at_least = _cut(board, {side: length})
        if (found := row_beyond(at_least)) is not None:
            alike = all(row.value is found.row.value for row in rows)
            settled = alike and found.of_class is not None
            return replace(found, board=board, boards=tuple(singly)) if settled else None
        alone = replace(at_least, larger=())
        row = _row_alone(alone, find)
        if row is None or row.how not in ("proved", "theory"):
            return None
        rows.append(row)
        singly.append(str(alone if alone.turned is None else row.rules))
    return None


def _row_alone(board: LargerBoard, find: Callable[[Rules], AtlasRow | None]) -> AtlasRow | None:
    """The row of one board: of its part only if the part is all of it."""
    if _is_played_on(board.rows, board.cols):
        return find(board.part)
    if board.turned is not None:
        return find(board.turned)
    beyond = row_beyond(board)
    return None if beyond is None else beyond.row


def _stripped(board: LargerBoard, find: Callable[[Rules], AtlasRow | None]) -> RowBeyond | None:
    """A class that goes on along both sides: all boards from a corner on, and strips beside them.

    From (rows, cols) on one class has all boards. The others have fewer rows, or at least so many
    rows and fewer columns: these are finitely many strips.
    """
    for corner in _corners(board):
        rows, cols = corner.board.rows, corner.board.cols
        fewer_rows = (_cut(board, {"rows": at}, ("cols",)) for at in range(board.rows, rows))
        fewer_cols = (_cut(corner.board, {"cols": at}, ("rows",)) for at in range(board.cols, cols))
        found = [corner]
        for strip in (*fewer_rows, *fewer_cols):
            row = row_with_boards(strip, find)
            if row is None or row.of_class is None or row.row.value is not corner.row.value:
                break
            found.append(row)
        else:
            boards = tuple(name for each in found for name in each.boards)
            names = dict.fromkeys(name for each in found for name in each.classes)
            return replace(corner, board=board, boards=boards, more=tuple(names)[1:])
    return None


def _corners(board: LargerBoard) -> Iterator[RowBeyond]:
    """The smallest of the boards from which on, along both sides, a class has all."""
    fewest = max(board.cols, MOST_COLS) + 1
    for rows in range(board.rows, max(board.rows, MOST_COLS) + 1):
        for cols in range(board.cols, fewest):
            found = row_beyond(_cut(board, {"rows": rows, "cols": cols}))
            if found is not None and found.of_class is not None:
                yield found
                fewest = cols
                break


def _cut(
    board: LargerBoard, sides: dict[Side, int], larger: tuple[Side, ...] | None = None
) -> LargerBoard:
    """The class that begins with these rows or columns, and goes on beyond the sides `larger`."""
    parts: dict[str, Any] = {side: min(length, MOST_COLS) for side, length in sides.items()}
    changed: dict[str, Any] = dict(sides.items())
    kept = board.larger if larger is None else larger
    return replace(board, part=replace(board.part, **parts), larger=kept, **changed)
