"""Wins after a pass, answer by answer: what is found keeps off the cells, and is a certificate."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest
from docs.experiments import after_pass
from docs.experiments.after_pass import PassTree, distance, find
from docs.experiments.every_board import Trees, Window
from docs.experiments.far_stones import MIDDLE
from docs.experiments.first_moves import Question, Search
from docs.experiments.third_stones import Answer
from tests.proofs.judges import judge

from kinrow.proofs.boards import SIDES
from kinrow.rules import Cell, Sign

CORNER = (MIDDLE, (0, 1), (1, 0))  # wins soon after a pass


def trees_in(folder: Path) -> Trees:
    return Trees(Window(17), folder, 2**28, 20, CORNER)


def test_examples() -> None:
    assert doctest.testmod(after_pass).failed == 0


def test_a_win_keeps_off_the_rows_of_the_stone(tmp_path: Path) -> None:
    trees = trees_in(tmp_path)
    assert find(trees, (6, 6), 60)
    (zone,) = trees.zones()
    assert zone and (6, 6) not in trees.near()
    assert judge(trees.certificate("pass", "6-6").read_bytes()) is not None


def test_what_was_costly_is_noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("docs.experiments.first_moves.WORTH", 1)
    trees = trees_in(tmp_path)
    assert find(trees, (6, 6), 60)
    middle = str(trees.window.cell(MIDDLE))
    lines = (tmp_path / "pass.book").read_text().splitlines()
    assert lines and all(line.startswith(f"{middle} pass") for line in lines)


def test_a_win_is_found_stone_by_stone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If searches of single answers find nothing, their stones are looked at."""
    monkeypatch.setattr(Answer, "ask", lambda answer, seconds: answer.moves[-1] is None)
    assert find(trees_in(tmp_path), (6, 6), 120, [(-1, 0)])


def test_nothing_is_kept_when_the_time_is_up(tmp_path: Path) -> None:
    assert not find(Trees(Window(15), tmp_path, 2**26, 20, (MIDDLE,)), (6, 6), 0)
    assert not [*tmp_path.iterdir()]


def test_stones_on_the_cells_are_not_named(tmp_path: Path) -> None:
    trees = trees_in(tmp_path)
    window = trees.window
    search = Search(Question(window.rules, window.cell(MIDDLE), None, SIDES), 2**24, None)
    start = trees.position(CORNER, [(0, -1)], Sign.X)
    every = PassTree(start, search, []).stones(start)
    assert every[0] not in PassTree(start, search, every[:1]).stones(start)


def test_answers_close_by_come_first(tmp_path: Path) -> None:
    trees = trees_in(tmp_path)
    start = trees.position(CORNER, [], Sign.O)
    far, close = Cell.of("a1"), trees.window.cell((0, 2))
    assert (distance(start, far), distance(start, close)) == (8, 1)
