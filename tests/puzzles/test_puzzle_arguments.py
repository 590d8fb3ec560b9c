"""Puzzles and surveys with arguments that they cannot use."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from kinrow.puzzles import find_puzzles, table_of
from kinrow.rules import NotationError, OptionError
from kinrow.tables import Table, TableFileError, survey, tabulate


@pytest.fixture(scope="module")
def table() -> Iterator[Table]:
    with table_of("tictactoe") as found:
        yield found


REFUSED: dict[str, tuple[Callable[[Table], object], str]] = {
    "fewer than none": (lambda table: find_puzzles(table, -1), "most -1: expected a whole number"),
    "no number": (lambda table: find_puzzles(table, "x"), "most 'x': expected"),  # type: ignore[arg-type]
    "seed": (lambda table: find_puzzles(table, seed=-1), "seed -1: expected a whole number from 0"),
    "goals": (
        lambda table: find_puzzles(table, goals="win"),  # type: ignore[arg-type]
        "goal 'w': expected one of win, draw",
    ),
    "no goals": (
        lambda table: find_puzzles(table, goals=None),  # type: ignore[arg-type]
        r"goals None: expected a list, such as \['win'\]",
    ),
    "no grades": (
        lambda table: find_puzzles(table, grades=3),  # type: ignore[arg-type]
        r"grades 3: expected a list, such as \[1, 2\]",
    ),
    "grades": (lambda table: find_puzzles(table, grades=[9]), "grade 9: expected .* from 1 to 5"),
    "no table": (lambda _: find_puzzles("a.table"), "table 'a.table': expected a Table"),  # type: ignore[arg-type]
    "no table to survey": (lambda _: survey("a.table"), "table 'a.table': expected a Table"),  # type: ignore[arg-type]
    "threads of a survey": (lambda table: survey(table, threads=0), "threads 0: expected"),
}


@pytest.mark.parametrize("call", REFUSED)
def test_what_cannot_be_used_is_refused_in_words(call: str, table: Table) -> None:
    refused, words = REFUSED[call]
    with pytest.raises(OptionError, match=words):
        refused(table)


def test_a_seed_of_numpy_is_a_seed(table: Table) -> None:
    seed = np.int64(3)
    assert find_puzzles(table, 5, seed=seed) == find_puzzles(table, 5, seed=3)  # type: ignore[arg-type]


def test_an_opening_table_is_refused_and_stays_open(tmp_path: Path) -> None:
    with tabulate("4,4,4", tmp_path / "a.table", plies=1) as opening:
        with pytest.raises(TableFileError, match="is an opening table, expected one of the whole"):
            find_puzzles(opening)
        with pytest.raises(OptionError, match="threads 0: expected"):
            survey(opening, threads=0)
        assert opening["4,4,4"].outcome is not None


def test_a_table_may_be_given_by_the_path_of_its_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no such file"):
        table_of(tmp_path / "none")
    tabulate("3,3,3", tmp_path / "a").close()
    with table_of(tmp_path / "a") as found:
        assert found.path == tmp_path / "a"
    for nonsense in (None, 5):
        with pytest.raises(NotationError, match=f"game {nonsense}: expected a name"):
            table_of(nonsense)  # type: ignore[arg-type]
