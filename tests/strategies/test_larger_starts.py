"""Strategies for a class of boards whose first position has stones, or is won in one leaf."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from kinrow.__main__ import main
from kinrow.proofs import prove
from kinrow.proofs.boards import SIDES, class_of
from kinrow.rules import Position, Sign, game
from kinrow.strategies import (
    LargerFollower,
    Strategy,
    check_strategy,
    make_strategy,
    read_strategy,
)
from kinrow.strategies.openings import Openings

PROOFS = Path(__file__).resolve().parents[2] / "examples" / "proofs"


def made(spec: str, cells: str, folder: Path) -> Strategy:
    """The strategy for a class of boards, from a position."""
    smallest, larger = class_of(spec)
    path = folder / "a.proof"
    prove(game(smallest).parse(cells), path, larger=larger, threads=1)
    strategy = make_strategy(path)
    assert isinstance(strategy, Strategy)
    return strategy


def won(follower: LargerFollower, position: Position, random: Random) -> Sign | None:
    """Who wins a game in which the strategy's side follows it."""
    while not position.finished:
        found = follower.win(position)
        assert found is not None, position
        position = position.play(found.move or random.choice(position.legal_moves))
    return position.winner


STARTS = {
    ("7+,5,4", "5/5/5/..X../5/5/5"): {"7,5,4": ["c4"], "12,5,4": ["c4", "c7", "c9"]},
    ("10+,7+,4", "7/7/7/7/7/...X.../7/7/7/7"): {"10,7,4": ["d5", "d6"], "20,18,4": ["d6", "m9"]},
    ("3+,1+,2:exact", "./X/."): {"3,1,2:exact": ["a2"], "5,6,2:exact": ["b2", "c4"]},
}


@pytest.mark.parametrize(("spec", "cells"), STARTS)
def test_the_window_lies_where_the_stones_of_the_first_position_are(
    tmp_path: Path, spec: str, cells: str
) -> None:
    strategy = made(spec, cells, tmp_path)
    assert check_strategy(strategy, "16MiB", threads=1).holds
    with LargerFollower(strategy, "16MiB") as follower:
        for board, stones in STARTS[spec, cells].items():
            for seed, stone in enumerate(stones):
                start = game(board).start().play(stone)
                assert won(follower, start, Random(seed)) is strategy.winner


def test_the_window_lies_by_the_stones_of_the_loser_if_the_winner_has_none() -> None:
    start = game("5,5,3").parse("X..../5/5/5/5")
    openings = Openings(Strategy(start, Sign.O, 1, "", b"", SIDES))
    assert openings.corners([(0, 0)], [(6, 5)]) == {(6, 5), (2, 5), (6, 1), (2, 1)}
    assert not openings.corners([(6, 5)], [])


def test_a_position_without_these_stones_is_not_known(tmp_path: Path) -> None:
    """Neither where the window does not fit, nor on the empty board."""
    with LargerFollower(made("7+,5,4", "5/5/5/..X../5/5/5", tmp_path), "16MiB") as follower:
        start = game("9,5,4").start()
        assert follower.win(start) is None
        for stone in ("c1", "c9", "a5"):
            assert follower.win(start.play(stone)) is None


@pytest.mark.parametrize(("name", "board"), [("3+-1+-2", "16,2,2"), ("1+-1+-1", "3,3,1")])
def test_the_first_move_is_kept_where_the_certificate_does_not_say_it(
    name: str, board: str
) -> None:
    strategy = make_strategy(PROOFS / f"{name}.proof")
    assert isinstance(strategy, Strategy)
    *_, last = strategy.entries()
    assert (last.own, last.other) == (0, 0)
    assert check_strategy(strategy, "16MiB", threads=1).holds
    with LargerFollower(strategy, "16MiB") as follower:
        for seed in range(5):
            assert won(follower, game(board).start(), Random(seed)) is Sign.X


def test_the_commands_show_the_class(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    proof, out = str(tmp_path / "a.proof"), str(tmp_path / "a.strategy")
    assert main(["prove", "3+,1+,2:exact", "--position", "./X/.", "-o", proof]) == 0
    capsys.readouterr()
    for words in (
        ["make", proof, "-o", out],
        ["show", out],
        ["check", out],
    ):
        assert main(["strategy", *words]) == 0
        assert capsys.readouterr().out.startswith("(3+,1+,2) exact ./X/.: X wins")
    assert read_strategy(out).spec == "3+,1+,2:exact"
