"""A side's stones as the bits of a number."""

from __future__ import annotations

from kinrow.rules import Position


def sets_of(position: Position, sign: str) -> int:
    """The stones of a sign as a bit set.

    >>> from kinrow.rules import game
    >>> sets_of(game("tictactoe").parse("X../.O./..."), "O")
    16
    """
    return sum(1 << at for at, cell in enumerate(position.cells) if cell == sign)
