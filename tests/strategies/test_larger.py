"""Strategies for a class of boards: made, checked, and followed on any board of the class."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from kinrow.knowledge.strategic import StrategySource
from kinrow.rules import Outcome, Position, RulesError, Sign, game
from kinrow.rules.transposed import turned
from kinrow.strategies import (
    LargerFollower,
    Strategy,
    StrategyError,
    check_strategy,
    make_strategy,
    read_strategy,
    shelf,
)
from kinrow.strategies.far_stones import WAYS, Place, most_in_line, tolerates
from kinrow.strategies.file import Entry, pack

PROOFS = Path(__file__).resolve().parents[2] / "examples" / "proofs"
BOARDS = {
    "4+,3+,3": ("4,3,3", "5,5,3", "9,4,3"),
    "10+,7+,4": ("10,7,4", "12,12,4", "22,9,4"),
    "13+,4,4": ("13,4,4", "22,4,4"),
    "13+,4,4:exact": ("14,4,4:exact", "22,4,4:exact"),
}
SMALL = {
    spec: PROOFS / f"{shelf.file_name(spec).removesuffix('.strategy')}.proof" for spec in BOARDS
}


@pytest.fixture(scope="module", params=BOARDS)
def made(request: pytest.FixtureRequest) -> Strategy:
    strategy = make_strategy(SMALL[request.param])
    assert isinstance(strategy, Strategy)
    assert strategy.spec == request.param
    return strategy


@pytest.fixture
def follower(made: Strategy) -> Iterator[LargerFollower]:
    with LargerFollower(made) as follower:
        yield follower


def won(follower: LargerFollower, position: Position, random: Random) -> Position:
    """The last position of a game in which the winner follows the strategy."""
    while not position.finished:
        found = follower.win(position)
        assert found is not None, position
        if found.move is None:
            position = position.play(random.choice(position.legal_moves))
        else:
            assert found.move in found.zone
            position = position.play(found.move)
    return position


def test_it_passes_its_check_and_is_read_back(made: Strategy, tmp_path: Path) -> None:
    assert check_strategy(made, threads=1).holds
    path = tmp_path / shelf.file_name(made.spec)
    made.write(path)
    assert read_strategy(path) == made


def test_it_wins_on_every_board_of_the_class(follower: LargerFollower, made: Strategy) -> None:
    for number, spec in enumerate(BOARDS[made.spec]):
        for seed in range(10):
            end = won(follower, game(spec).start(), Random(100 * number + seed))
            assert end.winner is Sign.X, end


def test_boards_of_no_class_are_refused(follower: LargerFollower) -> None:
    with pytest.raises(RulesError, match=r"expected one of the strategy's game, "):
        follower.win(game("3,3,3").start())


def test_the_window_lies_where_the_first_stone_is() -> None:
    strategy = make_strategy(SMALL["10+,7+,4"])
    assert isinstance(strategy, Strategy)
    with LargerFollower(strategy) as follower:
        start = game("20,20,4").start()
        for first in ("d6", "q12", "e15"):
            after = start.play(first).play("a1")
            end = won(follower, after, Random(1))
            assert end.winner is Sign.X
        assert follower.win(start.play("a20").play("t1")) is None  # the window does not fit


def test_a_line_is_completed_whatever_lies_beyond_the_window() -> None:
    strategy = make_strategy(SMALL["4+,3+,3"])
    assert isinstance(strategy, Strategy)
    with LargerFollower(strategy) as follower:
        found = follower.win(game("7,4,3").parse("..../..../.X../.X../..../..../..OO"))
    assert found is not None
    assert str(found.move) in ("b2", "b5")


def test_a_false_entry_fails_the_check(made: Strategy) -> None:
    *rest, start = made.entries()
    corner = replace(start, move=0, zone=start.zone | 1)
    false = replace(made, packed=pack(made.rules.size, [*rest, corner]))
    verdict = check_strategy(false, threads=1)
    assert not verdict.holds
    assert verdict.failed == corner


def test_a_file_with_sides_that_make_no_class_is_refused(made: Strategy, tmp_path: Path) -> None:
    path = tmp_path / "a.strategy"
    made.write(path)
    magic, header, packed = path.read_bytes()[:-32].split(b"\n", 2)
    changed = json.dumps(json.loads(header) | {"larger": ["cols", "rows"]}).encode()
    body = b"\n".join([magic, changed, packed])
    path.write_bytes(body + hashlib.sha256(body).digest())
    with pytest.raises(StrategyError, match=r"a\.strategy.*larger"):
        read_strategy(path)


def test_it_is_known_on_all_boards(
    made: Strategy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made.write(tmp_path / shelf.file_name(made.spec))
    monkeypatch.setattr(shelf, "folders", lambda: iter([tmp_path]))
    source = StrategySource()
    position = game(BOARDS[made.spec][-1]).start()
    for asked in (position, turned(position)):
        found = source.known(asked, "outcome")
        if asked.empties > 30:
            assert found is not None
            assert found.solution.outcome is Outcome.WIN
            assert found.solution.how == "proved"
            assert found.solution.source is not None
            assert found.solution.source.game == made.spec


def test_a_turned_strategy_is_for_the_turned_boards() -> None:
    strategy = Strategy(game("13,4,4").start(), Sign.X, 1, "", b"", ("rows",)).turned()
    assert strategy.spec == "4,13+,4"
    assert strategy.suits(game("4,20,4"))


def crowd(extra: list[Place], stones: list[Place]) -> int:
    """The most of these stones in five cells in a row without the winner's, the long way round."""
    span = range(-5, 15)
    lines = [
        {(row + n * down, col + n * right) for n in range(5)}
        for row in span
        for col in span
        for down, right in WAYS.values()
    ]
    return max(len(line & {*extra}) for line in lines if not line & {*stones})


