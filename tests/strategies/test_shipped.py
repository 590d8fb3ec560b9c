"""The strategies that come with kinrow: they win, from the first stone on."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from kinrow.rules import Position, game
from kinrow.strategies import Follower, read_strategy
from kinrow.strategies.shelf import file_name, strategy_file

GOMOKU = game("gomoku")


@pytest.fixture(scope="module")
def gomoku() -> Iterator[Follower]:
    path = strategy_file(GOMOKU)
    assert path is not None
    assert path.name == file_name(GOMOKU)
    with Follower(read_strategy(path)) as follower:
        yield follower


def test_the_centre_wins(gomoku: Follower) -> None:
    found = gomoku.win(GOMOKU.start())
    assert found is not None
    assert str(found.move) == "h8"


def test_every_second_stone_is_answered_from_the_file(gomoku: Follower) -> None:
    after = GOMOKU.start().play("h8")
    for reply in after.legal_moves:
        found = gomoku.win(after.play(reply))
        assert found is not None
        assert not found.by_search


def reply(position: Position, random: Random) -> Position:
    """A stone next to another one, mostly."""
    cols = position.rules.cols
    stones = [divmod(at, cols) for at, sign in enumerate(position.cells) if sign != "."]
    near = [
        move
        for move in position.legal_moves
        if any(max(abs(move.row - row), abs(move.col - col)) == 1 for row, col in stones)
    ]
    return position.play(random.choice(near if random.random() < 0.9 else position.legal_moves))


def test_it_wins_against_replies_near_its_stones(gomoku: Follower) -> None:
    random = Random(7)
    for _ in range(30):
        position = GOMOKU.start()
        while not position.finished:
            found = gomoku.win(position)
            assert found is not None, position
            assert found.move is not None
            position = position.play(found.move)
            if not position.finished:
                position = reply(position, random)
        assert position.to_move is gomoku.strategy.winner.other
        assert position.empties > GOMOKU.size - 60, "the last stone was the winner's fifth"
