"""The vector environment does, board by board, what single environments do."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from kinrow.envs import SKIP, Batch, KInARowEnv, KInARowVectorEnv
from kinrow.players import Clock, Player
from kinrow.rules import Cell, IllegalMove, OptionError, Position
from kinrow.runtime.conversion import index_of
from kinrow.runtime.own import NotCopied
from kinrow.solver import SearchSolver


def choose(masks: Any, chance: np.random.Generator) -> Any:
    """A random legal action for each board, 0 where there is none."""
    noise = chance.random(masks.shape) * masks
    return noise.argmax(axis=1).astype(np.int32)


def test_gymnasium_makes_it() -> None:
    env = gymnasium.make_vec("kinrow/KInARow-v0", num_envs=4096, game="3,3,3")
    assert isinstance(env.unwrapped, KInARowVectorEnv)
    seen, info = env.reset(seed=1)
    assert seen.shape == (4096, 2, 3, 3)
    assert env.observation_space.contains(seen)
    seen, rewards, over, cut, info = env.step(choose(info["action_mask"], np.random.default_rng(1)))
    assert rewards.dtype == np.float32
    assert over.dtype == cut.dtype == np.bool_
    env.close()


@pytest.mark.parametrize("side", ["X", "O", "random"])
@pytest.mark.parametrize("spec", ["3,3,3", "4,4,3:misere", "connect6", "jing4"])
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_episodes_are_whole(side: str, spec: str, mode: AutoresetMode) -> None:
    n, chance = 5, np.random.default_rng(1)
    env = KInARowVectorEnv(n, spec, side=side, autoreset_mode=mode)
    seen, info = env.reset(seed=2)
    ended, steps, ends = np.zeros(n, bool), 0, 0
    while ends < 12:
        masks = info["action_mask"]
        waiting = masks.any(axis=1)
        assert (waiting | ended).all()
        before = seen
        seen, rewards, over, _, info = env.step(choose(masks, chance))
        assert env.observation_space.contains(seen)
        assert (rewards[~over] == 0).all()
        last = seen if mode is AutoresetMode.NEXT_STEP else info.get("final_obs", seen)
        for board in np.flatnonzero(~ended):
            grown = int(last[board][0].sum()) if over[board] else int(seen[board][0].sum())
            assert grown == int(before[board][0].sum()) + 1  # the learner's own stone
        if mode is AutoresetMode.NEXT_STEP:
            for board in np.flatnonzero(ended):  # begun anew, whatever the action was
                assert seen[board][0].sum() == 0
                assert not over[board]
            ended = over.copy()
        else:
            assert (info["action_mask"].any(axis=1)).all()
        ends += int(over.sum())
        steps += 1
        assert steps < 5000


class Mirror(Player):
    """Plays what the opponent of a single environment has played."""

    name = "mirror"

    def __init__(self, of: KInARowEnv) -> None:
        self.of = of

    def choose(self, position: Position, clock: Clock | None = None) -> Cell:
        return Cell(*divmod(self.of._state.history[position.plies], position.rules.cols))


@pytest.mark.parametrize("spec", ["3,3,3,2,2", "5,5,4,2,1", "3,3,3"])
@pytest.mark.parametrize("side", ["X", "O"])
def test_every_observation_is_that_of_the_single_environment(spec: str, side: str) -> None:
    chance, one = np.random.default_rng(3), KInARowEnv(spec, side=side)
    many = KInARowVectorEnv(1, spec, Mirror(one), side=side)
    for seed in range(8):
        (seen, info), over = one.reset(seed=seed), False
        assert (seen == many.reset()[0][0]).all()
        while not over:
            action = choose(info["action_mask"][None], chance)
            seen, reward, over, _, info = one.step(action[0])
            all_seen, rewards, ends, _, _ = many.step(action)
            assert (seen == all_seen[0]).all()
            assert (reward, over) == (rewards[0], ends[0])


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_games_that_the_opponent_s_first_turn_ends_are_episodes(mode: str) -> None:
    n, won = 64, []
    env = KInARowVectorEnv(n, "2,3,2,2,2", side="O", autoreset_mode=mode)
    _, info = env.reset(seed=1)
    masks, ended = info["action_mask"], np.zeros(n, np.bool_)
    for _ in range(20):
        decided = ~masks.any(axis=1) & ~ended
        assert decided.any() or ended.any()
        actions = np.where(decided | ended, 0, masks.argmax(axis=1))
        _, rewards, over, _, info = env.step(actions)
        assert over[decided].all()
        assert (rewards[decided] == -1.0).all()
        assert not over[ended].any()
        assert not rewards[ended].any()
        won.append(int(decided.sum()))
        masks, ended = info["action_mask"], over if mode == "NextStep" else ended
    assert sum(won) > n


def test_the_side_is_set_until_the_next_reset() -> None:
    env = KInARowVectorEnv(2, "3,3,3", side="X")
    for options, stones in (({"side": "O"}, 1), (None, 0)):
        seen, _ = env.reset(seed=1, options=options)
        assert seen[:, 1].sum(axis=(1, 2)).tolist() == [stones, stones]


def test_the_same_seed_is_the_same_run() -> None:
    def run() -> list[Any]:
        env, chance = KInARowVectorEnv(8, "4,4,3", side="random"), np.random.default_rng(3)
        _, info = env.reset(seed=9)
        found = []
        for _ in range(30):
            seen, rewards, *_, info = env.step(choose(info["action_mask"], chance))
            found.append((seen.tobytes(), rewards.tobytes()))
        return found

    assert run() == run()


def test_illegal_actions_raise_or_lose() -> None:
    env = KInARowVectorEnv(2)
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match="board 1"):
        env.step(np.array([0, 9]))
    env = KInARowVectorEnv(2, illegal="lose")
    env.reset(seed=1)
    _, rewards, over, _, _ = env.step(np.array([0, 9]))
    assert rewards.tolist() == [0.0, -1.0]
    assert over.tolist() == [False, True]


def test_self_play_leaves_both_sides_to_the_learner() -> None:
    env = KInARowVectorEnv(1, "1,3,2", opponent="self")
    seen, _ = env.reset(seed=1)
    seen, *_ = env.step(np.array([1]))
    assert seen[0, 1].ravel().tolist() == [0, 1, 0]  # X's stone, as O sees it
    env.step(np.array([0]))
    _, rewards, over, _, _ = env.step(np.array([2]))
    assert (rewards[0], over[0]) == (1.0, True)


def test_any_player_may_be_the_opponent() -> None:
    env, chance = KInARowVectorEnv(3, opponent="perfect", side="O"), np.random.default_rng(1)
    _, info = env.reset(seed=1)
    for _ in range(12):
        _, rewards, *_, info = env.step(choose(info["action_mask"], chance))
        assert (rewards <= 0).all()
    env.close()


def test_views_are_given_where_asked() -> None:
    env = KInARowVectorEnv(2, copy=False)
    seen, info = env.reset(seed=1)
    again, *_ = env.step(np.array([0, 0]))
    assert again.ctypes.data == seen.ctypes.data
    assert info["action_mask"][0, 0] == 0


def test_a_wrong_mode_is_told() -> None:
    with pytest.raises(ValueError, match="autoreset_mode"):
        KInARowVectorEnv(1, autoreset_mode=AutoresetMode.DISABLED)


def worth(solver: SearchSolver, batch: Batch, board: int) -> dict[int, int]:
    """What each action is worth to the side to move of that board, by the solver."""
    if batch.terminated[board]:
        return {}
    moves = solver.analyse(batch.position(board)).moves
    return {index_of(batch.rules, cell): value.lower for cell, value in moves.items()}


@pytest.mark.parametrize("side", ["X", "O", "random"])
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("spec", ["3,3,3", "2,4,3:misere", "2,4,2:begins=O", "2,4,3,2,1"])
def test_the_oracle_is_the_solver_s(spec: str, side: str, mode: AutoresetMode) -> None:
    n, chance = 4, np.random.default_rng(1)
    env = KInARowVectorEnv(n, spec, side=side, oracle=True, illegal="lose", autoreset_mode=mode)
    _, info = env.reset(seed=5)
    solver = SearchSolver("16MiB", 1)
    for step in range(9):
        told, actions = info["oracle"], choose(info["action_mask"], chance)
        actions[0] = -1 if step == 3 else actions[0]
        regrets: list[int | None] = []
        for board, action in enumerate(actions.tolist()):
            found = worth(solver, env._batch, board)
            best = max(found.values(), default=None)
            optimal = {one for one, value in found.items() if value == best}
            assert set(np.flatnonzero(told["optimal"][board])) == optimal
            if best is not None:
                exact = solver.solve(env._batch.position(board), objective="score")
                assert (told["value"][board], told["score"][board]) == (best, exact.score)
            regrets.append(None if best is None or action not in found else best - found[action])
        assert told["_value"].all()
        assert told["known"].all()
        _, _, over, _, info = env.step(actions)
        again, last = info["oracle"], info.get("final_info", {}).get("oracle", info["oracle"])
        for board, regret in enumerate(regrets):
            kept = last if over[board] else again
            assert (int(kept["regret"][board]) if kept["_regret"][board] else None) == regret
            if over[board] and mode is AutoresetMode.SAME_STEP:
                assert not again["_regret"][board]
                assert not last["optimal"][board].any()


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_an_illegal_action_is_told_as_by_single_environments(mode: AutoresetMode) -> None:
    singles = SyncVectorEnv(
        [lambda: KInARowEnv(illegal="lose", oracle=True)] * 2, autoreset_mode=mode
    )
    ours = KInARowVectorEnv(2, illegal="lose", oracle=True, autoreset_mode=mode)
    for env in (singles, ours):
        env.reset(seed=1)
    told = []
    for env in (singles, ours):
        *_, info = env.step(np.array([9, 4]))
        last = info["final_info"] if mode is AutoresetMode.SAME_STEP else info
        assert last["illegal"].tolist() == last["_illegal"].tolist() == [True, False]
        truth = last["oracle"]
        told.append({name: np.asarray(truth[name][0]).tolist() for name in ("value", "optimal")})
        assert not truth["_regret"][0] or truth["regret"][0] is None
    assert told[0] == told[1] == {"value": 0, "optimal": [0] * 9}
    *_, info = ours.step(np.array([4, 8]))
    assert "illegal" not in info


def test_options_and_boards_that_are_none_are_refused() -> None:
    env = KInARowVectorEnv(2)
    with pytest.raises(OptionError, match=r"options 'O': expected a dict, such as {'side': 'O'}"):
        env.reset(options="O")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match=r"reset_mask \[True, False\]: expected a NumPy array"):
        env.reset(options={"reset_mask": [True, False]})
    batch = Batch("tictactoe", 2)
    for wrong in ([0], np.array([2])):
        with pytest.raises(OptionError, match=r"expected a NumPy array of boards from 0 to 1"):
            batch.reset(wrong)  # type: ignore[arg-type]


def test_the_oracle_tells_how_a_game_ended() -> None:
    env = KInARowVectorEnv(2, "1,3,2", opponent="self", oracle=True)
    env.reset(seed=1)
    for actions in ([1, 0], [0, 1], [2, 2]):
        *_, info = env.step(np.array(actions))
    told = info["oracle"]
    assert told["value"].tolist() == [-1, 0]  # O has lost one board, the other one is full
    assert told["score"].tolist() == [-1, 0]
    assert told["regret"].tolist() == [0, 0]
    assert info["_oracle"].all()


def test_the_oracle_says_where_it_does_not_know() -> None:
    env = KInARowVectorEnv(3, "15,15,5", oracle=True)
    _, info = env.reset(seed=1)
    *_, info = env.step(choose(info["action_mask"], np.random.default_rng(1)))
    told = info["oracle"]
    assert not told["known"].any()
    for key in ("value", "score", "optimal", "regret"):
        assert not told[f"_{key}"].any()
        assert not told[key].any()


@pytest.mark.parametrize("actions", [[0, 2**32], [0], [0.0, 1.0], [[0, 1]], ["b2", "a1"]])
def test_what_are_no_actions_is_refused(actions: Any) -> None:
    env = KInARowVectorEnv(2)
    env.reset(seed=1)
    with pytest.raises(OptionError, match="a cell index for each board"):
        env.step(np.array(actions))


def test_a_side_asked_for_at_a_reset_is_for_these_games() -> None:
    env = KInARowVectorEnv(2)
    for options, stones in ({"side": "O"}, 2), (None, 0):
        seen, _ = env.reset(seed=1, options=options)
        assert seen.sum() == stones


def test_a_mask_says_which_boards_are_reset() -> None:
    env = KInARowVectorEnv(3, opponent="self")
    env.reset(seed=1)
    env.step(np.array([4, 4, 4]))
    seen, _ = env.reset(options={"reset_mask": np.array([False, True, False])})
    assert seen.sum(axis=(1, 2, 3)).tolist() == [1, 0, 1]
    for mask in (np.array([0, 1, 0]), np.array([True]), [True, False, False]):
        with pytest.raises(OptionError, match=r"^reset_mask .*, such as np"):
            env.reset(options={"reset_mask": mask})


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"autoreset_mode": "sometimes"}, "expected NextStep or SameStep"),
        ({"num_envs": 0}, "num_envs 0: expected a whole number"),
        ({"opponent": 5}, "player 5: expected a string"),
    ],
)
def test_options_are_refused_in_words(options: dict[str, Any], words: str) -> None:
    with pytest.raises(OptionError, match=words):
        KInARowVectorEnv(**options)


MAJORITY = "2,4,3:majority,threshold=2,turns=7,fill=O"


@pytest.mark.parametrize("side", ["X", "O", "random"])
def test_the_oracle_knows_majority_games(side: str) -> None:
    n, chance = 4, np.random.default_rng(2)
    env = KInARowVectorEnv(n, MAJORITY, side=side, oracle=True, autoreset_mode="SameStep")
    _, info = env.reset(seed=5)
    solver = SearchSolver("16MiB", 1)
    for _ in range(6):
        told, actions = info["oracle"], choose(info["action_mask"], chance)
        assert told["_value"].all()
        assert not told["_score"].any()
        assert not told["score"].any()
        given = []
        for board, action in enumerate(actions.tolist()):
            found = worth(solver, env._batch, board)
            best = max(found.values())
            assert told["value"][board] == best
            assert set(np.flatnonzero(told["optimal"][board])) == {
                one for one, value in found.items() if value == best
            }
            given.append(best - found[action])
        *_, over, _, info = env.step(actions)
        kept = info["oracle"]["regret"]
        assert [regret for regret, ended in zip(kept, over, strict=True) if not ended] == [
            regret for regret, ended in zip(given, over, strict=True) if not ended
        ]


def test_caro_and_renju_have_no_table() -> None:
    for rules in ("4,4,4:renju", "4,4,4:caro"):
        _, info = KInARowVectorEnv(2, rules, oracle=True).reset(seed=1)
        assert not info["oracle"]["known"].any()


@pytest.mark.parametrize("make", [KInARowEnv, lambda **asked: KInARowVectorEnv(2, **asked)])
def test_an_opponent_needs_no_more_than_choose(make: Any) -> None:
    class First:
        def choose(self, position: Position) -> Cell:
            return position.legal_moves[0]

    env = make(opponent=First(), side="O")
    seen, _ = env.reset(seed=1)
    assert seen.reshape(-1, 2, 3, 3)[:, 1, 0, 0].all()
    env.close()


def test_after_an_illegal_action_no_stone_is_left_in_the_turn() -> None:
    single: Any = KInARowEnv("3,3,3,3,3", illegal="lose")
    many = KInARowVectorEnv(1, "3,3,3,3,3", illegal="lose")
    for env, actions in ((single, np.zeros(2, np.int64)), (many, np.zeros((2, 1), np.int64))):
        env.reset(seed=1)
        before = np.squeeze(env.step(actions[0])[0])
        seen = np.squeeze(env.step(actions[1])[0])
        assert (before[2].max(), seen[2].max()) == (1, 0)
        assert (seen[:2] == before[:2]).all()


def test_a_vector_environment_that_is_copied_is_named() -> None:
    for duplicate in (copy.deepcopy, pickle.dumps):
        with pytest.raises(NotCopied, match="KInARowVectorEnv cannot be copied or pickled"):
            duplicate(KInARowVectorEnv(2))


def test_the_number_that_skips_a_board_of_a_batch_is_no_action_here() -> None:
    actions = np.array([4, SKIP], np.int32)
    env = KInARowVectorEnv(2)
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match=r"board 1: cell .* is not on the board"):
        env.step(actions)
    env = KInARowVectorEnv(2, illegal="lose")
    env.reset(seed=1)
    _, rewards, over, _, info = env.step(actions)
    assert (rewards.tolist(), over.tolist()) == ([0, -1], [False, True])
    assert info["illegal"].tolist() == [False, True]
