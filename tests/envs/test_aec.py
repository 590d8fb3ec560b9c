"""The PettingZoo environment under PettingZoo's own tests."""

from __future__ import annotations

import contextlib
import copy
import io
import warnings
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo")
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # its tests load its own old games
    from pettingzoo.test import (  # type: ignore[import-untyped]
        api_test,
        performance_benchmark,
        seed_test,
    )

from kinrow.analysis import analyse
from kinrow.envs import KInARowAEC, aec_env
from kinrow.rules import Cell, IllegalMove, KinrowError, Moves, OptionError
from kinrow.runtime.conversion import index_of

GAMES = ["3,3,3", "tictactoe-misere", "connect6", "jing4", "2,3,2"]


# An empty board is all zeros, and observations with a mask are dicts: so it is in PettingZoo's own
# classic games, which its test exempts by their names.
@pytest.mark.filterwarnings("ignore:Observation numpy array is all zeros")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.parametrize("spec", GAMES)
def test_api(spec: str) -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        api_test(aec_env(game=spec), num_cycles=60, verbose_progress=False)


@pytest.mark.parametrize("spec", GAMES)
def test_seeds(spec: str) -> None:
    seed_test(lambda: aec_env(game=spec), num_cycles=50)


def test_the_benchmark_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter(range(0, 10**6, 2))
    monkeypatch.setattr("time.time", lambda: float(next(ticks)))  # it would run five seconds
    with contextlib.redirect_stdout(io.StringIO()) as said:
        performance_benchmark(aec_env())
    assert "turns per second" in said.getvalue()


def test_an_agent_acts_again_while_its_turn_lasts() -> None:
    env = KInARowAEC("connect6")
    env.reset()
    agents = []
    for cell in range(5):
        agents.append(env.agent_selection)
        env.step(cell)
    assert agents == ["player_0", "player_1", "player_1", "player_0", "player_0"]


def test_rewards_are_the_result_s() -> None:
    env = aec_env("1,3,2")
    env.reset()
    for cell in (1, 0):
        env.step(cell)
    env.step(2)
    assert env.rewards == {"player_0": 1.0, "player_1": -1.0}
    assert all(env.terminations.values())


def test_each_side_sees_its_own_stones_first() -> None:
    env = aec_env()
    env.reset()
    env.step(4)
    assert env.observe("player_0")["observation"][0, 1, 1] == 1
    assert env.observe("player_1")["observation"][1, 1, 1] == 1
    assert env.observe("player_0")["action_mask"].sum() == 0
    assert env.observe("player_1")["action_mask"].tolist() == [1, 1, 1, 1, 0, 1, 1, 1, 1]


def test_the_oracle_finds_nothing_optimal_after_an_illegal_move() -> None:
    env = KInARowAEC(oracle=True, illegal="lose")
    env.reset()
    env.step(4)
    env.step(4)
    for agent in env.agents:
        assert not env.infos[agent]["oracle"]["optimal"].any()
    assert [env.infos[agent]["oracle"]["regret"] for agent in env.possible_agents] == [0, None]


def test_wrong_agents_and_steps_too_early_are_refused() -> None:
    env = KInARowAEC()
    with pytest.raises(KinrowError, match=r"call reset first"):
        env.step(0)
    for call in (env.observe, env.observation_space, env.action_space):
        with pytest.raises(OptionError, match=r"agent 'X': expected one of player_0, player_1"):
            call("X")


def test_an_illegal_move_loses() -> None:
    env = aec_env()
    env.reset()
    env.step(4)
    env.step(4)
    assert env.rewards == {"player_0": 0, "player_1": -1}
    raw = KInARowAEC()
    raw.reset()
    raw.step(4)
    with pytest.raises(IllegalMove, match="b2 is taken by X, expected an empty cell"):
        raw.step(4)
    for beyond in (9, -1, 2**40):
        with pytest.raises(IllegalMove, match="is not on the board: expected 0 to 8"):
            raw.step(beyond)
    for none in (3.7, "b2", True):
        with pytest.raises(OptionError, match=r"^action .*: expected a whole number"):
            raw.step(none)  # type: ignore[arg-type]
    assert raw.position.plies == 1


