"""Second stones that are left out, one direction at a time."""

from __future__ import annotations

import doctest
from collections.abc import Sequence
from pathlib import Path

import pytest
from docs.experiments import by_direction
from docs.experiments.by_direction import Task, thirds
from docs.experiments.every_board import Trees, Window
from docs.experiments.left_out import LeftOut
from tests.proofs.judges import judge


def test_its_examples() -> None:
    assert doctest.testmod(by_direction).failed == 0


def test_in_exact_games_the_trees_reserve_cells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is a win in each direction, and both checkers take its certificate."""
    task = Task(Trees(Window(21, exact=True), tmp_path, 1 << 28, 60), (9, 9), 60, 60)
    asked = list[list[str]]()

    def noted(left_out: LeftOut, path: Path, seconds: float) -> bool:
        asked.append([way for quiet in left_out.quiet for way in quiet])
        for quiet in left_out.quiet:
            header = judge(left_out.idle(quiet).read_bytes())
            assert header is not None and header.reserved
        return True

    monkeypatch.setattr(by_direction, "find", noted)
    assert task.is_won()
    assert [sorted(ways) for ways in asked] == [["antidiagonal", "column", "diagonal", "row"]]


@pytest.mark.parametrize(
    ("found", "is_won"),
    [
        (["row", "column", "diagonal", "antidiagonal"], True),
        (["row", "column", "diagonal"], True),
        (["row", "column"], False),
    ],
)
def test_one_direction_may_be_missing(
    found: Sequence[str], is_won: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What has failed is searched first, and the others only if it does not fail again."""
    tried = list[str]()

    def searched(task: LeftOut, _: float) -> bool:
        (way,) = task.quiet[0]
        tried.append(way)
        return way in found

    monkeypatch.setattr(LeftOut, "wins_after_passes", searched)
    monkeypatch.setattr(by_direction, "find", lambda task, *_: len(task.quiet) == len(found))
    task = Task(Trees(Window(21), tmp_path, 1 << 20, 1), (0, 6), 1, 1)
    assert task.is_won() is is_won
    if not is_won:
        assert tried[4:] == ["diagonal", "antidiagonal"] * (len(thirds((0, 6))) - 1)
