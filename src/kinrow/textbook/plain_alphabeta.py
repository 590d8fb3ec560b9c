"""Alpha-beta: stop searching a branch once a player is known to have something better elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kinrow.rules import Cell, Objective, Position, PositionLike, as_position
from kinrow.textbook.answer import SearchResult
from kinrow.textbook.leaf import INFINITY, utility
from kinrow.textbook.ordering import by_rows
from kinrow.textbook.trace import Trace


def alphabeta(
    position: PositionLike,
    objective: Objective = "outcome",
    trace: Trace | None = None,
    order: Callable[[Position], Sequence[Cell]] = by_rows,
) -> SearchResult:
    """The value of a position for its side to move (Max), without branches that cannot matter.

    `alpha` is the value that Max can already be sure of, `beta` the value that Min can be sure of.
    Min will not allow a position worth beta or more, and one worth alpha or less is of no use to
    Max. `order` lists the moves: the earlier the good ones come, the more is cut.

    Source: Knuth and Moore, An Analysis of Alpha-Beta Pruning, Artificial Intelligence 6, 1975.

    >>> from kinrow.rules import game
    >>> alphabeta(game("tictactoe").start())
    SearchResult(value=0, nodes=18297)
    """
    position = as_position(position)
    player = position.to_move
    trace = trace or Trace()

    def value(position: Position, alpha: int, beta: int, move: Cell | None = None) -> int:
        trace.enter(position, move, alpha, beta)
        if position.finished:
            return trace.leave(utility(position, objective, player))
        if position.to_move is player:
            return trace.leave(max_value(position, alpha, beta))
        return trace.leave(min_value(position, alpha, beta))

    def max_value(position: Position, alpha: int, beta: int) -> int:
        best = -INFINITY
        for move in order(position):
            best = max(best, value(position.play(move), alpha, beta, move))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    def min_value(position: Position, alpha: int, beta: int) -> int:
        best = INFINITY
        for move in order(position):
            best = min(best, value(position.play(move), alpha, beta, move))
            beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    return SearchResult(value(position, -INFINITY, INFINITY), trace.nodes)
