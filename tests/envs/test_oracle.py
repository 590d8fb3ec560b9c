"""The oracle on its own: what it is asked, and what it keeps apart."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("gymnasium")
from kinrow.envs import Oracle
from kinrow.rules import IllegalMove, OptionError, game

EMPTY = ".../.../..."


def test_the_same_stones_with_the_other_side_to_move_are_another_position() -> None:
    rules = game("1,4,2")
    oracle = Oracle(rules)
    found = [oracle.truth(rules.parse(text)) for text in ("X...", "X... X")]
    assert [truth.value for truth in found if truth is not None] == [0, 1]


def test_a_position_of_another_game_is_refused() -> None:
    oracle = Oracle("4,4,4")
    assert oracle.truth("4,4,4") is not None
    for other in ("4,4,3", "3,3,3"):
        with pytest.raises(OptionError, match=r"a position of .*: expected one of \(4,4,4\)"):
            oracle.truth(other)


def test_a_budget_without_nodes_is_refused() -> None:
    for nodes in (0, -1, "x"):
        with pytest.raises(OptionError, match=r"nodes .*: expected a whole number from 1"):
            Oracle("tictactoe", nodes)  # type: ignore[arg-type]
    assert Oracle("tictactoe", np.int64(9)).truth("tictactoe") is not None  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("board", "action", "words"),
    [
        ("X../O../...", 0, "0 has no value here: expected one of 1, 2, 4, 5, 6, 7, 8$"),
        ("XXX/OO./...", 8, "8 has no value here: no move has one"),
        ("X../.../...", -1, "cell -1 is not on the board: expected 0 to 8"),
        ("X../.../...", 9, "cell 9 is not on the board"),
    ],
)
def test_only_a_legal_action_has_a_regret(board: str, action: int, words: str) -> None:
    truth = Oracle("3,3,3").truth(f"3,3,3 {board}")
    assert truth is not None
    with pytest.raises(IllegalMove, match=words):
        truth.regret(action)


def test_an_action_is_a_whole_number() -> None:
    truth = Oracle("3,3,3").truth("3,3,3")
    assert truth is not None
    for action in ("x", None, 1.5, True):
        with pytest.raises(OptionError, match=r"action .*: expected a whole number from 0"):
            truth.regret(action)  # type: ignore[arg-type]
    assert truth.regret(np.int64(4)) == 0  # type: ignore[arg-type]


def test_truths_are_compared_by_what_they_say() -> None:
    truths = [Oracle("3,3,3").truth(f"3,3,3 {board}") for board in (EMPTY, EMPTY, "XX./OO./...")]
    assert truths[0] == truths[1] != truths[2]
    assert truths[0] != "3,3,3" and truths[0] is not None
    assert len({*truths}) == 2
