"""The truth about every move, sent as it becomes known: what is known already, then who wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from kinrow.analysis import Budget
from kinrow.analysis.analyst import exact_objective
from kinrow.players.winning_line import winning_lines
from kinrow.rules import Cell, Value
from kinrow.solver import Analysis
from kinrow.solver.findings import Findings
from kinrow.web.answers import AnalysisAnswer, Bounds, EvidenceAnswer
from kinrow.web.asking import Asking
from kinrow.web.jobs.tools import Tools
from kinrow.web.shapes import AnalyseRequest
from kinrow.web.views import position_of


def analyse(asking: Asking[AnalyseRequest], tools: Tools) -> AnalysisAnswer:
    """Bounds on every move, as scores or margins for the side to move, and a line of best play.

    Of a turn of several stones the moves are its first stones. Every part that is sent on the
    way holds moves whose bounds are new, or the moves that are searched next; the first one holds
    what is known without a search.
    """
    position = position_of(asking.body)
    # Who wins is known sooner than how soon: for that a strategy may have to be loaded.
    outcome = tools.analyst.known(position, "outcome")
    if outcome is not None:
        known = Findings.after(outcome, position, exact_objective(position)).analysis(0, 0.0, None)
        asking.tell(
            moves=_bounds(known.moves),
            source=_source(known),
            lower=int(known.solution.lower),
            upper=int(known.solution.upper),
            nodes=0,
        )
    line: list[Cell] = []
    if asking.body.line:
        told = winning_lines(
            position, tools.analyst, tools.resistance, asking.seconds, asking.check
        )
        for line in told:
            asking.tell(line=list(map(str, line)))
    found = tools.analyst.explore(
        position,
        budget=Budget(asking.seconds),
        report=asking.report,
        news=lambda moves, nodes: asking.tell(moves=_bounds(moves), nodes=nodes),
        begun=partial(_tell_begun, asking),
    )
    asking.check()
    return _answer(found, line)


def _tell_begun(asking: Asking[AnalyseRequest], moves: Sequence[Cell]) -> None:
    """The moves that are searched next, as often as anyone can see."""
    if asking.is_due():
        asking.tell(searching=list(map(str, moves)))


def _bounds(moves: Mapping[Cell, Value]) -> dict[str, Bounds]:
    return {str(move): (value.lower, value.upper) for move, value in moves.items()}


def _source(found: Analysis) -> EvidenceAnswer | None:
    source = found.solution.source
    return None if source is None else EvidenceAnswer(**source.to_json())


def _answer(found: Analysis, line: Sequence[Cell]) -> AnalysisAnswer:
    """The answer; of a win that is not exactly known, the longer of two lines."""
    solution = found.solution
    longest = solution.line if found.complete else max(line, solution.line, key=len)
    return AnalysisAnswer(
        objective=exact_objective(found.position),
        moves=_bounds(found.moves),
        lower=int(solution.lower),
        upper=int(solution.upper),
        complete=found.complete,
        line=list(map(str, longest)),
        nodes=solution.nodes,
        how=solution.how,
        source=_source(found),
    )
