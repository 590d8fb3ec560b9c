"""The Gymnasium environment: the checker is content, seeds repeat, all games play."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import kinrow.envs
from kinrow import _core
from kinrow.envs import KInARowEnv, KInARowVectorEnv
from kinrow.envs.oracle import _KEPT, Oracle
from kinrow.players import Illegal
from kinrow.rules import Cell, IllegalMove, NotationError, OptionError, Sign, game
from kinrow.runtime.conversion import core_game, core_position, index_of
from tests.players.answers import Answers

GAMES = ["3,3,3", "tictactoe-misere", "1,5,3", "4,4,3", "4,5,4:exact", "jing4", "connect6"]


def play(env: Any, seed: int | None, choose: int = 1) -> tuple[list[int], float]:
    """Random legal actions to the end: they and the reward."""
    chance = np.random.default_rng(choose)
    _, info = env.reset(seed=seed)
    actions, reward, over = [], 0.0, False
    while not over:
        action = int(chance.choice(np.flatnonzero(info["action_mask"])))
        seen, reward, over, cut, info = env.step(action)
        assert env.observation_space.contains(seen)
        assert not cut
        actions.append(action)
        assert over or reward == 0.0
    assert not info["action_mask"].any()
    return actions, reward


@pytest.mark.parametrize("spec", GAMES)
@pytest.mark.parametrize("side", ["X", "O", "random"])
def test_the_checker_finds_nothing(spec: str, side: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make("kinrow/KInARow-v0", game=spec, side=side, illegal="lose")
        check_env(env.unwrapped, skip_render_check=False)
        env.close()


def test_the_checker_finds_nothing_with_pictures_and_oracle(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    for mode in ("ansi", "rgb_array"):
        env = gymnasium.make("kinrow/KInARow-v0", render_mode=mode, illegal="lose", oracle=True)
        check_env(env.unwrapped)


def test_it_is_registered_once() -> None:
    kinrow.envs.register()
    spec = gymnasium.spec("kinrow/KInARow-v0")
    assert spec.vector_entry_point == "kinrow.envs.vector:KInARowVectorEnv"


@pytest.mark.parametrize("spec", GAMES)
@pytest.mark.parametrize("side", ["X", "O"])
def test_games_end_as_the_rules_say(spec: str, side: str) -> None:
    env = KInARowEnv(game=spec, side=side)
    for seed in range(5):
        _, reward = play(env, seed, seed)
        position = env.position
        again = position.rules.parse(position.fen()) if spec != "jing4" else position
        assert again.finished
        winner = again.winner
        assert reward == (0.0 if winner is None else 1.0 if winner is Sign(side) else -1.0)
        assert env.side is Sign(side)


@pytest.mark.parametrize("opponent", ["random", "perfect", "mcts:20"])
@pytest.mark.parametrize("side", ["X", "random"])
def test_the_same_seed_is_the_same_game(opponent: str, side: str) -> None:
    def episodes(env: KInARowEnv) -> list[Any]:
        first = play(env, 42)
        return [first, play(env, None), env.position.fen(), str(env.side)]

    one, two = (KInARowEnv(opponent=opponent, side=side) for _ in range(2))
    assert episodes(one) == episodes(two) == episodes(one)
    one.close()
    two.close()


def test_episodes_differ_without_a_new_seed() -> None:
    env = KInARowEnv(game="gomoku")
    env.reset(seed=1)
    starts = set()
    for _ in range(5):
        env.reset()
        env.step(0)
        starts.add(env.position.fen())
    assert len(starts) > 1


def test_the_observation_is_the_learner_s() -> None:
    env = KInARowEnv(side="O")
    seen, _ = env.reset(seed=3)
    assert seen[0].sum() == 0
    assert seen[1].sum() == 1
    free = int(np.flatnonzero(seen[1].ravel() == 0)[0])
    later, *_ = env.step(free)
    assert later[0].ravel()[free] == 1
    assert seen[0].sum() == 0  # what was given stays as it was


def test_a_turn_of_two_stones_is_two_steps() -> None:
    env = KInARowEnv(game="connect6", side="O")
    seen, info = env.reset(seed=1)
    assert (seen[2] == 1).all()
    seen, *_ = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert (seen[2] == 0).all()
    assert seen[1].sum() == 1
    seen, _, _, _, info = env.step(int(np.flatnonzero(env._mask)[0]))
    assert seen[1].sum() == 3


def test_the_side_can_be_set_for_one_game() -> None:
    env = KInARowEnv(side="X")
    env.reset(seed=1, options={"side": "O"})
    assert str(env.side) == "O"
    env.reset()
    assert str(env.side) == "X"


def test_maskable_learners_find_the_mask_under_their_name() -> None:
    env = gymnasium.make("kinrow/KInARow-v0", side="O")
    _, info = env.reset(seed=1)
    masks = env.get_wrapper_attr("action_masks")()
    assert masks.dtype == np.bool_
    assert masks.tolist() == (info["action_mask"] == 1).tolist()
    env.step(int(masks.argmax()))
    assert masks.sum() == 8


def test_the_mask_has_no_forbidden_cell() -> None:
    position = game("renju").parse("15/15/15/15/15/7X7/7X7/5XX8/15/O1O1O1O8/15/15/15/15/15 X")
    (forbidden,) = position.forbidden
    env = KInARowEnv("renju", side="X")
    env.reset(seed=1)
    env._state = _core.State(core_game(position.rules), *core_position(position))
    mask = env._info(finished=False)["action_mask"]
    assert not mask[index_of(position.rules, forbidden)]
    assert mask.sum() == len(position.legal_moves)


@pytest.mark.parametrize(("spec", "reward"), [("1,1,1", -1.0), ("1,1,2", 0.0), ("3,3,2,4,4", -1.0)])
@pytest.mark.parametrize("illegal", ["raise", "lose"])
def test_a_game_that_the_opponent_s_first_turn_ends_is_an_episode(
    spec: str, reward: float, illegal: Any
) -> None:
    env = KInARowEnv(spec, side="O", illegal=illegal, oracle=True)
    check_env(env, skip_render_check=True)
    for seed in range(3):
        first, info = env.reset(seed=seed)
        assert not info["action_mask"].any()
        action = env.action_space.sample(info["action_mask"])
        seen, *rest, info = env.step(int(action))
        assert rest == [reward, True, False]
        assert (seen == first).all()
        assert "illegal" not in info
        assert (info["oracle"]["value"], info["oracle"]["regret"]) == (reward, None)
    if illegal == "raise":
        with pytest.raises(IllegalMove, match="the game is over"):
            env.step(0)


@pytest.mark.parametrize("action", [-1, 9, 2**31, 0])
def test_an_illegal_action_raises_and_changes_nothing(action: int) -> None:
    env = KInARowEnv()
    env.reset(seed=1)
    env.step(0)
    before = env.position.fen()
    with pytest.raises(IllegalMove, match="taken" if action == 0 else "not on the board"):
        env.step(action)
    assert env.position.fen() == before
    env.step(int(np.flatnonzero(env._mask)[0]))


def test_the_oracle_finds_nothing_optimal_after_an_illegal_action() -> None:
    env = KInARowEnv(illegal="lose", oracle=True)
    env.reset(seed=1)
    *_, info = env.step(9)
    told = info["oracle"]
    assert (told["known"], told["optimal"].any(), told["regret"]) == (True, False, None)


def test_odd_options_are_refused() -> None:
    with pytest.raises(OptionError, match=r"options 'O': expected a dict"):
        KInARowEnv().reset(options="O")  # type: ignore[arg-type]


def test_an_illegal_action_loses_where_asked() -> None:
    env = KInARowEnv(illegal="lose")
    env.reset(seed=1)
    env.step(0)
    _, reward, over, _, info = env.step(0)
    assert (reward, over, info["illegal"]) == (-1.0, True, True)


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"game": "3,3"}, NotationError),
        ({"opponent": "nobody"}, NotationError),
        ({"side": "Y"}, ValueError),
        ({"illegal": "ignore"}, ValueError),
        ({"render_mode": "svg"}, ValueError),
    ],
)
def test_bad_options_are_told(options: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        KInARowEnv(**options).reset(seed=1)


@pytest.mark.parametrize("spec", ["3,3,3", "4,4,3", "2,5,3", "3,6,3"])  # the last has no table
@pytest.mark.parametrize("side", ["X", "O"])
def test_the_oracle_agrees_with_the_solver(
    spec: str, side: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kinrow.solver import SearchSolver

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    env = KInARowEnv(game=spec, side=side, oracle=True)
    with SearchSolver("16MiB", 1) as solver:
        for seed in range(3):
            _, info = env.reset(seed=seed)
            over = False
            while not over:
                told, position = info["oracle"], env.position
                analysis = solver.analyse(position)
                assert told["value"] == analysis.solution.outcome
                best = {cell.row * env.rules.cols + cell.col for cell in analysis.best}
                assert set(np.flatnonzero(told["optimal"])) == best
                action = int(np.flatnonzero(info["action_mask"])[0])
                _, _, over, _, info = env.step(action)
                cell = position.legal_moves[0]
                lost = told["value"] - analysis.moves[cell].lower
                assert info["oracle"]["regret"] == lost
            outcome = env.position.outcome
            assert outcome is not None
            sign = 1 if env.position.to_move is env.side else -1
            assert info["oracle"]["value"] == sign * outcome


def test_the_oracle_says_where_it_does_not_know() -> None:
    env = KInARowEnv(game="gomoku", oracle=True)
    _, info = env.reset(seed=1)
    assert info["oracle"] == {"known": False, "regret": None}
    env.close()


def test_what_the_oracle_remembers_stays_small() -> None:
    start = game("4,4,4").start()
    truth = Oracle(start.rules).truth(start)
    assert truth is not None
    each = sum(map(sys.getsizeof, (start.cells, truth, truth.actions, truth.optimal)))
    assert each * _KEPT < 2**26


def test_the_whole_game_of_jing4_is_beyond_the_oracle_its_end_is_not() -> None:
    env = KInARowEnv(game="jing4", side="O", oracle=True)
    _, info = env.reset(seed=1)
    over = False
    while not over:
        last = info["oracle"]["known"]
        action = int(np.flatnonzero(info["action_mask"])[0])
        _, _, over, _, info = env.step(action)
    assert last
    env.close()


def test_a_person_plays_in_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame = pytest.importorskip("pygame")
    from kinrow.drawing.surface import size_of
    from kinrow.drawing.window import WindowClosed

    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    env = KInARowEnv(render_mode="human", opponent="random")
    env._screen._pause = 0.0
    env.reset(seed=1, options={"side": "X"})
    cell = env._screen._window.cell
    width, _ = size_of(game("3,3,3"), cell)
    middle = (width // 2, width // 2)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(1, 1)))
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=middle))
    # Showing a position drops clicks that were made before; so ask while they wait.
    monkeypatch.setattr("kinrow.drawing.window.Window.show", lambda *_: None)
    assert env.ask() == 4
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    with pytest.raises(WindowClosed):
        env.ask()
    env.close()


def test_a_missing_extra_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "kinrow.envs.aec", raising=False)
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'kinrow\[rl\]'"):
        kinrow.envs.aec_env  # noqa: B018 - the look-up itself is under test


def test_gymnasium_imports_it_by_its_full_name() -> None:
    code = "import gymnasium; gymnasium.make('kinrow.envs:kinrow/KInARow-v0', game='3,3,3').reset()"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("action", [None, "b2", 1.7, True, np.array([4])])
def test_what_is_no_action_is_refused(action: Any) -> None:
    env = KInARowEnv()
    env.reset(seed=1)
    with pytest.raises(OptionError, match=r"action .*: expected a whole number"):
        env.step(action)


@pytest.mark.parametrize("make", [KInARowEnv, KInARowVectorEnv])
def test_what_is_no_opponent_is_refused(make: Any) -> None:
    for odd in (5, np.zeros(2), "perfekt"):
        with pytest.raises((OptionError, NotationError), match=r": expected|'perfekt' .did"):
            make(opponent=odd)


@pytest.mark.parametrize("answer", ["b2", (1, 1), Cell(1, 1), None, 4, Cell(0, 3), Cell(0, 0)])
def test_an_opponent_of_one_s_own_may_answer_as_moves_are_written(answer: Any) -> None:
    one, many = KInARowEnv(opponent=Answers(answer)), KInARowVectorEnv(1, opponent=Answers(answer))
    one.reset(seed=1)
    many.reset(seed=1)
    if answer in ("b2", (1, 1)):
        assert one.step(0)[0].ravel().tolist() == many.step(np.array([0]))[0].ravel().tolist()
        return
    for step in (lambda: one.step(0), lambda: many.step(np.array([0]))):
        with pytest.raises(Illegal, match=r"^mine: .* expected "):
            step()


def test_forbidden_cells_of_renju_are_not_in_the_mask() -> None:
    env, seen, chance = KInARowEnv("7,7,4:renju"), 0, np.random.default_rng(1)
    for seed in range(3):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            legal = {7 * cell.row + cell.col for cell in env.position.legal_moves}
            assert set(np.flatnonzero(info["action_mask"])) == legal
            seen += len(env.position.forbidden)
            *_, over, _, info = env.step(chance.choice(sorted(legal)))
    assert seen


def test_the_oracle_searches_in_caro_and_renju() -> None:
    for rules in ("4,4,4:renju", "4,4,4:caro"):
        _, info = KInARowEnv(rules, oracle=True).reset(seed=1)
        assert info["oracle"]["known"]


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("opponent", ["random", "perfect"])
def test_a_copy_goes_on_by_itself(copied: Callable[[Any], Any], opponent: str) -> None:
    env = KInARowEnv("4,4,3,2,1", opponent, oracle=True)
    env.reset(seed=3)
    env.step(5)
    twin = copied(env)
    before = env.position
    assert twin.position == before
    seen, *_, info = twin.step(0)
    assert env.position == before
    assert (seen[:, 0, 0].tolist(), info["action_mask"][0]) == ([1, 0, 0], 0)
    if opponent == "random":  # whose choices are the same
        assert env.step(0)[0].tolist() == seen.tolist()


@pytest.mark.parametrize("vectorization_mode", ["sync", "async"])
def test_gymnasium_s_own_vector_environments_take_the_oracle(vectorization_mode: str) -> None:
    # A short game: a board that begins anew has no regret while another one has.
    processes = {"context": "spawn"} if vectorization_mode == "async" else {}  # JAX has threads
    options: dict[str, Any] = {"game": "1,4,2", "side": "random", "oracle": True}
    envs = gymnasium.make_vec("kinrow/KInARow-v0", 3, vectorization_mode, processes, **options)
    _, info = envs.reset(seed=3)
    seen = set()
    for _ in range(12):
        masks = info["action_mask"]
        *_, info = envs.step(np.array([int(mask.argmax()) for mask in masks]))
        regrets = info["oracle"]["regret"].tolist()
        seen |= {len({regret is None for regret in regrets})}
    envs.close()
    assert seen >= {2}
