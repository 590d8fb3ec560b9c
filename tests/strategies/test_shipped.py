"""The strategies that come with kinrow: they win, from the first stone on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from kinrow.proofs import check
from kinrow.rules import Cell, Outcome, Position, Sign, game
from kinrow.strategies import Follower, check_strategy, read_strategy
from kinrow.strategies.shelf import SHIPPED, file_name, strategy_files


@pytest.fixture(scope="module", params=["gomoku", "gomoku-standard", "13,13,5", "19,19,5"])
def five(request: pytest.FixtureRequest) -> Iterator[Follower]:
    rules = game(request.param)
    path = next(strategy_files(rules), None)
    assert path is not None
    assert path.name == file_name(str(rules))
    with Follower(read_strategy(path)) as follower:
        yield follower


def test_the_centre_wins(five: Follower) -> None:
    found = five.win(five.strategy.start)
    assert found is not None
    rules = five.strategy.start.rules
    assert found.move == Cell(rules.rows // 2, rules.cols // 2)


def test_every_second_stone_is_answered_from_the_file(five: Follower) -> None:
    start = five.strategy.start
    after = start.play(Cell(start.rules.rows // 2, start.rules.cols // 2))
    for reply in after.legal_moves:
        found = five.win(after.play(reply))
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


def won(follower: Follower, random: Random) -> Position:
    """The last position of a game in which the winner follows the strategy."""
    position = follower.strategy.start
    while not position.finished:
        found = follower.win(position)
        assert found is not None, position
        assert found.move is not None
        position = position.play(found.move)
        if not position.finished:
            position = reply(position, random)
    return position


def test_it_wins_against_replies_near_its_stones(five: Follower) -> None:
    random = Random(7)
    for _ in range(30):
        last = won(five, random)
        assert last.to_move is five.strategy.winner.other
        assert last.plies < 60, "the last stone was the winner's fifth"


@pytest.mark.parametrize("rows", range(9, 30))
def test_four_in_a_row_is_won_on_every_strip_of_four_columns(rows: int) -> None:
    rules = game(f"{rows},4,4")
    path = next(strategy_files(rules), None)
    assert path is not None
    random = Random(rows)
    with Follower(read_strategy(path), "16MiB") as follower:
        assert follower.strategy.start == rules.start()
        for _ in range(3):
            last = won(follower, random)
            assert (last.outcome, last.to_move) == (Outcome.LOSS, Sign.O)


def test_each_names_the_certificate_that_comes_with_the_sources() -> None:
    proofs = Path(__file__).parents[2] / "examples" / "proofs"
    for rows in range(9, 30):
        strategy = read_strategy(SHIPPED / f"{rows}-4-4.strategy")
        assert strategy.proof == check(proofs / f"{rows}-4-4.proof").sha256


@pytest.mark.parametrize("rows", range(9, 16))
def test_every_entry_of_a_short_strip_is_proved_by_search(rows: int) -> None:
    strategy = read_strategy(SHIPPED / f"{rows}-4-4.strategy")
    verdict = check_strategy(strategy, "16MiB", threads=1)
    assert verdict.failed is None and verdict.holds
