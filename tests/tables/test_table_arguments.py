"""What the room of tables does with arguments that it cannot use."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kinrow import tables
from kinrow.rules import NotationError, OptionError
from kinrow.tables import Table, tabulate
from kinrow.tables.tabulating import tabulate_in_memory


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with tabulate("3,3,3", tmp_path_factory.mktemp("tables") / "a.table") as made:
        yield made


REFUSED: dict[str, tuple[Callable[[Table], object], str]] = {
    "progress": (
        lambda _: tabulate("3,3,3", "none.table", progress=5),  # type: ignore[arg-type]
        "progress 5: expected a function, or None",
    ),
    "cluster": (
        lambda _: tabulate("3,3,3", "none.table", cluster="local"),  # type: ignore[arg-type]
        "cluster 'local': expected an object, as in connect",
    ),
    "ply": (lambda table: table.layer(10), "ply 10: expected a whole number from 0 to 9"),
    "ply below": (lambda table: table.of_ply(-1), "ply -1: expected a whole number from 0"),
    "ply of classes": (
        lambda table: table.classes(None),  # type: ignore[arg-type]
        "ply None: expected a whole number from 0",
    ),
    "ply of a block": (
        lambda table: table.block([], 0),  # type: ignore[arg-type]
        r"ply \[\]: expected a whole number from 0",
    ),
    "block": (lambda table: table.block(9, -1), "number -1: expected a whole number from 0"),
    "block beyond": (lambda table: table.block(9, 1), "number 1: expected .* from 0 to 0"),
    "unfinished table": (
        lambda _: tables.part_of(5),  # type: ignore[arg-type]
        "5: expected a path, such as 'a.table'",
    ),
    "progress of a survey": (
        lambda table: tables.survey(table, progress=5),  # type: ignore[arg-type]
        "progress 5: expected a function, or None",
    ),
}


@pytest.mark.parametrize("call", REFUSED)
def test_what_no_table_can_use_is_refused_in_words(call: str, table: Table) -> None:
    refused, words = REFUSED[call]
    with pytest.raises(OptionError, match=words):
        refused(table)
    assert not Path("none.table").exists()


@pytest.mark.parametrize("nonsense", ["x", "", None, 5])
def test_what_is_no_position_is_none_of_a_table(nonsense: Any, table: Table) -> None:
    for ask in (table.has, table.has_moves, table.__contains__, table.__getitem__):
        with pytest.raises(
            NotationError, match=r"is not a position|^game (None|5): expected a name"
        ):
            ask(nonsense)


def test_a_word_that_is_no_position_is_told_in_both_languages(table: Table) -> None:
    words = (
        r"after which moves may follow with --after \(in Python position\('tictactoe', 'b2 a1'\)\)"
    )
    with pytest.raises(NotationError, match=words):
        table["b2"]


def test_a_table_has_the_positions_of_its_game() -> None:
    with tabulate_in_memory("1,3,3") as table:
        found = [text in table for text in ("X..", "1,3,3 XO.", "X.. X", "3,3,3 X../.../...")]
        assert found == [True, True, False, False]
        assert table.has("XO.") and table.has_moves("XO.")
        with pytest.raises(TypeError, match="not iterable"):
            list(table)  # type: ignore[call-overload]


def test_the_unfinished_table_of_a_path_is_next_to_it() -> None:
    assert tables.part_of("a.table") == Path("a.table.part")
