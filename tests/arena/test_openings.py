"""Openings: balanced ones, those of a file, and texts that name none."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from kinrow.arena import openings
from kinrow.rules import NotationError, game

TICTACTOE, GOMOKU = game("tictactoe"), game("gomoku")


def test_balanced_openings_are_not_decided() -> None:
    from kinrow.analysis import solve

    rules = game("4,4,4")
    for opening in islice(openings("balanced:5", rules, seed=1), 5):
        assert solve(rules.replay(opening), knowledge=False).outcome == 0


def test_balanced_openings_of_large_boards_stand_near_the_middle() -> None:
    found = list(islice(openings("balanced:4", GOMOKU, seed=1), 3))
    assert found == list(islice(openings("balanced:4", GOMOKU, seed=1), 3))
    assert len(set(found)) == 3
    assert all(abs(c.row - 7) <= 3 and abs(c.col - 7) <= 3 for line in found for c in line)


def test_openings_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    file.write_text("h8 i9 j7  # indirect\n\nh8 h9\n")
    found = list(islice(openings(str(file), GOMOKU), 3))
    assert [len(opening) for opening in found] == [3, 2, 3]
    for text, words in (
        ("h8 h8", "line 1"),
        (
            "h8 h99",
            "line 1: move 2: 'h99' is not a cell, .* letter a to o and a row number 1 to 15",
        ),
        ("", "contains no openings"),
    ):
        file.write_text(text)
        with pytest.raises(NotationError, match=words):
            openings(str(file), GOMOKU)


def test_a_file_of_openings_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    with file.open("wb") as written:
        written.truncate(2**24 + 1)
    with pytest.raises(NotationError, match=r"openings.txt: larger than 16 MiB"):
        openings(str(file), GOMOKU)


@pytest.mark.parametrize("spec", ["random:0", "random:9", "nothing", "random:x"])
def test_bad_openings_are_told(spec: str) -> None:
    with pytest.raises(NotationError, match="openings"):
        openings(spec, TICTACTOE)


def test_a_game_of_one_stone_is_counted_as_one() -> None:
    said = r"random:1.*: a game may be over after 1 stone; expected fewer$"
    with pytest.raises(NotationError, match=said) as error:
        openings("random:1", "1,1,1")
    assert error.value.worded("zh-Hans") == "openings 'random:1'：一局可能在 1 子后结束，应更少"
