"""An answer whole: the value first, then which moves keep it, at a bounded cost."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any

from kinrow.rules import Cell, Objective, Position

if TYPE_CHECKING:
    from kinrow.solve import Analysis, Report, Solution, Solver, Stopped

# Nodes that the best moves may cost beyond the value: a second or so, at most thrice the whole.
_LEAST_EXTRA, _LEAST_ON_LARGE, _MOST_EXTRA = 2_000_000, 20_000, 20_000_000


@dataclass(frozen=True)
class Answer:
    """A solution, and the moves' values where the solution left time for them."""

    solution: Solution
    analysis: Analysis | None

    @property
    def nodes(self) -> int:
        """Nodes visited for both."""
        return self.solution.nodes + (self.analysis.solution.nodes if self.analysis else 0)

    @property
    def seconds(self) -> float:
        """Seconds spent on both."""
        return self.solution.seconds + (self.analysis.solution.seconds if self.analysis else 0)

    @property
    def stopped(self) -> Stopped | None:
        """What ended either early."""
        return self.solution.stopped or (self.analysis.solution.stopped if self.analysis else None)

    @property
    def best(self) -> tuple[Cell, ...]:
        """The moves known to be best: none while the value is open, or once the game is over."""
        if not self.solution.complete or self.solution.position.finished:
            return ()
        found = self.analysis.best if self.analysis else ()
        first = self.solution.line[:1]
        return found + tuple(cell for cell in first if cell not in found)

    @property
    def best_complete(self) -> bool:
        """Whether `best` names every best move."""
        if self.solution.position.finished:
            return True
        return self.analysis is not None and self.analysis.best_complete

    def to_json(self) -> dict[str, Any]:
        """A dictionary for programs; the cost is that of value and moves together."""
        return {
            **self.solution.to_json(),
            "best_moves": [str(cell) for cell in self.best],
            "best_moves_complete": self.best_complete,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
            "stopped": self.stopped,
        }


def answer(
    solver: Solver,
    position: Position,
    objective: Objective = "outcome",
    *,
    every: bool = False,
    time: float | None = None,
    report: Report | None = None,
) -> Answer:
    """The value of a position, then of its moves: of each if `every`, else at bounded cost.

    `time` in seconds bounds all of it. There is no analysis where the value was not settled.
    """
    began = monotonic()
    solution = solver.solve(position, objective=objective, time=time, progress=report)
    left = None if time is None else time - (monotonic() - began)
    if solution.stopped or (left is not None and left <= 0):
        return Answer(solution, None)
    least = _LEAST_EXTRA if position.rules.size <= 64 else _LEAST_ON_LARGE
    extra = None if every else min(max(2 * solution.nodes, least), _MOST_EXTRA)
    return Answer(
        solution,
        solver.analyse(position, objective=objective, time=left, nodes=extra, progress=report),
    )


def finest(
    solver: Solver,
    position: Position,
    seconds: float,
    *,
    every: bool = False,
    report: Report | None = None,
) -> Answer:
    """As fine an answer as the seconds allow: score or margin, else the outcome, else bounds."""
    began = monotonic()
    coarse = answer(solver, position, every=every, time=seconds, report=report)
    left = seconds - (monotonic() - began)
    if coarse.stopped or left <= 0:
        return coarse
    objective: Objective = "score" if position.rules.objective == "line" else "margin"
    fine = answer(solver, position, objective, every=every, time=left, report=report)
    return fine if not fine.stopped else coarse
