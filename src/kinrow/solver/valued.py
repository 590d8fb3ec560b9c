"""The moves of a position with their values; moves may be given as people write them."""

from __future__ import annotations

from itertools import groupby
from typing import TypeVar, overload

from kinrow.display import html_table
from kinrow.rules import Cell, Moves, OptionError, Value
from kinrow.rules.moves import sought
from kinrow.rules.sentence import Sentence

T = TypeVar("T")

_MOST_NAMED = 9  # moves of one value that a repr names


class ValuedMoves(dict[Cell, Value]):
    """The value of each move to the side that makes it; a key may also be a string such as "b2".

    A move without a value is refused with an OptionError that lists those that have one. At the
    prompt the best moves come first, and a long list is cut; a notebook shows a table.

    >>> moves = ValuedMoves({Cell(0, 1): Value("score", 1, 1), Cell(0, 0): Value("score", 0, 0)})
    >>> moves
    <b1: win, score 1; a1: draw>
    >>> moves["b1"].score, "c1" in moves
    (1, False)
    """

    def __getitem__(self, key: Cell | str) -> Value:
        cell = Cell.of(key)
        if super().__contains__(cell):
            return super().__getitem__(cell)
        if self:
            raise OptionError(Sentence("moves.value", cell=cell, known=Moves(self)))
        raise OptionError(Sentence("moves.no_value", cell=cell))

    def __contains__(self, key: object) -> bool:
        return super().__contains__(sought(key))

    @overload
    def get(self, key: Cell | str, default: None = None, /) -> Value | None: ...

    @overload
    def get(self, key: Cell | str, default: Value, /) -> Value: ...

    @overload
    def get(self, key: Cell | str, default: T, /) -> Value | T: ...

    def get(self, key: Cell | str, default: object = None, /) -> object:
        """The value of a move; `default` for one without a value.

        >>> ValuedMoves({Cell(0, 1): Value("score", 1, 1)}).get("b1").score
        1
        """
        return super().get(Cell.of(key), default)

    def __repr__(self) -> str:
        best_first = sorted(self, key=super().__getitem__, reverse=True)
        groups = groupby(best_first, key=super().__getitem__)
        return f"<{'; '.join(f'{_named(Moves(moves))}: {value}' for value, moves in groups)}>"

    def _repr_html_(self) -> str:
        return html_table(("move", "value"), self.items())


def _named(moves: Moves) -> str:
    """The first of the moves, and how many there are besides."""
    more = len(moves) - _MOST_NAMED
    return str(moves) if more <= 0 else f"{Moves(moves[:_MOST_NAMED])} and {more} more"
