"""Answers agree with the textbook, keep within their budget, and take what is known first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import sleep

import pytest

from kinrow.analysis import Analyst, Budget
from kinrow.analysis.exploration import equal_moves
from kinrow.knowledge import Knowledge
from kinrow.knowledge.lookup import table_for
from kinrow.knowledge.tabled import TableSource
from kinrow.rules import Cell, Objective, Position, Value, game
from kinrow.solver import Analysis, Progress, SearchSolver, Solution
from kinrow.solver.findings import Findings
from kinrow.textbook import minimax_memo

SMALL = [
    ("3,3,3", "a1", "score"),
    ("3,3,3:misere", "b2", "score"),
    ("2,4,3", "", "score"),
    ("3,3,3,2,1", "a1 b2", "score"),
    ("3,3,3,2,2:majority,threshold=2,turns=3,fill=O", "a1", "margin"),
]
HARD = game("9,9,5").replay("e5 f6")


def worth(position: Position, objective: Objective) -> dict[Cell, int]:
    """Every move's value for the side to move, by the textbook."""
    found = {}
    for move in position.legal_moves:
        after = position.play(move)
        value = minimax_memo(after, objective).value
        found[move] = value if after.to_move is position.to_move else -value
    return found


@pytest.mark.parametrize(("spec", "moves", "exact"), SMALL)
def test_answers_are_the_textbook_s(spec: str, moves: str, exact: Objective) -> None:
    position = game(spec).replay(moves)
    with Analyst("16MiB", 1) as analyst:
        for objective in ("outcome", exact):
            known = worth(position, objective)
            found = analyst.answer(position, objective, moves="every")
            assert found.complete
            assert {move: value.lower for move, value in found.moves.items()} == known
            assert found.solution.lower == max(known.values())
            best = analyst.answer(position, objective)
            assert best.best == found.best and best.best_complete
            alone = analyst.answer(position, objective, moves="none")
            assert alone.solution.value == found.solution.value and not alone.moves


