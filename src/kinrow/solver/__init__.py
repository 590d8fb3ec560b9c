"""Solve, analyse, count: one call each, typed results; the search itself is the compiled core's."""

from __future__ import annotations

from kinrow.rules import Objective, PositionLike
from kinrow.runtime.waiting import OnInterrupt, Progress, ProgressCallback, Stop, Stopped
from kinrow.solver.counts import Counts, PlyCount, count, perft
from kinrow.solver.solution import Analysis, Solution, widest
from kinrow.solver.solver import Solver
from kinrow.solver.valued import ValuedMoves

__all__ = [
    "Analysis",
    "Counts",
    "OnInterrupt",
    "PlyCount",
    "Progress",
    "ProgressCallback",
    "Solution",
    "Solver",
    "Stop",
    "Stopped",
    "ValuedMoves",
    "analyse",
    "count",
    "perft",
    "solve",
    "widest",
]


def solve(
    position: PositionLike,
    *,
    objective: Objective = "outcome",
    threads: int | None = None,
    memory: str | int | None = None,
    time: float | None = None,
    progress: ProgressCallback | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> Solution:
    """The exact value of a position of any game, or of a game itself, with a line of best play.

    See `Solver` for `threads`, `memory` and what Ctrl-C does, and `Solver.solve` for the rest; use
    a Solver for many questions about one game.

    >>> solve("5,5,4").outcome
    Outcome.DRAW
    """
    with Solver(memory, threads, on_interrupt=on_interrupt) as solver:
        return solver.solve(position, objective=objective, time=time, progress=progress)


def analyse(
    position: PositionLike,
    *,
    objective: Objective = "outcome",
    threads: int | None = None,
    memory: str | int | None = None,
    time: float | None = None,
    progress: ProgressCallback | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> Analysis:
    """The exact value of every legal move of a position; see `Solver.analyse`.

    >>> from kinrow.rules import game
    >>> for move, value in analyse(game("1,3,2").start(), objective="score").moves.items():
    ...     print(move, value)
    a1 draw
    b1 win, score 1
    c1 draw
    """
    with Solver(memory, threads, on_interrupt=on_interrupt) as solver:
        return solver.analyse(position, objective=objective, time=time, progress=progress)
