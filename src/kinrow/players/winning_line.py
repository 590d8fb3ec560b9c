"""The line of a win played out: proved or found moves of the winner, the loser resists."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kinrow.analysis import Analyst, Budget
from kinrow.analysis.budget import Spending
from kinrow.players.protocol import Clock, Player
from kinrow.rules import Cell, Outcome, Position

_LONGEST = 3.0  # seconds for all of the line
_SEARCH = 1.0  # seconds for a position of it
_RESISTANCE = 0.05  # seconds for a stone of the loser's


def winning_lines(
    position: Position,
    analyst: Analyst,
    resistance: Player,
    seconds: float,
    check: Callable[[], object],
) -> Iterator[list[Cell]]:
    """A line of play from a position that is won for one side, longer each time, to the win.

    The winner's moves keep the win. The loser's are best play if the search has found them, else
    those of `resistance`: what holds out longest is not known. The line takes half of the `seconds`
    that there are, at most. It ends early if that time does, or if the win is not known any more;
    nothing comes of a position that is not known to be won. `check` is called before each search,
    and may raise.
    """
    spending = Spending(Budget(min(_LONGEST, seconds / 2)))
    line: list[Cell] = []
    winner = None
    while not position.finished and not spending.late:
        check()
        budget = Budget(spending.time_left(_SEARCH))
        solution = analyst.answer(position, "outcome", budget, moves="none").solution
        if solution.outcome not in (Outcome.WIN, Outcome.LOSS):
            return
        wins = solution.outcome is Outcome.WIN
        side = position.to_move if wins else position.to_move.other
        if side is not (winner := winner or side):
            return
        found = solution.line
        if not found:
            if wins or position.rules.objective != "line":
                return
            found = (resistance.choose(position, Clock(move=_RESISTANCE)),)
        line += found
        for cell in found:
            position = position.play(cell)
        yield line
