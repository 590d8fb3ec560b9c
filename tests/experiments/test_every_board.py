"""The script for five in a row on all large boards: what is near, the book, and the joined tree."""

from __future__ import annotations

import doctest
from functools import partial
from pathlib import Path

import pytest
from docs.experiments import certificates, every_board, far_stones
from docs.experiments.every_board import Trees, Window, book_for, join, settle
from docs.experiments.far_stones import MIDDLE, Kept, kept_off, near, reached
from tests.proofs.judges import judge

from kinrow.proofs import Proof
from kinrow.strategies.far_stones import Place, is_far

PLUS = (MIDDLE, (0, -1), (0, 1), (-1, 0), (1, 0))  # wins whatever the second player does


def test_its_examples() -> None:
    assert doctest.testmod(every_board).failed == 0
    assert doctest.testmod(certificates).failed == 0
    assert doctest.testmod(far_stones).failed == 0


def test_what_is_near_to_one_zone_may_be_far_from_another() -> None:
    one = {MIDDLE, (0, 5), (0, -5), (5, 0), (-5, 0)}
    two = {MIDDLE, (5, 5), (5, -5), (-5, 5), (-5, -5)}
    both: list[Kept] = [(one, [MIDDLE], []), (two, [MIDDLE], [])]
    assert near(both) < near(both[:1])
    assert near(both) == near(both[:1]) & near(both[1:])


@pytest.mark.parametrize("place", [(0, 6), (4, 6), (5, 6), (6, 6), (3, 8), (0, 9)])
@pytest.mark.parametrize("stones", [[MIDDLE], [MIDDLE, (0, -1)], [MIDDLE, (0, 1)], [(4, 5)]])
def test_a_stone_is_far_from_a_zone_without_its_rows(place: Place, stones: list[Place]) -> None:
    span, kept = range(-20, 21), kept_off(place, stones)
    zone = {(row, col) for row in span for col in span} - kept - {*stones}
    assert is_far(place, zone, stones)
    assert place not in reached(zone, stones)
    assert all(place in reached(zone | {cell}, stones) for cell in kept)


@pytest.mark.parametrize("place", [(0, 6), (6, 6), (0, 7), (3, 8), (0, 9), (2, 7)])
@pytest.mark.parametrize("stones", [[MIDDLE], [MIDDLE, (0, -1)], [(6, 5)]])
def test_in_exact_games_it_is_far_from_what_keeps_off_it(place: Place, stones: list[Place]) -> None:
    span, kept = range(-15, 16), kept_off(place, stones)
    zone = {(row, col) for row in span for col in span} - kept - {*stones}
    assert is_far(place, zone, stones, exact=True, reserved=kept)
    assert not is_far(place, zone, stones, exact=True)
    assert place not in reached(zone, stones, kept, exact=True)


def test_the_book_begins_with_the_first_stone() -> None:
    games = [line.split() for line in book_for(21).splitlines()]
    assert len(games) > 10_000
    assert {words[0].rstrip("?") for words in games} == {"k11"}


def test_a_tree_that_is_not_found_has_no_file(tmp_path: Path) -> None:
    trees = Trees(Window(19), tmp_path, 2**28, 0.01)
    assert not trees.against((0, 1))
    assert not trees.after_pass("8-8", partial(kept_off, (8, 8)))
    assert not [*tmp_path.glob("*.proof")]


def test_a_zone_keeps_off_cells(tmp_path: Path) -> None:
    """With a row that is avoided X makes his four in the column."""
    trees, row = Trees(Window(15), tmp_path, 2**28, 20, PLUS), {(0, n) for n in range(-7, 8)}
    assert trees.after_pass("column", lambda stones: row - {*stones})
    (zone,) = trees.zones()
    assert zone and not zone & row


def test_trees_are_joined(tmp_path: Path) -> None:
    """With stones that soon win; both checkers take the file, and no tree may be missing."""
    trees = Trees(Window(15), tmp_path, 2**28, 20, PLUS)
    assert settle(trees)
    found = join(trees, tmp_path / "joined.proof")
    assert isinstance(found, Proof) and found.claims == ("X wins",)
    assert judge((tmp_path / "joined.proof").read_bytes()) is not None
    trees.second((1, 1)).unlink()
    with pytest.raises(FileNotFoundError):
        join(trees, tmp_path / "joined.proof")
