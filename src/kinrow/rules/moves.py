"""Moves in a row: a tuple of cells that is written, and asked, as people write them."""

from __future__ import annotations

from collections.abc import Iterable

from kinrow.rules.cell import Cell


class Moves(tuple[Cell, ...]):
    """Cells in their order; `in` also takes a text such as "b2".

    >>> moves = Moves([Cell(1, 1), Cell(0, 0)])
    >>> print(moves, len(moves), "a1" in moves, Cell(2, 2) in moves)
    b2 a1 2 True False
    >>> moves
    Moves('b2 a1')
    """

    __slots__ = ()

    @classmethod
    def of(cls, cells: Iterable[Cell | str]) -> Moves:
        """The moves of cells that are Cells or texts; raises NotationError for anything else.

        >>> Moves.of(["b2", Cell(0, 0)])
        Moves('b2 a1')
        """
        return cls(map(Cell.of, cells))

    def __contains__(self, cell: object) -> bool:
        return super().__contains__(Cell.parse(cell) if isinstance(cell, str) else cell)

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"Moves({str(self)!r})"