@pytest.mark.parametrize(("spec", "moves", "exact"), SMALL)
@pytest.mark.parametrize("nodes", [1, 40, 100_000])
def test_explored_bounds_hold_and_only_narrow(
    spec: str, moves: str, exact: Objective, nodes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kinrow.analysis.exploration._FIRST_ROUND", 3)
    monkeypatch.setattr("kinrow.analysis.exploration._AT_ONCE", 1e-9)
    position = game(spec).replay(moves)
    known = worth(position, exact)
    heard: dict[Cell, Value] = {}

    def news(new: Mapping[Cell, Value], spent: int) -> None:
        for move, value in new.items():
            before = heard.get(move, value)
            assert before.lower <= value.lower <= known[move] <= value.upper <= before.upper
            heard[move] = value

    with Analyst("16MiB", 1) as analyst:
        found = analyst.explore(position, budget=Budget(nodes=nodes), news=news)
    for move, value in found.moves.items():
        assert value.lower <= known[move] <= value.upper
    assert found.solution.value.lower <= max(known.values()) <= found.solution.value.upper
    if nodes == 100_000:
        assert found.complete and found.solution.line


def test_limits_of_nodes_are_kept_and_repeatable() -> None:
    def found(nodes: int) -> Analysis:
        with Analyst("16MiB", 1) as analyst:
            return analyst.explore(HARD, "outcome", Budget(nodes=nodes))

    first, again = found(200_000), found(200_000)
    assert first.solution.nodes == again.solution.nodes < 202_000
    assert first.moves == again.moves
    assert not first.complete and first.solution.stopped == "nodes"
    with Analyst("16MiB", 1) as analyst:
        alone = analyst.answer(HARD, budget=Budget(nodes=5_000), moves="none")
    assert alone.solution.nodes < 7_000


def test_easy_moves_are_known_though_the_position_is_hard() -> None:
    position = game("9,9,5").replay("e5 a1 e6 a2 e7")  # an open three, and O to move
    with Analyst("16MiB", 1) as analyst:
        found = analyst.explore(position, "outcome", Budget(nodes=100_000))
    assert not found.solution.complete
    assert [str(value) for value in found.moves.values()].count("loss") == 74


def test_the_end_of_the_time_is_said() -> None:
    with Analyst("16MiB", 1) as analyst:
        short = analyst.answer(HARD, budget=Budget(time=0.05))
        assert (short.solution.stopped, short.moves, short.best) == ("time", {}, ())
        explored = analyst.explore(HARD, budget=Budget(time=0.3))
        assert explored.solution.stopped == "time"
        assert len(explored.moves) == 79 and not explored.complete


@pytest.mark.parametrize("knowledge", [True, False])
def test_every_move_has_bounds_though_the_position_is_open(knowledge: bool) -> None:
    # It had no moves at all.
    position = game("9,9,5").replay("e5")  # O to move: a draw or a loss
    with Analyst("16MiB", 1, knowledge=knowledge) as analyst:
        found = analyst.answer(position, budget=Budget(nodes=5), moves="every")
    assert not found.solution.complete and found.solution.stopped == "nodes"
    assert set(found.moves) == set(position.legal_moves)
    assert {(value.lower, value.upper) for value in found.moves.values()} <= {
        (-1, found.value.upper),
        (-1, -1),
    }
    assert not found.complete and not found.best


def test_a_stop_ends_the_search() -> None:
    asked = []

    def stop() -> bool:
        asked.append(True)
        return len(asked) > 2

    with Analyst("16MiB", 1) as analyst:
        found = analyst.answer(HARD, budget=Budget(stop=stop))
        assert found.solution.stopped == "cancelled" and len(asked) == 3
        assert analyst.explore(HARD, budget=Budget(stop=stop)).solution.stopped == "cancelled"


def test_what_is_known_is_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_for(game("tictactoe"))
    assert table is not None
    monkeypatch.setattr(SearchSolver, "core_of", lambda *_: pytest.fail("a search was begun"))
    position = game("tictactoe").parse("XX./OO./...")
    with Analyst(knowledge=Knowledge([TableSource([table])])) as analyst:
        for found in (analyst.answer(position, "score"), analyst.explore(position)):
            assert found.solution.nodes == 0
            assert [str(move) for move in found.best] == ["c1"]
            assert found.solution.score == 5


def test_a_refined_answer_is_finer_only_if_it_is_settled() -> None:
    position = game("4,4,3").parse("X.../.O../..X./....")
    with Analyst("16MiB", 1) as analyst:
        found = analyst.answer(position)
        assert analyst.refine(found).solution.score == 11
        hard = Analysis(Solution(HARD, Value("outcome", 0, 1), (), 0, 0.0), {})
        assert analyst.refine(hard, Budget(nodes=100)) is hard


def test_the_budget_of_an_analyst_is_for_questions_without_one() -> None:
    with Analyst("16MiB", 1, budget=Budget(nodes=100)) as analyst:
        assert not analyst.answer(HARD).solution.complete
        assert analyst.answer(game("4,4,3").start(), budget=Budget()).solution.complete


def test_an_exploration_reports_as_one_search() -> None:
    seen: list[Progress] = []
    with Analyst("16MiB", 1) as analyst:
        analyst.explore(HARD, budget=Budget(time=1.0), report=seen.append)
    rounds = [progress for progress in seen if progress.doing == "moves"]
    assert rounds
    assert [progress.nodes for progress in rounds] == sorted(progress.nodes for progress in rounds)
    assert {progress.moves for progress in rounds} == {len(equal_moves(HARD))}


def test_findings_tell_on_each_other() -> None:
    findings = Findings(game("1,4,2").start(), "score")
    findings.learn(Value("outcome", 0, 0))
    assert all(value.upper == 0 for value in findings.moves.values())
    findings.learn(Value("outcome", -1, -1), list(findings.moves)[1:])
    assert findings.moves[Cell(0, 1)] == Value("score", -4, -1)


def test_no_margin_is_larger_than_all_lines() -> None:
    """jing4 has twelve lines of five."""
    findings = Findings(game("jing4").start(), "margin")
    bounds = {(value.lower, value.upper) for value in findings.moves.values()}
    assert bounds == {(-12, 12)}


def test_equal_moves_cover_all_moves_once() -> None:
    position = game("tictactoe").replay("b2")
    same = equal_moves(position)
    assert sorted(len(moves) for moves in same.values()) == [4, 4]
    assert sorted(move for moves in same.values() for move in moves) == sorted(position.legal_moves)


def test_what_is_searched_next_is_said_before_what_is_found() -> None:
    """Of every move with news, the search has begun; symmetric moves begin together."""
    begun: list[Sequence[Cell]] = []
    heard: set[Cell] = set()

    def news(moves: Mapping[Cell, Value], nodes: int) -> None:
        heard.update(moves)
        assert heard <= {move for moves in begun for move in moves}

    with Analyst("16MiB", threads=1, knowledge=False) as analyst:
        budget = Budget(nodes=200_000)
        analyst.explore("6,6,4", "outcome", budget, news=news, begun=begun.append)
    assert heard and len(begun[0]) == 36
    assert {len(moves) for moves in begun[1:]} <= {4, 8}


def test_the_seconds_of_an_answer_have_those_of_asking_what_is_known() -> None:
    class Slow:
        def known(self, position: Position, objective: Objective) -> Analysis | None:
            sleep(0.2)
            return None

    with Analyst("16MiB", 1, knowledge=Knowledge([Slow()])) as analyst:
        found = analyst.answer(HARD, budget=Budget(time=0.1)).solution
    assert found.stopped == "time" and found.seconds >= 0.2
