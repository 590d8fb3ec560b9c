"""Whether the turn in a position is the one that play from the empty board gives."""

from __future__ import annotations

from kinrow.rules.position import Position


def is_in_turn(position: Position) -> bool:
    """Whether sides and turns are those of a game of so many stones from the empty board.

    A composed position may give the move to either side; what is known of a game from its
    beginning says nothing of it.

    >>> from kinrow.rules import game
    >>> rules = game("tictactoe")
    >>> is_in_turn(rules.parse("X../.../...")), is_in_turn(rules.parse("X../.../... X"))
    (True, False)
    """
    plies, cells = position.plies, position.cells
    counts = cells.count("X"), cells.count("O")
    turn = position.to_move, position.left
    return turn == position.rules.turn_at(plies) and counts == position.rules.counts_at(plies)
