"""kinrow as a Gomocup program: limits of the search, and thinking on the other side's time."""

from __future__ import annotations

from time import perf_counter, sleep

import pytest

from kinrow.arena.brain import Brain
from kinrow.players import Clock
from kinrow.rules import Cell, Position
from tests.arena.test_brain import Engine, told


def test_info_limits_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kinrow.arena.brain.AlphaBetaPlayer", Engine)
    limits: list[tuple[int, int]] = []

    def choose(self: Engine, position: Position, clock: Clock | None = None) -> Cell:
        limits.append((self.depth, self.nodes))
        return position.legal_moves[0]

    monkeypatch.setattr(Engine, "choose", choose)
    told("START 15", "TURN 7,7", "TURN 0,1", "INFO max_depth 9", "INFO max_node 5000", "TURN 0,2")
    told("START 15", "TURN 7,7", "INFO max_depth 9", "INFO max_depth -1", "TURN 0,1")
    assert limits == [(0, 0), (9, 5000), (0, 0)]


def test_it_ponders_after_its_moves_if_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kinrow.arena.brain.AlphaBetaPlayer", Engine)
    done: list[str] = []
    monkeypatch.setattr(
        Engine, "ponder", lambda self, position: done.append(f"{position.to_move} {position['h8']}")
    )
    monkeypatch.setattr(Engine, "rest", lambda self: done.append("rest"))
    told("START 15", "TURN 7,7", "TURN 8,7")
    assert done == ["rest"] * 2
    done.clear()
    told("START 15", "INFO pondering 1", "TURN 7,7", "INFO time_left 9", "TURN 8,7", "TURN 8,7")
    assert done == [
        "rest",
        "rest",
        "X X",
        "rest",
        "rest",
        "X X",
        "rest",
    ]  # they began, and are to move


def test_a_game_that_it_has_won_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kinrow.arena.brain.AlphaBetaPlayer", Engine)
    stones = [f"{x},{y},{owner}" for y, owner in ((0, 1), (9, 2)) for x in range(1, 5)]
    answers = told("INFO pondering 1", "START 15", "BOARD", *stones, "DONE", "TURN 5,9", "RESTART")
    assert answers == ["OK", "0,0", "ERROR the game is over", "OK"]


def test_what_is_known_is_asked_for_only_if_the_answer_comes_in_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("kinrow.arena.brain.AlphaBetaPlayer", Engine)
    took = [0.0]
    asked: list[int] = []

    class Known:
        def known(self, position: Position, objective: str) -> None:
            asked.append(position.plies)
            sleep(took[0])

    monkeypatch.setattr("kinrow.knowledge.everything", Known)
    brain = Brain(lambda _: None)

    def say(*lines: str) -> None:
        brain.obey((perf_counter(), line) for line in lines)

    say("START 15", "INFO timeout_turn 1000", "BEGIN", "TURN 14,14")
    assert not asked  # it may have to be loaded first
    say("INFO timeout_turn 5000", "TURN 13,12", "INFO timeout_turn 1000", "TURN 12,14")
    assert asked == [4, 6]
    say("INFO timeout_turn 400", "RESTART", "BEGIN", "TURN 14,14")
    assert asked == [4, 6, 0, 2]
    took[0] = 0.2
    say("TURN 13,12", "TURN 12,14", "INFO timeout_turn 2000", "TURN 9,12")
    assert asked == [4, 6, 0, 2, 4, 8]
