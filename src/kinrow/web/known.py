"""What is known of a position and its moves without a search, as a first part of an analysis."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, reduce
from typing import Any

from kinrow.analysis.analyst import exact_objective
from kinrow.analysis.exploration import equal_moves
from kinrow.knowledge import Knowledge
from kinrow.knowledge.position_theory import TheorySource
from kinrow.knowledge.settled import AtlasSource
from kinrow.knowledge.tabled import TableSource
from kinrow.rules import Cell, Position, Value
from kinrow.solver import Analysis
from kinrow.solver.evidence import How, stronger, weaker
from kinrow.solver.findings import Findings
from kinrow.web.answers import Bounds, EvidenceAnswer


@cache
def at_once() -> Knowledge:
    """What takes milliseconds and little memory to look up, so that no worker is needed."""
    return Knowledge((AtlasSource(), TheorySource()), TableSource(opening=True))


def known_part(position: Position, knowledge: Knowledge) -> dict[str, Any]:
    """The fields of a `LivePart` with what is known; empty if nothing is.

    >>> from kinrow.rules import game
    >>> part = known_part(game("gomoku").replay("h8"), at_once())
    >>> part["source"].how, len(part["known"]), part["known"]["i9"]
    ('proved', 224, 'proved')
    """
    # Who wins is known sooner than how soon: for that a strategy may have to be loaded.
    outcome = knowledge.known(position, "outcome")
    if outcome is None:
        return {}
    said = known_moves(position, list(_answers(position, knowledge)))
    findings = Findings.after(outcome, position, exact_objective(position))
    for move, (value, _) in said.items():
        findings.learn(value, [move])
    known = findings.analysis(0, 0.0, None)
    return {
        "moves": bounds_of(known.moves),
        "known": {str(move): how for move, (_, how) in said.items()},
        "source": source_of(known),
        "lower": int(known.solution.lower),
        "upper": int(known.solution.upper),
        "nodes": 0,
    }


def bounds_of(moves: Mapping[Cell, Value]) -> dict[str, Bounds]:
    """Bounds on moves, by their names."""
    return {str(move): (value.lower, value.upper) for move, value in moves.items()}


def source_of(found: Analysis) -> EvidenceAnswer | None:
    """What the value is known from; None if a search found it."""
    source = found.solution.source
    return None if source is None else EvidenceAnswer(**source.to_json())


def known_moves(position: Position, answers: Sequence[Analysis]) -> dict[Cell, tuple[Value, How]]:
    """What answers about a position say of its moves together, and how that is known.

    Moves of which nothing is known are left out. What is said of a move holds for those that
    symmetries of the position make equal to it.
    """
    found: dict[Cell, tuple[Value, How]] = {}
    for same in equal_moves(position).values():
        said = [
            (answer.moves[move], _how(answer, answer.moves[move]))
            for answer in answers
            for move in same
            if move in answer.moves
        ]
        if not said:
            continue
        lower, upper = max(v.lower for v, _ in said), min(v.upper for v, _ in said)
        if upper - lower == 2:
            continue
        value = Value("outcome", lower, upper)
        found |= dict.fromkeys(same, (value, _strongest(value, said)))
    return found


def _answers(position: Position, knowledge: Knowledge) -> Iterator[Analysis]:
    """What each source says by itself, as far as they are asked for a best move; then tables."""
    for source in knowledge.sources:
        answer = source.known(position, "outcome")
        if answer is not None:
            yield answer
            if answer.best:
                break
    opening = knowledge.opening(position, "outcome")
    if opening is not None:
        yield opening


def _how(answer: Analysis, value: Value) -> How:
    """How an answer knows the value of a move.

    That a row's first move keeps the value may be known in another way than the value itself.
    """
    source = answer.solution.source
    assert source is not None
    keeps = not answer.position.plies and value.lower > -1
    return weaker(source.how, source.move_how) if keeps and source.move_how else source.how


def _strongest(value: Value, said: Sequence[tuple[Value, How]]) -> How:
    """How a value is known: as the best of those that say it; if none does, as all together."""
    if alone := [how for each, how in said if each == value]:
        return reduce(stronger, alone)
    return reduce(weaker, (how for each, how in said if each.upper - each.lower < 2))
