"""Tables in the user's folders: which are found, and what is left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from kinrow.rules import game
from kinrow.runtime.left_out import LeftOut
from kinrow.tables import table_files, tabulate


def test_files_that_are_no_tables_are_named_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = game("tictactoe")
    tabulate(rules, tmp_path / "b.table").close()
    (tmp_path / "a.table").write_bytes(b"")
    (tmp_path / "c.table").write_bytes(b"kinrow table 1\n{}")
    monkeypatch.setenv("KINROW_TABLES", str(tmp_path))
    with pytest.warns(LeftOut) as told:
        found = table_files(rules)
    assert found == [tmp_path / "b.table"]
    assert table_files("4,4,3") == []  # without a second warning
    assert [str(each.message) for each in told] == [
        f"left out: {tmp_path / 'a.table'}: not a kinrow table",
        f"left out: {tmp_path / 'c.table'}: the header of this table cannot be read",
    ]