@pytest.mark.parametrize("spec", ["3,3,3", "connect6", "7,7,4:renju"])
def test_illegal_moves_lose_as_under_the_wrapper_of_pettingzoo(spec: str) -> None:
    def seen(env: Any) -> list[Any]:
        observation, *rest = env.last()
        ends = env.terminations, env.truncations
        planes = observation["observation"].tolist()
        return [env.agents, env.agent_selection, env.rewards, *ends, planes, *rest]

    ours = aec_env(spec)
    theirs = wrappers.TerminateIllegalWrapper(KInARowAEC(spec), illegal_reward=-1)
    chance, lost = np.random.default_rng(3), 0
    for _ in range(30):
        ours.reset()
        theirs.reset()
        while ours.agents:
            assert seen(ours) == seen(theirs)
            over = ours.terminations[ours.agent_selection]
            lost += over and -1 in ours.rewards.values() and 1 not in ours.rewards.values()
            mask = ours.last()[0]["action_mask"]
            offered = mask if mask.all() or chance.random() < 0.8 else 1 - mask
            action = None if over else int(chance.choice(offered.nonzero()[0]))
            ours.step(action)
            theirs.step(action)
        assert not theirs.agents
    assert lost > 5


def test_the_mask_has_no_forbidden_cell() -> None:
    env = KInARowAEC("renju")
    env.reset()
    for cell in ("h8", "a1", "h9", "a3", "g10", "a5", "f10", "a7"):
        env.step(index_of(env.rules, Cell.of(cell)))
    (forbidden,) = env.position.forbidden
    mask = env.observe("player_0")["action_mask"]
    assert not mask[index_of(env.rules, forbidden)]
    assert mask.sum() == len(env.position.legal_moves)


def test_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    env = aec_env("tictactoe", render_mode="ansi")
    env.reset()
    env.step(4)
    assert "[X]" in env.render()
    env = aec_env("tictactoe", render_mode="rgb_array")
    env.reset()
    assert env.render().dtype == np.uint8


@pytest.mark.parametrize("spec", ["3,3,3", "2,4,3:misere", "2,4,3,2,1"])
def test_the_oracle_speaks_to_both(spec: str) -> None:
    env, chance = aec_env(spec, oracle=True), np.random.default_rng(2)
    env.reset()
    regrets: dict[str, int | None] = {"player_0": None, "player_1": None}
    while not any(env.terminations.values()):
        agent, position = env.agent_selection, env.unwrapped.position
        other = next(one for one in env.agents if one != agent)
        told = env.infos[agent]["oracle"]
        found = analyse(position, knowledge=False)
        assert told["value"] == found.solution.outcome
        assert env.infos[other]["oracle"]["value"] == -told["value"]
        assert not env.infos[other]["oracle"]["optimal"].any()
        cells = position.legal_moves
        assert told["optimal"].sum() == len(found.best)
        cell = cells[int(chance.integers(len(cells)))]
        regrets[agent] = told["value"] - (found.moves[cell].lower or 0)
        env.step(cell.row * position.rules.cols + cell.col)
        assert {one: env.infos[one]["oracle"]["regret"] for one in env.agents} == regrets
    for agent, reward in env.rewards.items():
        assert env.infos[agent]["oracle"]["value"] == reward


def test_the_oracle_says_where_it_does_not_know() -> None:
    env = aec_env("gomoku", oracle=True)
    env.reset()
    env.step(0)
    assert env.infos["player_0"]["oracle"] == {"known": False, "regret": None}
    env.close()


def test_forbidden_cells_of_renju_are_not_in_the_mask() -> None:
    env = KInARowAEC("7,7,4:renju")
    env.reset()
    for cell in Moves("c4 e5 f6 e6 d3 e4"):
        env.step(7 * cell.row + cell.col)
    assert env.position.forbidden == Moves("c3")
    mask = env.observe(env.agent_selection)["action_mask"]
    assert set(np.flatnonzero(mask)) == {7 * row + col for row, col in env.position.legal_moves}


def test_a_copy_goes_on_by_itself() -> None:
    env = KInARowAEC("1,3,2", oracle=True)
    env.reset()
    twin = copy.deepcopy(env)
    twin.step(1)
    assert [one.position.plies for one in (env, twin)] == [0, 1]


def test_a_shallow_copy_has_a_board_of_its_own() -> None:
    env = KInARowAEC("1,3,2")
    env.reset()
    twin = copy.copy(env)
    twin.step(1)
    assert [one.position.plies for one in (env, twin)] == [0, 1]
    assert [one.agent_selection for one in (env, twin)] == ["player_0", "player_1"]


def test_before_the_first_reset_there_is_nothing_to_learn() -> None:
    with pytest.raises(KinrowError, match="the game has not begun: call reset first"):
        KInARowAEC().last()


def test_what_is_no_flag_or_seed_is_refused() -> None:
    with pytest.raises(OptionError, match="oracle: 'yes', expected True or False"):
        KInARowAEC(oracle="yes")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="seed 'x': expected a whole number from 0"):
        KInARowAEC().reset(seed="x")  # type: ignore[arg-type]
