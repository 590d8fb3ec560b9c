"""What is read cell by cell, as in `board["b2"]`, and is not a list of cells."""

from __future__ import annotations

from kinrow.rules.cell import shown
from kinrow.rules.errors import KinrowError
from kinrow.rules.sentence import Sentence


class NotAContainer(KinrowError, TypeError):
    """A position, asked by `in` as if it were a list of cells."""


class Cellwise:
    """A base class of Position and Board: Python's way to loop over numbered items is closed.

    `in` could mean the board, the stones or the moves; NotAContainer says how to ask for each.

    >>> from kinrow.rules import game
    >>> "b2" in game("tictactoe").start()
    Traceback (most recent call last):
    kinrow.rules.cellwise.NotAContainer: 'b2' in a position is undefined: use 'b2' in \
position.legal_moves, or position['b2'] for its sign
    >>> list(game("tictactoe").start())
    Traceback (most recent call last):
    TypeError: 'Position' object is not iterable
    """

    __slots__ = ()
    __iter__ = None

    def __contains__(self, cell: object) -> bool:
        raise NotAContainer(Sentence("position.in", cell=shown(cell)))
