"""Lines and symmetries of boards of every shape."""

from __future__ import annotations

import pytest

from kinrow.rules import Rules, game, geometry, lines, lines_through, symmetries
from kinrow.rules.geometry import guarded_lines, rays


@pytest.mark.parametrize("rows", range(1, 21, 3))
@pytest.mark.parametrize("cols", range(1, 21, 4))
@pytest.mark.parametrize("k", [2, 3, 5, 20])
def test_the_number_of_lines(rows: int, cols: int, k: int) -> None:
    across, down = max(cols - k + 1, 0), max(rows - k + 1, 0)
    every = lines(Rules(rows=rows, cols=cols, k=k))
    assert len(every) == rows * across + cols * down + 2 * across * down
    assert len({frozenset(line) for line in every}) == len(every)
    assert all(len(set(line)) == k for line in every)


def test_a_single_cell_is_one_line() -> None:
    assert lines(game("2,3,1")) == tuple((cell,) for cell in range(6))


def test_no_lines_where_k_is_larger_than_the_board() -> None:
    assert lines(game("3,4,5")) == ()
    assert lines_through(game("3,4,5")) == ((),) * 12


def test_the_twelve_lines_of_jing4() -> None:
    every = lines(game("jing4"))
    assert len(every) == 12
    assert (0, 6, 12, 18, 24) in every
    assert (4, 8, 12, 16, 20) in every


@pytest.mark.parametrize("spec", ["tictactoe", "4,7,3", "20,20,5", "1,20,4", "3,3,1"])
def test_lines_through_a_cell_are_the_lines_that_hold_it(spec: str) -> None:
    rules = game(spec)
    for cell, through in enumerate(lines_through(rules)):
        assert set(through) == {line for line in lines(rules) if cell in line}


def test_guards_stand_beside_the_ends() -> None:
    rules = game("3,4,2:exact")
    guards = dict(guarded_lines(rules))
    assert guards[0, 1] == (2,)
    assert guards[1, 2] == (0, 3)
    assert guards[0, 5] == (10,)
    assert guards[5, 8] == (2,)  # rising diagonal: c1 b2 a3
    assert {beside for _, beside in guarded_lines(game("3,4,2"))} == {()}


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 5), (4, 1), (3, 3), (2, 7), (20, 20)])
def test_rays_cover_each_cell_in_four_directions(rows: int, cols: int) -> None:
    every = rays(rows, cols)
    assert len(every) == rows + cols + 2 * (rows + cols - 1)
    assert sum(map(len, every)) == 4 * rows * cols


@pytest.mark.parametrize(
    ("rows", "cols", "number"),
    [(1, 1, 1), (1, 2, 2), (20, 1, 2), (2, 2, 8), (2, 3, 4), (20, 20, 8)],
)
def test_symmetries_form_a_group(rows: int, cols: int, number: int) -> None:
    group = symmetries(rows, cols)
    assert group[0] == tuple(range(rows * cols))
    assert len(set(group)) == len(group) == number
    for one in group:
        for two in group:
            assert tuple(one[two[cell]] for cell in range(rows * cols)) in group


def test_the_lines_of_so_many_games_are_kept_and_no_more() -> None:
    for rows in range(1, 21):
        for cols in range(1, 21):
            lines_through(Rules(rows=rows, cols=cols, k=19))
    for kept in (geometry._guarded_lines, geometry._lines, geometry._lines_through):
        assert kept.cache_info().currsize == geometry.GAMES < 400
