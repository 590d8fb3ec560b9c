"""The oracle on its own: what it is asked, and what it keeps apart."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("gymnasium")
from kinrow.envs import Oracle
from kinrow.rules import OptionError, game


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
