"""What `analyse` does without a limit: it ends soon, with the truth or with bounds."""

from __future__ import annotations

import pytest

import kinrow
from kinrow.analysis import solving


def test_the_moves_of_a_game_that_is_known_have_a_few_seconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody knows the worth of every first move of five in a row."""
    monkeypatch.setattr(solving, "_SECONDS", 0.05)
    found = kinrow.analyse("gomoku", threads=1)
    assert found.solution.outcome is kinrow.Outcome.WIN
    assert [str(move) for move in found.best] == ["h8"]
    assert len(found.moves) == 225 and not found.complete


def test_what_can_be_settled_in_that_time_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "_SECONDS", 600.0)
    found = kinrow.analyse("4,4,4", threads=1)
    assert found.complete and len(found.best) == 16


def test_what_is_not_known_has_no_limit_but_the_callers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "_SECONDS", 0.0)
    assert kinrow.analyse("4,4,4", threads=1, knowledge=False).complete
    assert kinrow.analyse("4,4,4", threads=1, time=600.0).complete


def test_the_glance_at_a_best_move_is_no_limit_of_the_callers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """That (20,6,6) is a draw is proved for all boards of its width; no move is known with it."""
    monkeypatch.setattr(solving, "_GLANCE_ON_LARGE", 100)
    monkeypatch.setattr(solving, "_SECONDS", 1.0)
    found = kinrow.solve("20,6,6", threads=1)
    assert (found.outcome, found.line, found.stopped) == (kinrow.Outcome.DRAW, (), None)
    assert kinrow.solve("20,6,6", threads=1, nodes=100).stopped == "nodes"
    moves = kinrow.analyse("20,6,6", threads=1)
    assert moves.solution.nodes > found.nodes and moves.solution.stopped == "time"


def test_the_glance_ends_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "_SECONDS", 0.05)
    assert kinrow.solve("8,8,5", threads=1).seconds < 1


@pytest.mark.parametrize("text", ["1,4,2 .X..", "1,4,1,1,2:misere,begins=O", "2,3,1:misere"])
def test_a_known_loss_has_a_move(text: str) -> None:
    """All moves are equally bad, and each is a best one."""
    found = kinrow.solve(text)
    assert found.nodes == 0 and found.outcome == kinrow.Outcome.LOSS
    assert found.line[0] in kinrow.analyse(text).best
