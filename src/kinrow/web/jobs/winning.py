"""The line of a win played out: proved or found moves of the winner, the loser resists."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic
from typing import Any

from kinrow.analysis import Budget
from kinrow.players import Clock
from kinrow.rules import Cell, Outcome, Position
from kinrow.web.asking import Asking
from kinrow.web.jobs.tools import Tools

_LONGEST = 3.0  # seconds for all of the line
_SEARCH = 1.0  # seconds for a position of it
_RESISTANCE = 0.05  # seconds for a stone of the loser's


def winning_lines(position: Position, tools: Tools, asking: Asking[Any]) -> Iterator[list[Cell]]:
    """A line of play from a position that is won for one side, longer each time, to the win.

    The winner's moves keep the win. The loser's are best play if the search has found them, else
    an engine's: what holds out longest is not known. The line ends early if the time does, or if
    the win is not known any more; nothing comes of a position that is not known to be won.
    """
    ends = monotonic() + min(_LONGEST, asking.seconds / 2)
    line: list[Cell] = []
    winner = None
    while not position.finished and monotonic() < ends:
        asking.check()
        budget = Budget(min(_SEARCH, max(0.01, ends - monotonic())))
        solution = tools.analyst.answer(position, "outcome", budget, moves="none").solution
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
            found = (tools.resistance.choose(position, Clock(move=_RESISTANCE)),)
        line += found
        for cell in found:
            position = position.play(cell)
        yield line