@pytest.mark.parametrize("seed", range(30))
def test_the_stones_of_a_line_are_counted(seed: int) -> None:
    random = Random(seed)
    cells = [(row, col) for row in range(8) for col in range(8)]
    stones = random.sample(cells, 8)
    extra, own = stones[:4], stones[4:]
    assert most_in_line(extra, 5, own) == crowd(extra, own)


def test_what_is_tolerated() -> None:
    zone = {(0, 0), (0, 1), (1, 0)}
    assert not tolerates([(0, 0)], zone, 3, [], [])  # in the zone
    assert tolerates([(9, 9), (2, 9)], zone, 1, [], [])  # in no line with one another
    assert not tolerates([(9, 9), (9, 8), (9, 7)], zone, 1, [], [])
    # Two in a row, of which one is a pass: the row must be quiet, and other rows need not be.
    assert tolerates([(5, 5), (5, 6)], {(4, 5)}, 1, [], [])
    assert not tolerates([(5, 5), (5, 6)], {(5, 3), (5, 8)}, 1, [], [])
    assert not tolerates([(5, 5), (5, 6)], {(4, 5)}, 0, [], [])
    # A stone of the winner's closes the row, and one that the win knows of counts as its zone.
    assert tolerates([(0, 4)], {(0, 1)}, 0, [(0, 2)], [])
    assert not tolerates([(0, 9)], {(9, 0)}, 0, [], [(0, 7)])


@pytest.fixture
def near_and_far() -> Iterator[LargerFollower]:
    """It claims a win after the first stone, with a zone of seven rows and columns."""
    window, middle = game("11,11,5"), 60
    around = sum(0b1111111 << 11 * row + 2 for row in range(2, 9)) ^ 1 << middle
    near = Entry(1 << middle, 0, around, middle + 1, 0)
    packed = pack(121, [near, Entry(0, 0, 1 << middle, middle, 0)])
    strategy = Strategy(window.start(), Sign.X, 1, "", packed, ("rows", "cols"))
    with LargerFollower(strategy, "8MiB") as follower:
        yield follower


def test_a_win_whose_zone_keeps_off_a_far_stone(near_and_far: LargerFollower) -> None:
    after = game("22,22,5").start().play("l12")
    beside = near_and_far.win(after.play("m12"))
    assert beside is None or beside.by_search
    found = near_and_far.win(after.play("b2"))
    assert found is not None
    assert not found.by_search


def test_what_follows_an_entry_is_lost_for_the_loser(near_and_far: LargerFollower) -> None:
    position = game("22,22,5").start().play("l12").play("b2")
    found = near_and_far.win(position)
    assert found is not None
    assert found.move is not None
    after = near_and_far.win(position.play(found.move))
    assert after is not None
    assert after.move is None
    assert not after.by_search
    assert near_and_far.win(position.play("a1")) is None
