"""Files whose JSON is nested beyond what Python reads are refused as any other damaged file."""

from __future__ import annotations

import hashlib
import lzma
from collections.abc import Callable
from pathlib import Path

import pytest

from kinrow.learning.folder import claim
from kinrow.records import read_games
from kinrow.rules import KinrowError, game
from kinrow.runtime.left_out import LeftOut
from kinrow.strategies.file import read_any_strategy
from kinrow.strategies.unfinished import Saved
from kinrow.tables import Table, table_files
from kinrow.weights import Recipe, read_network, read_weights

NESTED = b"[" * 60_000 + b"\n"


def a_strategy(path: Path) -> object:
    text = b"kinrow strategy 1\n" + NESTED + lzma.compress(b"")
    path.write_bytes(text + hashlib.sha256(text).digest())
    return read_any_strategy(path)


def a_table(path: Path) -> object:
    path.write_bytes(b"kinrow table 1\n" + NESTED)
    return Table(path)


def a_recipe(path: Path) -> object:
    path.mkdir()
    (path / "recipe.json").write_bytes(NESTED)
    claim(path, Recipe("7,7,4", games=20, rounds=1, nodes=100, seed=1))
    return path


def plain(read: Callable[[Path], object]) -> Callable[[Path], object]:
    def written(path: Path) -> object:
        path.write_bytes(NESTED)
        return read(path)

    return written


@pytest.mark.parametrize(
    "read",
    [
        a_strategy,
        a_table,
        a_recipe,
        plain(read_network),
        plain(read_weights),
        plain(read_games),
        plain(lambda path: Saved(path, {}, resume=True)),
    ],
)
def test_a_file_is_refused(read: Callable[[Path], object], tmp_path: Path) -> None:
    with pytest.raises(KinrowError, match=r"file\.json"):
        read(tmp_path / "file.json")


def test_a_search_for_tables_passes_over_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.table").write_bytes(b"kinrow table 1\n" + NESTED)
    monkeypatch.setenv("KINROW_TABLES", str(tmp_path))
    with pytest.warns(LeftOut, match=r"a\.table: the header of this table cannot be read"):
        assert table_files(game("tictactoe")) == []


def test_a_strategy_names_what_its_header_lacks(tmp_path: Path) -> None:
    text = b"kinrow strategy 1\n{}\n" + lzma.compress(b"")
    path = tmp_path / "a.strategy"
    path.write_bytes(text + hashlib.sha256(text).digest())
    with pytest.raises(KinrowError, match="not a strategy: rules is missing"):
        read_any_strategy(path)
