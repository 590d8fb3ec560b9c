"""Outcomes by proof-number search, many positions at a time."""

from __future__ import annotations

import pytest
from tests.annotation.brute import recorded

from kinrow import Solver
from kinrow.annotation.asking import Asker
from kinrow.annotation.mirror import Question
from kinrow.rules import Objective, Position, Value, game
from kinrow.runtime.conversion import core_position
from kinrow.solver import searches
from kinrow.solver.proof_crew import ProofCrew

GAMES = ["4,4,3", "5,4,4", "4,4,4:exact", "5,4,4,2,1", "5,4,4:begins=O"]


def some(spec: str, count: int) -> dict[Question, Position]:
    found = (position for position, _ in recorded(game(spec), 3, 40 * count))
    listed = {Question.of(position): position for position in found if not position.finished}
    return dict(sorted(listed.items())[:count])


@pytest.mark.parametrize("spec", GAMES)
@pytest.mark.parametrize("few", [1, 50])
def test_questions_left_to_it_are_answered_as_by_alpha_beta(
    spec: str, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searches, "_FEW_NODES", few)
    rules, asked = game(spec), some(spec, 60)
    told: list[int] = []
    asker = Asker(rules, "outcome", 2**24, threads=2)
    parts = asker.ask(list(asked), told.append)
    found = {question: value for part in parts for question, value in part.items()}
    with Solver("16MiB", threads=1) as solver:
        assert [found[question] for question in asked] == solver.values(asked.values())


@pytest.mark.parametrize("objective", ["outcome", "score"])
@pytest.mark.parametrize("spec", GAMES)
def test_bounds_that_are_given_change_no_answer(spec: str, objective: Objective) -> None:
    rules, asked = game(spec), some(spec, 60)
    with Solver("16MiB", threads=1) as solver:
        values = dict(zip(asked, solver.values(asked.values(), objective=objective), strict=True))
    most = 1 if objective == "outcome" else rules.size
    given = {}
    for number, (question, value) in enumerate(values.items()):
        lower = value.lower if number % 2 else -most
        given[question] = Value(objective, lower, value.upper if number % 3 else most)
    asker = Asker(rules, objective, 2**24, threads=2)
    parts = asker.ask(list(asked), lambda _: None, given)
    assert {question: value for part in parts for question, value in part.items()} == values


def test_what_is_given_up_is_not_waited_for() -> None:
    rules = game("9,9,5")
    crew: ProofCrew[str] = ProofCrew(rules, 2**24, threads=2)
    hard = core_position(rules.start())
    easy = core_position(rules.replay("e5 a1 e6 a2 e7 a3 e8 a4"))
    crew.add([("hard", hard), ("easy", easy), ("harder", hard)])
    for key, value in crew.results(waiting=1):
        assert (key, str(value)) == ("easy", "win")
        break
    crew.add([("easy", easy)])
    assert [(key, str(value)) for key, value in crew.results()] == [("easy", "win")]
