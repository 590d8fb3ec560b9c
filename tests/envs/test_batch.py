"""The bare batch: it follows the reference rules, refuses or punishes, and copies nothing."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import pytest

from kinrow.envs import SKIP, Batch, state
from kinrow.rules import IllegalMove, MemoryLimit, OptionError, Position, game
from kinrow.runtime.conversion import index_of

GAMES = ["3,3,3", "3,3,3:misere", "4,5,4:exact", "15,15,5", "connect6", "jing4", "1,1,1"]


@pytest.mark.parametrize("spec", GAMES)
def test_it_follows_the_reference(spec: str) -> None:
    rules, n = game(spec), 3
    batch = Batch(rules, n, seed=5, autoreset="disabled")
    twins: list[Position] = [rules.start()] * n
    actions = np.empty(n, np.int32)
    while not batch.terminated.all():
        batch.random_actions(actions)
        going_on = ~batch.terminated
        batch.step(actions)
        for at in np.flatnonzero(going_on):
            mover = twins[at].to_move
            twins[at] = twins[at].play(twins[at].rules.start().legal_moves[actions[at]])
            twin = twins[at]
            assert batch.position(int(at)) == twin
            assert bool(batch.terminated[at]) == twin.finished
            expected = 0 if twin.winner is None else 1 if twin.winner is mover else -1
            assert batch.rewards[at] == expected
            own, other = batch.observations[at, :2].reshape(2, -1)
            assert [int(mark == str(twin.to_move)) for mark in twin.cells] == own.tolist()
            assert [int(mark == str(twin.to_move.other)) for mark in twin.cells] == other.tolist()
            legal = {cell.row * rules.cols + cell.col for cell in twin.legal_moves}
            assert set(np.flatnonzero(batch.masks[at])) == legal


def test_the_arrays_are_views_of_one_memory() -> None:
    batch = Batch("3,3,3", 2)
    seen, mask = batch.observations, batch.masks
    where = seen.ctypes.data
    batch.step(np.array([4, 0], np.int32))
    assert seen[0, 1, 1, 1] == 1  # of the other side now
    assert not mask[0, 4]
    assert batch.observations.ctypes.data == where


def test_a_refused_step_does_nothing() -> None:
    batch = Batch("3,3,3", 3)
    batch.step(np.array([0, 1, 2], np.int32))
    for action, words in ((1, "b1 is taken"), (9, "cell 9 is not on the board"), (-1, "cell -1")):
        before = batch.observations.copy()
        with pytest.raises(IllegalMove, match=f"board 1: {words}"):
            batch.step(np.array([5, action, 5], np.int32))
        assert (batch.observations == before).all()


def test_a_forbidden_cell_is_not_called_taken() -> None:
    position = game("renju").parse("15/15/15/15/15/7X7/7X7/5XX8/15/O1O1O1O8/15/15/15/15/15 X")
    batch = Batch("renju", 1)
    batch.put(0, position)
    (forbidden,) = position.forbidden
    with pytest.raises(IllegalMove, match=f"board 0: {forbidden} is forbidden to X"):
        batch.step(np.array([index_of(position.rules, forbidden)], np.int32))


@pytest.mark.parametrize("spec", ["1,5,5:renju", "3,5,5:renju", "2,7,4:caro", "3,6,3"])
def test_a_move_changes_its_own_board_only(spec: str) -> None:
    batch = Batch(spec, 3)
    for action in range(3):
        batch.step(np.full(3, action, np.int32))
    before = batch.observations.copy()
    batch.step(np.array([3, SKIP, SKIP], np.int32))
    assert (batch.observations[1:] == before[1:]).all()


def test_skipped_boards_stay() -> None:
    batch = Batch("3,3,3", 2)
    batch.step(np.array([4, SKIP], np.int32))
    assert batch.position(0).fen() == "3,3,3 .../.X./..."
    assert batch.position(1).fen() == "3,3,3 .../.../..."


@pytest.mark.parametrize("spec", ["1,3,1", "9,9,1"])  # boards of one word, and larger ones
@pytest.mark.parametrize("autoreset", ["same_step", "next_step", "disabled"])
def test_an_end_is_told_once_if_the_board_begins_anew(
    spec: str, autoreset: Literal["same_step", "next_step", "disabled"]
) -> None:
    batch = Batch(spec, 2, autoreset=autoreset)
    batch.step(np.array([0, 0], np.int32))
    batch.step(np.array([SKIP, 1], np.int32))
    ended = autoreset != "same_step"
    assert batch.terminated.tolist() == [ended, autoreset != "next_step"]


def test_boards_are_reset_one_by_one() -> None:
    batch = Batch("3,3,3", 2)
    batch.step(np.array([4, 4], np.int32))
    batch.reset(np.array([1], np.int32))
    assert [batch.position(at).plies for at in range(2)] == [1, 0]
    batch.reset()
    assert batch.position(0).plies == 0


def test_a_mask_says_which_boards_are_reset() -> None:
    batch = Batch("1,1,1", 4, autoreset="disabled")
    batch.step(np.array([SKIP, SKIP, 0, SKIP], np.int32))
    batch.reset(batch.terminated)
    assert [batch.position(at).plies for at in range(4)] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    "indices", [np.array([2**32]), np.array([0.0]), np.array([True]), np.array([["a"]]), [0]]
)
def test_what_are_no_boards_is_refused(indices: Any) -> None:
    batch = Batch("3,3,3", 2)
    batch.step(np.array([4, 4], np.int32))
    with pytest.raises(OptionError, match=r"^indices .*: expected a NumPy array of boards"):
        batch.reset(indices)
    assert [batch.position(at).plies for at in range(2)] == [1, 1]


def test_any_position_can_be_put() -> None:
    batch = Batch("tictactoe", 2, illegal="lose")
    position = game("tictactoe").parse("XX./OO./...")
    batch.put(1, position)
    assert batch.position(1) == position
    batch.step(np.array([SKIP, 2], np.int32))
    assert (bool(batch.terminated[1]), float(batch.rewards[1])) == (True, 1.0)


@pytest.mark.parametrize(
    "options",
    [{"autoreset": "sometimes"}, {"illegal": "ignore"}, {"threads": 0}, {"n": 0}],
)
def test_bad_options_are_told(options: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="expected"):
        Batch("3,3,3", **{"n": 1, **options})  # type: ignore[arg-type]


def test_too_many_boards_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise MemoryLimit("not enough memory for this search")

    monkeypatch.setattr("kinrow.envs.batch._core.Batch", full)
    with pytest.raises(MemoryLimit, match=r"^not enough memory for 3 boards: ask for fewer"):
        Batch("tictactoe", 3)


def test_arrays_of_another_shape_are_refused() -> None:
    batch = Batch("3,3,3", 2)
    for actions in (np.zeros(3, np.int32), np.zeros((2, 1), np.int32), [0, 4], ["b2", "a1"]):
        words = r"a NumPy array of whole numbers, .*, such as np\.zeros\(2, np\.int32\)"
        with pytest.raises(OptionError, match=words):
            batch.step(actions)  # type: ignore[arg-type]
    closed = np.zeros(2, np.int32)
    closed.flags.writeable = False
    others: tuple[Any, ...] = (np.zeros(2, np.int64), np.zeros((2, 1), np.int32), closed)
    for out in others:
        with pytest.raises(OptionError, match="expected a C-contiguous array of int32"):
            batch.random_actions(out)


def test_an_action_beyond_int32_is_no_cell() -> None:
    batch = Batch("3,3,3", 2)
    with pytest.raises(OptionError, match="a cell index for each board"):
        batch.step(np.array([0, 2**32]))
    batch.step(np.array([0, 1], np.uint8))
    assert batch.position(1).fen() == "3,3,3 .X./.../..."


@pytest.mark.parametrize("board", [2, -1])
def test_a_board_that_is_not_there_is_told(board: int) -> None:
    batch = Batch("3,3,3", 2)
    with pytest.raises(OptionError, match=r"index .*: expected a whole number from 0"):
        batch.position(board)
    with pytest.raises(OptionError, match=r"index .*: expected a whole number from 0"):
        batch.put(board, "3,3,3")
    for boards in (np.array([board], np.int32), [board]):
        with pytest.raises(OptionError, match="indices"):
            batch.reset(boards)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", ["x", None, 1.5, True])
def test_what_is_no_seed_is_refused(seed: Any) -> None:
    for use in (lambda: Batch("tictactoe", 2, seed=seed), lambda: state("tictactoe", seed=seed)):
        with pytest.raises(OptionError, match=r"^seed .*: expected a whole number"):
            use()
    with pytest.raises(OptionError, match=r"^seed .*: expected a whole number"):
        Batch("tictactoe", 2).reseed(seed)


def test_a_seed_of_numpy_is_that_number() -> None:
    first, second = (np.zeros(8, np.int32) for _ in range(2))
    Batch("gomoku", 8, seed=3).random_actions(first)
    Batch("gomoku", 8, seed=np.int64(3)).random_actions(second)  # type: ignore[arg-type]
    assert first.tolist() == second.tolist()


@pytest.mark.parametrize("actions", [[0, 0], np.zeros(2), np.zeros(1, np.int32), None])
def test_what_are_no_actions_is_refused(actions: Any) -> None:
    batch = Batch("tictactoe", 2)
    for use in (batch.step, batch.random_actions):
        with pytest.raises(OptionError, match=r"such as np\.zeros\(2, np\.int32\)"):
            use(actions)
