"""The plain reader in examples reads positions as kinrow writes them, and refuses others."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from kinrow.tables import tabulate

READER = Path(__file__).parents[2] / "examples" / "read_table.py"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("plain") / "a.table"
    tabulate("1,12,3", path, compression="zlib").close()
    return path


def read(path: Path, board: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(READER), str(path), board]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("board", ["12", "X11", "5X6", "...........X", "6.5"])
def test_empty_cells_may_be_counted(table: Path, board: str) -> None:
    found = read(table, board)
    assert (found.stdout, found.stderr) == ("0\n", "")


def test_stones_that_play_cannot_reach_have_no_value(table: Path) -> None:
    assert read(table, "OO10").stdout == "play does not lead there\n"


@pytest.mark.parametrize(
    ("board", "words"),
    [
        ("Z11", "expected X, O, . and numbers"),
        ("x11", "expected X, O, . and numbers"),
        ("X", "expected 1 rows of 12 cells"),
        (".O10X", "expected 1 rows of 12 cells"),
        ("6/6", "expected 1 rows of 12 cells"),
        ("9" * 5000, "expected 1 rows of 12 cells"),
    ],
)
def test_what_is_no_position_is_refused_in_a_sentence(table: Path, board: str, words: str) -> None:
    found = read(table, board)
    assert (found.returncode, found.stdout) == (1, "")
    assert found.stderr.startswith("read_table.py: ") and words in found.stderr
    assert "Traceback" not in found.stderr


def test_a_file_that_is_not_there_or_no_table_is_named(tmp_path: Path) -> None:
    other = tmp_path / "other.table"
    other.write_bytes(b"kinrow table 1\n{}")
    for path in (tmp_path / "none.table", other, READER):
        found = read(path, "12")
        assert (found.returncode, found.stdout) == (1, "")
        assert found.stderr.startswith("read_table.py: ") and "Traceback" not in found.stderr
