"""Boards looked up in a table of another form of their game: turned, or begun by the other side."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.tables.brute import reached

from kinrow.envs.batch import SKIP
from kinrow.knowledge.lookup import FormLookup, Lookup, SpreadLookup, Truths, lookup, table_for
from kinrow.rules import Position, Rules, game
from kinrow.runtime.conversion import SIGNS, index_of
from kinrow.tables import tabulate
from kinrow.tables.tabulating import tabulate_in_memory

FORMS = [
    ("2,4,2", "4,2,2"),
    ("3,3,3", "3,3,3:begins=O"),
    ("2,4,3,2,1", "4,2,3,2,1:begins=O"),
    ("1,6,3:exact", "6,1,3:exact,begins=O"),
]


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of tables that is looked in."""
    monkeypatch.setenv("KINROW_TABLES", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


def looked_up(look: Lookup, positions: list[Position]) -> tuple[Truths, list[NDArray[Any]]]:
    """The truths, for X, and what each action gives away."""
    rules, n = positions[0].rules, len(positions)
    stones, legal = np.zeros((n, 2, rules.size), np.uint8), np.zeros((n, rules.size), np.bool_)
    for row, position in enumerate(positions):
        for plane, sign in enumerate((position.to_move, position.to_move.other)):
            stones[row, plane] = [cell == sign for cell in position.cells]
        legal[row, [index_of(rules, move) for move in position.legal_moves]] = True
    to_move = np.array([SIGNS.index(position.to_move) for position in positions], np.int8)
    left = np.array([position.left for position in positions], np.int16)
    truths = look.look_up(stones, to_move, left, legal, np.zeros(n, np.int8))
    actions = (*range(rules.size), SKIP, -1, rules.size)
    given = [look.regrets(np.full(n, action, np.int32)) for action in actions]
    return truths, [array for both in given for array in both]


def both_say_the_same(rules: Rules, look: Lookup) -> None:
    """What is looked up in the other form is what the game's own table says."""
    positions = [*reached(rules).values()]
    due = looked_up(SpreadLookup(tabulate_in_memory(rules)), positions)
    found = looked_up(look, positions)
    for one, other in zip([*due[0], *due[1]], [*found[0], *found[1]], strict=True):
        assert np.array_equal(one, other)


@pytest.mark.parametrize(("spec", "form"), [*FORMS, *(pair[::-1] for pair in FORMS)])
def test_boards_are_looked_up_in_a_table_of_another_form(spec: str, form: str, shelf: Path) -> None:
    tabulate(form, shelf / "a.table").close()
    look = lookup(game(spec))
    assert isinstance(look, FormLookup)
    both_say_the_same(game(spec), look)


def test_a_table_of_the_game_itself_comes_first(shelf: Path) -> None:
    for name, spec in zip("abc", ("2,4,2:begins=O", "4,2,2", "2,4,2"), strict=True):
        tabulate(spec, shelf / f"{name}.table").close()
    table = table_for(game("2,4,2"))
    assert table is not None and str(table.rules) == "2,4,2"


@pytest.mark.parametrize("spec", ["9,2,2", "2,9,2:begins=O", "9,2,2:begins=O"])
def test_a_larger_board_s_too(spec: str, shelf: Path) -> None:
    tabulate("2,9,2", shelf / "a.table").close()
    look = lookup(game(spec))
    assert isinstance(look, FormLookup)
    start = game(spec).start()
    (value, _, optimal), _ = looked_up(look, [start])
    assert value.tolist() == [1 if start.to_move.value == "X" else -1]
    assert optimal.any()
