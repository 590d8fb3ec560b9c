"""The truth about every move, sent as it becomes known: what is known already, then who wins."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from kinrow.analysis import Budget
from kinrow.analysis.analyst import exact_objective
from kinrow.knowledge import everything
from kinrow.players.winning_line import winning_lines
from kinrow.rules import Cell
from kinrow.rules.notation import replay
from kinrow.solver import Analysis
from kinrow.web.answers import AnalysisAnswer
from kinrow.web.asking import Asking
from kinrow.web.jobs.tools import Tools
from kinrow.web.known import bounds_of, known_part, source_of
from kinrow.web.shapes import AnalyseRequest
from kinrow.web.views import position_of


def analyse(asking: Asking[AnalyseRequest], tools: Tools) -> AnalysisAnswer:
    """Bounds on every move, as scores or margins for the side to move, and a line of best play.

    Of a turn of several stones the moves are its first stones. Every part that is sent on the
    way holds moves whose bounds are new, or the moves that are searched next; the first one holds
    what is known without a search, and how.
    """
    position = position_of(asking.body)
    known = known_part(position, everything())
    if known:
        asking.tell(**known)
    line: list[Cell] = []
    if asking.body.line:
        lines = winning_lines(
            position, tools.analyst, tools.resistance, asking.seconds, asking.check
        )
        for line in lines:
            asking.tell(line=list(map(str, line)))
    found = tools.analyst.explore(
        position,
        budget=Budget(asking.seconds),
        report=asking.report,
        news=lambda moves, nodes: asking.tell(moves=bounds_of(moves), nodes=nodes),
        begun=partial(_tell_begun, asking),
    )
    asking.check()
    return _answer(found, line)


def _tell_begun(asking: Asking[AnalyseRequest], moves: Sequence[Cell]) -> None:
    """The moves that are searched next, as often as anyone can see."""
    if asking.is_due():
        asking.tell(searching=list(map(str, moves)))


def _answer(found: Analysis, line: Sequence[Cell]) -> AnalysisAnswer:
    """The answer; of a win that is not exactly known, the longer of two lines."""
    solution = found.solution
    longest = solution.line if found.complete else max(line, solution.line, key=len)
    return AnalysisAnswer(
        objective=exact_objective(found.position),
        moves=bounds_of(found.moves),
        lower=int(solution.lower),
        upper=int(solution.upper),
        complete=found.complete,
        line=list(map(str, longest)),
        ended=replay(found.position, longest).finished,
        nodes=solution.nodes,
        how=solution.how,
        source=source_of(found),
    )
