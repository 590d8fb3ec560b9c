"""Minimax: Max takes the greatest of the moves' values, Min the least, all the way down."""

from __future__ import annotations

from kinrow.rules import Cell, Objective, Position, PositionLike, as_position
from kinrow.textbook.answer import SearchResult
from kinrow.textbook.leaf import utility
from kinrow.textbook.trace import Trace


def minimax(
    position: PositionLike, objective: Objective = "outcome", trace: Trace | None = None
) -> SearchResult:
    """The value of a position for its side to move (Max), by looking at every line of play.

    A turn of several stones needs nothing special: the same player chooses again.

    Source: Shannon, Programming a Computer for Playing Chess, 1950, after von Neumann, 1928.

    >>> from kinrow.rules import game
    >>> minimax(game("tictactoe").parse("XOX/OXO/..."), "score")
    SearchResult(value=3, nodes=8)
    """
    position = as_position(position)
    player = position.to_move
    trace = trace or Trace()

    def value(position: Position, move: Cell | None = None) -> int:
        trace.enter(position, move)
        if position.finished:
            return trace.leave(utility(position, objective, player))
        values = [value(position.play(move), move) for move in position.legal_moves]
        return trace.leave(max(values) if position.to_move is player else min(values))

    return SearchResult(value(position), trace.nodes)
