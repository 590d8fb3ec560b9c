"""The strategy for all large boards of five in a row: it wins on each, wherever the loser plays."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from kinrow.rules import Cell, Position, Rules, Sign, game
from kinrow.strategies import LargerFollower, Strategy, player_of, read_strategy
from kinrow.strategies.shelf import strategy_files

BOARDS = ("21,21,5", "21,22,5", "22,22,5")


def strategy_of(rules: Rules) -> Strategy:
    strategies = map(read_strategy, strategy_files(rules))
    return next(each for each in strategies if each.larger)


@pytest.fixture(scope="module")
def follower() -> Iterator[LargerFollower]:
    follower = player_of(strategy_of(game(BOARDS[0])))
    assert isinstance(follower, LargerFollower)
    with follower:
        yield follower


def opened(follower: LargerFollower, spec: str) -> Position:
    """After the first move."""
    start = game(spec).start()
    found = follower.win(start)
    assert found is not None
    assert found.move is not None
    assert not found.by_search
    return start.play(found.move)


@pytest.mark.parametrize("spec", BOARDS)
def test_it_is_for_all_boards(follower: LargerFollower, spec: str) -> None:
    assert strategy_of(game(spec)).spec == follower.strategy.spec
    after = opened(follower, spec)
    rules = after.rules
    (first,) = (divmod(at, rules.cols) for at, sign in enumerate(after.cells) if sign == "X")
    assert abs(2 * first[0] + 1 - rules.rows) <= 1
    assert abs(2 * first[1] + 1 - rules.cols) <= 1


def test_every_second_stone_is_met(follower: LargerFollower) -> None:
    after = opened(follower, "22,22,5")
    for reply in after.legal_moves[::3]:
        found = follower.win(after.play(reply))
        assert found is not None, reply
        assert found.move is not None
        # What it leaves is lost, for the other side.
        left = follower.win(after.play(reply).play(found.move))
        assert left is not None
        assert left.move is None


def won(follower: LargerFollower, position: Position, random: Random) -> Position:
    """The last position of a game in which the winner follows the strategy."""
    while not position.finished:
        found = follower.win(position)
        assert found is not None, position
        move = found.move
        position = position.play(reply(position, random) if move is None else move)
        if not position.finished and position.to_move is not Sign.X:
            position = position.play(reply(position, random))
    return position


def reply(position: Position, random: Random) -> Cell:
    """A stone near another one of the loser's, near any stone, or anywhere."""
    cols = position.rules.cols
    signs = random.choice(["O", "XO", "XO"])
    reach = random.choice([1, 2, 4, 22])
    stones = [divmod(at, cols) for at, sign in enumerate(position.cells) if sign in signs]
    near = [
        move
        for move in position.legal_moves
        if any(max(abs(move.row - row), abs(move.col - col)) <= reach for row, col in stones)
    ]
    return random.choice(near or position.legal_moves)


@pytest.mark.parametrize("spec", BOARDS)
def test_it_wins_whatever_the_loser_plays(follower: LargerFollower, spec: str) -> None:
    random = Random(spec)
    for _ in range(12):
        end = won(follower, opened(follower, spec), random)
        assert end.winner is Sign.X


@pytest.mark.parametrize(
    "moves", ["l12 q18 x q19", "l12 h18 x j18", "l12 t20 x s20 x u20", "l12 a1 x b2 x c3 x e5"]
)
def test_far_stones_in_a_row_are_met(follower: LargerFollower, moves: str) -> None:
    position = game("22,22,5").start()
    for word in moves.split():
        if word == "x":
            found = follower.win(position)
            assert found is not None, position
            assert found.move is not None
            position = position.play(found.move)
        else:
            position = position.play(word)
    assert won(follower, position, Random(1)).winner is Sign.X
