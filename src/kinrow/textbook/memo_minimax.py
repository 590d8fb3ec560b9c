"""Minimax with a memo: a position reached a second time is not searched again."""

from __future__ import annotations

from kinrow.rules import Cell, Objective, Position, PositionLike, as_position
from kinrow.textbook.answer import SearchResult
from kinrow.textbook.leaf import utility
from kinrow.textbook.trace import Trace


def minimax_memo(
    position: PositionLike, objective: Objective = "outcome", trace: Trace | None = None
) -> SearchResult:
    """The value of a position for its side to move, searching every position once.

    The value of a position does not depend on the moves that led there, so it can be kept. The
    side to move and the stones left in its turn belong to the position.

    Source: Michie, "Memo" Functions and Machine Learning, Nature 218, 1968.

    >>> from kinrow.rules import game
    >>> minimax_memo(game("tictactoe").start())
    SearchResult(value=0, nodes=16168)
    """
    position = as_position(position)
    player = position.to_move
    trace = trace or Trace()
    memo: dict[Position, int] = {}

    def value(position: Position, move: Cell | None = None) -> int:
        trace.enter(position, move)
        if position.finished:
            return trace.leave(utility(position, objective, player))
        if position in memo:
            return trace.leave(memo[position], remembered=True)
        values = [value(position.play(move), move) for move in position.legal_moves]
        memo[position] = max(values) if position.to_move is player else min(values)
        return trace.leave(memo[position])

    return SearchResult(value(position), trace.nodes)
