"""Settle a position: its value first, then its moves, as far as the budget goes."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from kinrow.analysis.budget import Spending
from kinrow.analysis.solving import Solver
from kinrow.rules import Objective, Position
from kinrow.solver import Analysis, ProgressCallback, Solution
from kinrow.solver.findings import Findings

Moves = Literal["none", "best", "every"]
"""Which moves are looked into: none, as far as to know the best ones at a bounded cost, or all."""

_LARGE = 64  # cells
# Nodes that the best moves may cost: twice what the value did, at least and at most so many
# (a second or so; on large boards nodes are slow).
_LEAST, _LEAST_ON_LARGE, _MOST = 2_000_000, 20_000, 20_000_000


def settle(
    solver: Solver,
    position: Position,
    objective: Objective,
    spending: Spending,
    *,
    moves: Moves,
    line: bool = True,
    report: ProgressCallback | None = None,
) -> Analysis:
    """The value of a position and, once it is settled, of the moves that are asked for.

    Before it is settled, no move is searched; if every move is asked for, each has the bounds that
    follow.

    Of a limit of nodes the value takes at most half if moves are to follow. What is known without
    a search is not searched for.
    """
    known = solver.known(position, objective, every_move=moves == "every")
    if known is not None and (known.complete or (moves != "every" and known.best)):
        return known
    stop, nodes = spending.budget.stop, spending.nodes_left()
    solution = solver.solve(
        position,
        objective=objective,
        time=spending.time_left(),
        nodes=nodes if nodes is None or moves == "none" else nodes // 2,
        progress=report,
        stop=stop,
        line=line,
    )
    spending.pay(solution.nodes)
    solution = replace(solution, seconds=spending.seconds)  # to ask what is known took time, too
    if moves == "none" or not solution.complete or solution.stopped or spending.over:
        return _unsearched(solution, known) if moves == "every" else Analysis(solution, {})
    if moves == "best" and line and not solution.line:
        return Analysis(solution, {})  # the value was known, but no move was found that keeps it
    most = _nodes_for_best(position, solution.nodes) if moves == "best" else None
    time, nodes = spending.time_left(), spending.nodes_left(most)
    found = solver.moves(solution, time=time, nodes=nodes, progress=report, stop=stop)
    cost = found.solution
    spending.pay(cost.nodes - solution.nodes)
    findings = Findings.after(known, position, objective)
    findings.learn_all(found)
    own_limit = moves == "best" and cost.stopped == "nodes"
    return findings.analysis(cost.nodes, cost.seconds, None if own_limit else cost.stopped)


def _unsearched(solution: Solution, known: Analysis | None) -> Analysis:
    """Every move with the bounds that follow from those of the position, and what is known."""
    findings = Findings.after(known, solution.position, solution.objective)
    findings.learn_all(Analysis(solution, {}))
    return Analysis(solution, findings.moves)


def _nodes_for_best(position: Position, spent: int) -> int:
    least = _LEAST if position.rules.size <= _LARGE else _LEAST_ON_LARGE
    return min(max(2 * spent, least), _MOST)
