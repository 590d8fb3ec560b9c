"""How many positions a game has, ply by ply, and what it costs to solve it."""

from __future__ import annotations

from collections.abc import Iterable

from kinrow.rules import Cell, Rules, game
from kinrow.web.answers import CountAnswer, CountsAnswer, SearchName, SolutionAnswer
from kinrow.web.asking import Asking
from kinrow.web.jobs.tools import Tools
from kinrow.web.jobs.tree import SEARCHES, run
from kinrow.web.shapes import CountRequest

_SMALL = 9  # cells
_SHARE = 0.6  # of the time for the count, the rest for the solution


def count(asking: Asking[CountRequest], tools: Tools) -> CountAnswer:
    """What `kinrow count` says, as far as time allows, and the solution of the empty board."""
    from kinrow.solver import SearchSolver, count

    rules = game(asking.body.game)
    counts = count(
        rules,
        memory=tools.memory,
        time=max(0.01, asking.seconds * _SHARE),
        progress=asking.report,
        on_interrupt="return",
    )
    asking.check()
    asking.tell(counts=counts.to_json())
    with SearchSolver(tools.memory, threads=1, on_interrupt="return") as solver:
        solution = solver.solve(rules, time=asking.seconds, progress=asking.report)
    asking.check()
    complete = counts.complete and counts.reachable > 0
    return CountAnswer(
        counts=CountsAnswer(**counts.to_json() | {"complete": complete}),
        solution=SolutionAnswer(**solution.to_json()),
        searches=_searches(asking, rules, solution.line),
    )


def _searches(
    asking: Asking[CountRequest], rules: Rules, line: Iterable[Cell]
) -> dict[SearchName, list[int | None]]:
    """Nodes that each textbook search visits from every position of a line of best play.

    None if they are too many for a lesson; nothing for boards where all of them are.
    """
    if rules.size > _SMALL:
        return {}
    positions = [rules.start()]
    for move in line:
        positions.append(positions[-1].play(move))
    return {
        name: [
            search.visited if search.complete else None
            for search in (run(name, asking, position, "outcome", kept=1) for position in positions)
        ]
        for name in SEARCHES
    }
