"""What environments refuse, what ends a game for good, and what a copy shares."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium")
from kinrow.envs import KInARowEnv, KInARowVectorEnv
from kinrow.players import Unfit, player
from kinrow.rules import KinrowError, OptionError


@pytest.mark.parametrize("oracle", [False, True])
def test_a_game_that_an_illegal_action_has_ended_stays_over(oracle: bool) -> None:
    env = KInARowEnv("3,3,3,3,3", illegal="lose", oracle=oracle)
    env.reset(seed=1)
    env.step(0)
    assert env.step(0)[1:3] == (-1.0, True)
    before = env.position
    for action in (1, 0, 99):
        seen, reward, over, _, info = env.step(action)
        assert (reward, over, seen[2].max(), info["action_mask"].max()) == (0.0, True, 0, 0)
        assert not oracle or not info["oracle"]["optimal"].any()
    assert env.position == before
    env.reset()
    assert env.step(0)[1:3] == (0.0, False)


def test_a_step_before_the_first_reset_is_refused() -> None:
    envs: list[Any] = [KInARowEnv(), KInARowEnv(oracle=True), KInARowVectorEnv(1)]
    for env in envs:
        with pytest.raises(KinrowError, match="the game has not begun: call reset first"):
            env.step(np.zeros(1, np.int32)[0] if isinstance(env, KInARowEnv) else np.zeros(1, int))


def test_a_shallow_copy_has_a_board_of_its_own() -> None:
    env = KInARowEnv("4,4,3")
    env.reset(seed=3)
    env.step(5)
    before = env.position
    twin = copy.copy(env)
    seen = twin.step(0)[0]
    assert (env.position, twin.position.plies) == (before, before.plies + 2)
    assert env.step(0)[0].tolist() == seen.tolist()  # the opponent's choices are the same


def test_a_shallow_copy_shares_an_opponent_that_is_an_object() -> None:
    with player("alphabeta:1") as opponent:
        env = KInARowEnv("4,4,3", opponent)
        env.reset(seed=1)
        twin = copy.copy(env)
        twin.step(0)
        assert (env.position.plies, twin.position.plies) == (0, 2)


def test_a_copy_has_a_perfect_opponent_of_its_own() -> None:
    with player("perfect", seed=1) as opponent:
        env = KInARowEnv("3,3,3", opponent)
        env.reset(seed=1)
        twin = copy.deepcopy(env)
        assert twin.step(0)[0].tolist() == env.step(0)[0].tolist()
        twin.close()


UNFIT = "3,3,3,2,2:majority,turns=3,fill=X,threshold=2"


@pytest.mark.parametrize("make", [KInARowEnv, KInARowVectorEnv])
def test_an_opponent_that_cannot_play_the_game_is_refused_at_once(make: Any) -> None:
    with player("alphabeta:2") as opponent:
        for asked in ("alphabeta:2", opponent):
            with pytest.raises(Unfit, match="alphabeta:2 plays line games only"):
                make(game=UNFIT, opponent=asked)


@pytest.mark.parametrize("oracle", ["yes", None, 1])
def test_the_oracle_is_asked_for_or_not(oracle: Any) -> None:
    makers: tuple[Any, ...] = (KInARowEnv, KInARowVectorEnv)
    for make in makers:
        with pytest.raises(OptionError, match=r"oracle: .*, expected True or False"):
            make(oracle=oracle)
    with pytest.raises(OptionError, match="copy: 'x', expected True or False"):
        KInARowVectorEnv(copy="x")  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", ["x", 1.5, -1, True])
def test_what_is_no_seed_is_refused(seed: Any) -> None:
    envs: tuple[Any, ...] = (KInARowEnv(), KInARowVectorEnv(2))
    for env in envs:
        with pytest.raises(OptionError, match=r"^seed .*: expected a whole number from 0"):
            env.reset(seed=seed)
        env.reset(seed=np.int64(3))
