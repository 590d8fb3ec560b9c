"""Solve, analyse, count: one call each, typed results; the search itself is the compiled core's."""

from __future__ import annotations

from kinrow.rules import Objective, Position, Rules
from kinrow.solve.counts import Counts, PlyCount, count, perft
from kinrow.solve.solution import Analysis, Solution
from kinrow.solve.solver import Solver
from kinrow.solve.waiting import Progress, Report, Stopped

__all__ = [
    "Analysis",
    "Counts",
    "PlyCount",
    "Progress",
    "Report",
    "Solution",
    "Solver",
    "Stopped",
    "analyse",
    "count",
    "perft",
    "solve",
]


def solve(
    position: Position | Rules,
    *,
    objective: Objective = "outcome",
    threads: int | None = None,
    memory: str | int | None = None,
    time: float | None = None,
    progress: Report | None = None,
) -> Solution:
    """The exact value of a position of any game, with a line of best play.

    See `Solver` for `threads` and `memory`, and `Solver.solve` for the rest; use a Solver for
    many questions about one game.

    >>> from kinrow.rules import game
    >>> solve(game("5,5,4")).outcome
    Outcome.DRAW
    """
    with Solver(memory, threads) as solver:
        return solver.solve(position, objective=objective, time=time, progress=progress)


def analyse(
    position: Position | Rules,
    *,
    objective: Objective = "outcome",
    threads: int | None = None,
    memory: str | int | None = None,
    time: float | None = None,
    progress: Report | None = None,
) -> Analysis:
    """The exact value of every legal move of a position; see `Solver.analyse`.

    >>> from kinrow.rules import game
    >>> for move, value in analyse(game("1,3,2").start(), objective="score").moves.items():
    ...     print(move, value)
    a1 draw
    b1 win, score 1
    c1 draw
    """
    with Solver(memory, threads) as solver:
        return solver.analyse(position, objective=objective, time=time, progress=progress)
