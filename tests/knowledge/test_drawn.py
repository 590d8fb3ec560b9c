"""Strategies of draws as a source: what each side holds, and what the perfect player does."""

from __future__ import annotations

from random import Random

import pytest

from kinrow.analysis import Analyst, Budget, solve
from kinrow.knowledge import Knowledge
from kinrow.knowledge.strategic import StrategySource
from kinrow.players.perfect import PerfectPlayer
from kinrow.rules import Objective, Position, Rules, Value, game
from kinrow.solver import Analysis
from kinrow.solver.evidence import Evidence
from kinrow.solver.findings import Findings


def at_random(rules: Rules, stones: int, seed: int) -> Position:
    random, position = Random(seed), rules.start()
    for _ in range(stones):
        if not position.finished:
            position = position.play(random.choice(position.legal_moves))
    return position


@pytest.mark.parametrize("spec", ["6,6,5", "7,7,5", "8,4,4"])
@pytest.mark.parametrize("seed", range(3))
def test_what_is_known_holds_of_the_value(spec: str, seed: int) -> None:
    position = at_random(game(spec), 6 + seed, seed)
    if position.finished:
        return
    known, value = StrategySource().known(position, "outcome"), solve(position, knowledge=False)
    if known is None:
        return
    bounds = known.solution.value
    assert bounds.lower <= value.value.lower
    assert value.value.upper <= bounds.upper
    assert known.solution.how == "computed"
    assert known.solution.source is not None
    assert known.solution.source.kind == "strategy"
    for move, after in known.moves.items():
        if after.lower >= 0:
            assert solve(position.play(move), knowledge=False).value.upper <= -after.lower


def test_every_first_stone_on_eight_by_four_is_held_at_once() -> None:
    start, source = game("8,4,4").start(), StrategySource()
    for move in start.legal_moves:
        found = source.known(start.play(move), "outcome")
        assert found is not None
        assert found.solution.value.lower == 0
        assert sum(value.lower == 0 for value in found.moves.values()) == 1


class _Draw:
    """Knows of one move that it holds a draw, and of no win."""

    def known(self, position: Position, objective: Objective) -> Analysis | None:
        findings = Findings(position, objective)
        findings.learn(Value("outcome", 0, 1), [position.legal_moves[7]])
        findings.known_by(Evidence(kind="strategy", how="computed", game=str(position.rules)))
        return findings.analysis(0, 0.0, None)


def test_the_perfect_player_holds_where_no_win_is_found_in_time() -> None:
    position = game("8,8,5").start().play("d4")
    knowledge = Knowledge([_Draw()])
    with Analyst("16MiB", 1, budget=Budget(0.05), knowledge=knowledge) as analyst:
        perfect = PerfectPlayer(1, analyst=analyst)
        assert perfect.choose(position) == position.legal_moves[7]
    assert not perfect.exact
    assert perfect.note == "computed (strategy 8,8,5): draw or win"
    assert perfect.found is not None
    assert perfect.found.solution.value == Value("outcome", 0, 1)


class _Once(StrategySource):
    """Counts how often it is asked."""

    asked = 0

    def known(self, position: Position, objective: Objective) -> Analysis | None:
        self.asked += 1
        return super().known(position, objective)


def test_the_perfect_player_asks_once_for_what_is_known() -> None:
    source = _Once()
    with Analyst("16MiB", 1, budget=Budget(1.0), knowledge=Knowledge([source])) as analyst:
        PerfectPlayer(1, analyst=analyst).choose(game("gomoku").replay("h8 i9"))
    assert source.asked == 1
