"""The script for five in a row on all large boards: where stones and books come to lie."""

from __future__ import annotations

import doctest
from itertools import product
from pathlib import Path

import pytest
from docs.experiments import second_stones
from docs.experiments.second_stones import REACH, book_for, first_stone, settle
from tests.proofs.judges import judge

from kinrow.rules import Cell


def test_its_examples() -> None:
    assert doctest.testmod(second_stones).failed == 0


@pytest.mark.parametrize("window", [21, 22])
def test_all_cells_near_the_second_stone_are_in_the_window(window: int) -> None:
    for rows, cols in product(range(9), repeat=2):
        first = first_stone(window, (rows, cols))
        assert max(first.row + rows, first.col + cols) + REACH < window
        assert min(first) >= window // 2 - 2  # and as much room on the other sides


def test_the_book_begins_with_the_first_stone() -> None:
    games = [line.split() for line in book_for(21, Cell(8, 10), []).splitlines()]
    assert len(games) > 10_000
    assert {words[0].rstrip("?") for words in games} == {"k9"}


def test_a_stone_that_is_not_settled_has_no_file(tmp_path: Path) -> None:
    assert settle((0, 1), 21, 0.01, tmp_path).startswith("not settled")
    assert not (tmp_path / "21-0-1.proof").exists()


@pytest.mark.expensive
def test_a_stone_that_is_settled(tmp_path: Path) -> None:
    """The easiest: half a minute."""
    assert settle((0, 3), 21, 600, tmp_path).startswith("721,271 positions")
    assert judge((tmp_path / "21-0-3.proof").read_bytes()) is not None
