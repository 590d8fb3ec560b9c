"""The board as a Gomocup manager sends it: our stones and the opponent's, in any order."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kinrow.rules import Cell, IllegalMove, KinrowError, Position, Rules, Setup, Sign, game

OWN, OTHER, _FINISHED_LINE = 1, 2, 3
_PAIR = re.compile(r"\s*([0-9]{1,4})\s*,\s*([0-9]{1,4})\s*")
_TRIPLE = re.compile(r"\s*([0-9]{1,4})\s*,\s*([0-9]{1,4})\s*,\s*([0-9]{1,4})\s*")


class CommandRefused(KinrowError):
    """A command that cannot be obeyed; the text goes out after ERROR."""


class BrainBoard:
    """The stones on a board of five in a row and their owners; we are to move.

    `variant` is "", "exact", "renju" or "caro".

    >>> board = BrainBoard(15, 15)
    >>> board.put(board.cell("7,7"), OTHER)
    >>> str(board.position().to_move), board.text(Cell(7, 8))
    ('O', '8,7')
    """

    def __init__(self, rows: int, cols: int, variant: str = "") -> None:
        self.variant = variant
        self.rules = game(f"{rows},{cols},5:{variant}" if variant else (rows, cols, 5))
        self._stones: dict[Cell, int] = {}
        self._known: Position | None = None  # these stones, as long as they came in turn
        self._own = Sign.X

    def __len__(self) -> int:
        return len(self._stones)

    @property
    def stones(self) -> list[Cell]:
        """The cells that are taken."""
        return list(self._stones)

    def with_variant(self, variant: str) -> BrainBoard:
        """The same stones under another rule."""
        other = BrainBoard(self.rules.rows, self.rules.cols, variant)
        other._stones = dict(self._stones)
        return other

    def emptied(self) -> BrainBoard:
        """Another board of this size and rule, without stones."""
        return BrainBoard(self.rules.rows, self.rules.cols, self.variant)

    def cell(self, text: str) -> Cell:
        """The cell at "x,y" (column, row, from 0); raises CommandRefused off the board."""
        match = _PAIR.fullmatch(text)
        if match is None:
            raise CommandRefused(f"{text[:20]!r}: expected x,y")
        return self._at(int(match[1]), int(match[2]))

    def stone(self, text: str) -> tuple[Cell, int]:
        """The cell and owner at "x,y,field"; raises CommandRefused for anything else.

        Field 3, a stone of a finished line, is for continuous games, which are not played here.
        """
        match = _TRIPLE.fullmatch(text)
        if match is not None and int(match[3]) == _FINISHED_LINE:
            raise CommandRefused(f"{text[:20]!r}: field 3 is for continuous games")
        if match is None or int(match[3]) not in (OWN, OTHER):
            raise CommandRefused(f"{text[:20]!r}: expected x,y,1 or x,y,2")
        return self._at(int(match[1]), int(match[2])), int(match[3])

    def text(self, cell: Cell) -> str:
        """The cell as the protocol writes it."""
        return f"{cell.col},{cell.row}"

    def clear(self) -> None:
        """Takes all stones off."""
        self._stones.clear()
        self._known = None

    def put(self, cell: Cell, owner: int) -> None:
        """Places a stone; raises CommandRefused on a taken cell, and once the game is over."""
        if cell in self._stones:
            raise CommandRefused(f"{self.text(cell)} is taken")
        known = self._known
        if known is not None and known.finished:
            raise CommandRefused("the game is over")
        self._stones[cell] = owner
        mover = self._own if owner == OWN else self._own.other
        going_on = known is not None and known.to_move is mover
        self._known = known.play(cell) if known is not None and going_on else None

    def turn(self, cell: Cell) -> None:
        """Places the other side's stone; raises as `put` does, and if it is forbidden."""
        if self.rules.renju and cell not in self._stones:
            other = self._mover()
            try:
                self._built(other.other, other).play(cell)
            except IllegalMove as error:
                raise CommandRefused(f"{self.text(cell)}: {error}") from None
        self.put(cell, OTHER)

    def take(self, cell: Cell) -> None:
        """Takes a stone back; raises CommandRefused from an empty cell."""
        if self._stones.pop(cell, None) is None:
            raise CommandRefused(f"{self.text(cell)} is empty")
        self._known = None

    def swap(self) -> None:
        """Exchanges the owners of all stones."""
        self._stones = {cell: OWN + OTHER - owner for cell, owner in self._stones.items()}
        self._known = None

    def position(self) -> Position:
        """The position with our stone to come; CommandRefused if the board allows none."""
        if self._known is None or self._known.to_move is not self._own:
            self._own = self._mover()
            self._known = self._built(self._own, self._own)
        return _going_on(self._known)

    def next_position(self) -> Position:
        """The position with the next stone to come, of either side; raises as `position` does."""
        awaited = self.awaited
        return self.position() if awaited is None else _going_on(awaited)

    @property
    def awaited(self) -> Position | None:
        """The position with the other side's stone to come; None unless we have just moved."""
        known = self._known
        return None if known is None or known.to_move is self._own else known

    def _mover(self) -> Sign:
        """The sign of the side that is to move: if both have as many stones, it began."""
        ours = sum(1 for owner in self._stones.values() if owner == OWN)
        return Sign.X if 2 * ours == len(self._stones) else Sign.O

    def _built(self, own: Sign, to_move: Sign) -> Position:
        rows, cols = self.rules.rows, self.rules.cols
        marks = [["."] * cols for _ in range(rows)]
        for cell, owner in self._stones.items():
            marks[cell.row][cell.col] = str(own if owner == OWN else own.other)
        return Setup(self.rules, tuple("".join(row) for row in marks), to_move, 1).position()

    def _at(self, x: int, y: int) -> Cell:
        rows, cols = self.rules.rows, self.rules.cols
        if not (x < cols and y < rows):
            raise CommandRefused(f"{x},{y} is not on the board of {cols} x {rows}")
        return Cell(y, x)


def _going_on(position: Position) -> Position:
    if position.finished:
        raise CommandRefused("the game is over")
    return position


def nearest(rules: Rules, stones: Sequence[Cell]) -> Cell:
    """A first move: the middle of an empty board, or diagonally next to the only stone.

    >>> from kinrow.rules import game
    >>> str(nearest(game("gomoku"), [])), str(nearest(game("gomoku"), [Cell(0, 14)]))
    ('h8', 'n2')
    """
    row, col = (rules.rows - 1) // 2, (rules.cols - 1) // 2
    if not stones:
        return Cell(row, col)
    (stone,) = stones
    return Cell(
        stone.row + (1 if stone.row <= row and stone.row + 1 < rules.rows else -1),
        stone.col + (1 if stone.col <= col and stone.col + 1 < rules.cols else -1),
    )
