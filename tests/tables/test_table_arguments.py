"""What the room of tables does with arguments that it cannot use."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kinrow import tables
from kinrow.rules import OptionError
from kinrow.tables import Table, tabulate


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
