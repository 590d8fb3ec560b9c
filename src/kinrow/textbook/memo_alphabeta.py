"""Alpha-beta with a memo: a search cut short leaves a bound, which can cut later searches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from kinrow.rules import Cell, Objective, Position, PositionLike, as_position
from kinrow.textbook.answer import SearchResult
from kinrow.textbook.leaf import INFINITY, utility
from kinrow.textbook.ordering import by_lines
from kinrow.textbook.trace import Trace


class Bounds(NamedTuple):
    """What is known of a position's value: exact where both bounds meet.

    >>> Bounds().after(3, alpha=0, beta=3)  # the search was cut at 3: it may be worth more
    Bounds(lower=3, upper=1000000)
    >>> Bounds().after(2, alpha=0, beta=3)
    Bounds(lower=2, upper=2)
    """

    lower: int = -INFINITY
    upper: int = INFINITY

    def after(self, best: int, alpha: int, beta: int) -> Bounds:
        """The bounds after a search of the window from alpha to beta that came back with best."""
        return Bounds(
            lower=best if best > alpha else self.lower, upper=best if best < beta else self.upper
        )


def alphabeta_memo(
    position: PositionLike,
    objective: Objective = "outcome",
    trace: Trace | None = None,
    order: Callable[[Position], Sequence[Cell]] = by_lines,
) -> SearchResult:
    """The value of a position for its side to move (Max), by alpha-beta that remembers bounds.

    As `alphabeta`, but every position searched leaves its bounds in a memo. They narrow the
    window when the position comes up again, and often close it.

    Source: AlphaBetaWithMemory in Plaat, Schaeffer, Pijls and de Bruin, Best-first fixed-depth
    minimax algorithms, Artificial Intelligence 87, 1996.

    >>> from kinrow.rules import game
    >>> alphabeta_memo(game("tictactoe").start()).value
    0
    """
    position = as_position(position)
    player, trace = position.to_move, trace or Trace()
    memo: dict[Position, Bounds] = {}

    def value(position: Position, alpha: int, beta: int, move: Cell | None = None) -> int:
        trace.enter(position, move, alpha, beta)
        if position.finished:
            return trace.leave(utility(position, objective, player))
        known = memo.get(position, Bounds())
        if known.lower >= beta or known.lower == known.upper:
            return trace.leave(known.lower, remembered=True)
        if known.upper <= alpha:
            return trace.leave(known.upper, remembered=True)
        alpha, beta = max(alpha, known.lower), min(beta, known.upper)
        best = best_value(position, alpha, beta)
        memo[position] = known.after(best, alpha, beta)
        return trace.leave(best)

    def best_value(position: Position, alpha: int, beta: int) -> int:
        maximising = position.to_move is player
        best = -INFINITY if maximising else INFINITY
        for move in order(position):
            worth_of_move = value(position.play(move), alpha, beta, move)
            if maximising:
                best = max(best, worth_of_move)
                alpha = max(alpha, best)
            else:
                best = min(best, worth_of_move)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    return SearchResult(value(position, -INFINITY, INFINITY), trace.nodes)
