"""Tables whose digests are right but whose directory or records cannot be."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kinrow import Table, tabulate
from kinrow.tables import TableFileError, survey
from kinrow.tables.records import DIRECTORY, END, TRAILER, pack, read_header, read_record

Change = Callable[[dict[str, Any]], object]
CHANGES: dict[str, Change] = {
    "no list": lambda directory: directory.update(plies=7),
    "one ply less": lambda directory: directory["plies"].pop(),
    "a ply twice": lambda directory: directory["plies"].append(directory["plies"][0]),
    "a ply of nothing": lambda directory: directory["plies"].__setitem__(3, None),
    "half a row": lambda directory: directory["plies"][5].update(row_length=1.5),
    "longer rows": lambda directory: directory["plies"][5].update(row_length=7),
    "blocks of nothing": lambda directory: directory["plies"][5].update(rows_per_block=0),
    "too many rows": lambda directory: directory["plies"][5].update(rows=2**70),
    "the other side": lambda directory: directory["plies"][5].update(to_move="O"),
    "no place": lambda directory: directory["plies"][5].update(classes=[-1, "00"]),
    "a place too few": lambda directory: directory["plies"][5]["values"].pop(),
    "a number for a digest": lambda directory: directory["plies"][5]["values"][0].__setitem__(1, 7),
}


def changed(path: Path, change: Change) -> None:
    """Writes the table again, with another directory."""
    data = path.read_bytes()
    offset, _ = TRAILER.unpack(data[-TRAILER.size :])
    with path.open("rb") as file:
        compression = read_header(file, path).compression
        file.seek(offset)
        record = read_record(file)
    assert record is not None
    directory = json.loads(record.data(compression))
    change(directory)
    written = pack(0, DIRECTORY, 0, json.dumps(directory).encode(), compression)
    path.write_bytes(data[:offset] + written.packed + TRAILER.pack(offset, END))


@pytest.mark.parametrize("name", CHANGES)
def test_a_directory_that_cannot_be_is_damaged(tmp_path: Path, name: str) -> None:
    path = tmp_path / "a.table"
    tabulate("tictactoe", path, threads=1).close()
    changed(path, lambda _: None)
    Table(path).close()
    changed(path, CHANGES[name])
    with pytest.raises(TableFileError, match="damaged"):
        Table(path)


def test_a_block_of_another_ply_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "a.table"
    tabulate("tictactoe", path, threads=1).close()

    def exchange(directory: dict[str, Any]) -> None:
        one, other = directory["plies"][3], directory["plies"][5]
        one["values"], other["values"] = other["values"], one["values"]
        one["classes"], other["classes"] = other["classes"], one["classes"]

    changed(path, exchange)
    with Table(path) as table, pytest.raises(TableFileError, match="damaged"):
        survey(table)
    with Table(path) as table, pytest.raises(TableFileError, match="damaged"):
        table.of_ply(4)
