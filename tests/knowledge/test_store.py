"""Rows in a file: whole ones only, the stronger one stays, two values are an error."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from kinrow.knowledge.atlas import Atlas
from kinrow.knowledge.row import AtlasError, AtlasRow, How
from kinrow.knowledge.settled import AtlasSource
from kinrow.knowledge.store import AtlasStore
from kinrow.rules import Outcome, Sign, game

COMPUTED = AtlasRow(
    rules=game("11,11,6"),
    value=Outcome.DRAW,
    how="computed",
    nodes=7,
    seconds=0.5,
    threads=1,
    version="0",
    added="2026-01-01",
)
PROVED = replace(
    COMPUTED, how="proved", nodes=None, seconds=None, threads=None, size=9, sha256="ab"
)

# Writes rows of ever new games until it is killed, and says each one that is written.
WRITER = """
import sys
from dataclasses import replace
from pathlib import Path
from kinrow.knowledge.store import AtlasStore
from kinrow.rules import Rules
from tests.knowledge.test_store import COMPUTED
store = AtlasStore(Path(sys.argv[1]))
for number in range(int(sys.argv[2]), int(sys.argv[3])):
    rules = Rules(rows=1 + number % 20, cols=1 + number // 20, k=int(sys.argv[4]))
    store.put(replace(COMPUTED, rules=rules))
    print(rules, flush=True)
"""


def writer(path: Path, first: int, last: int, k: int) -> subprocess.Popen[str]:
    words = [sys.executable, "-c", WRITER, str(path), str(first), str(last), str(k)]
    root = str(Path(__file__).resolve().parents[2])
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=root)


def test_a_row_comes_back_as_it_was(tmp_path: Path) -> None:
    store = AtlasStore(tmp_path / "new" / "own.sqlite")
    assert store.rows() == {}
    for row in (COMPUTED, replace(PROVED, rules=game("4,4,3:misere"), theory=("pairing",))):
        store.put(row)
        assert store.rows()[row.rules] == row


@pytest.mark.parametrize(
    ("first", "second", "kept"),
    [("computed", "proved", "proved"), ("proved", "computed", "proved")],
)
def test_the_stronger_row_stays(first: How, second: How, kept: How, tmp_path: Path) -> None:
    rows = {"computed": COMPUTED, "proved": PROVED}
    store = AtlasStore(tmp_path / "own.sqlite")
    store.put(rows[first])
    store.put(rows[second])
    assert store.rows()[COMPUTED.rules] == rows[kept]


def test_a_proof_keeps_what_the_search_cost(tmp_path: Path) -> None:
    atlas = Atlas(tmp_path / "own.sqlite")
    atlas.record(COMPUTED)
    row = atlas.record(PROVED)
    assert (row.how, row.nodes, row.seconds, row.size) == ("proved", 7, 0.5, 9)
    assert atlas.record(COMPUTED) == row == atlas.find(COMPUTED.rules)


def test_two_values_of_one_game_are_an_error_that_names_both(tmp_path: Path) -> None:
    atlas = Atlas(tmp_path / "own.sqlite")
    atlas.record(COMPUTED)
    wrong = replace(PROVED, value=Outcome.WIN)
    words = (
        "two values.*11,11,6 is a draw, computed by kinrow 0; 11,11,6 is a win, proved by kinrow 0"
    )
    with pytest.raises(AtlasError, match=words):
        atlas.record(wrong)
    with pytest.raises(AtlasError, match=words):
        atlas.own.put(wrong)
    assert atlas.own.rows() == {COMPUTED.rules: COMPUTED}


@pytest.mark.parametrize(
    ("spec", "value", "other"),
    [
        ("5,5,4", Outcome.WIN, "computed by kinrow"),
        ("4,8,4", Outcome.WIN, "8,4,4 is a draw"),
        ("20,20,9", Outcome.WIN, r"theory by kinrow .* \(monotonicity\)"),
    ],
)
def test_a_value_is_held_against_all_that_is_known(
    spec: str, value: Outcome, other: str, tmp_path: Path
) -> None:
    """The shipped rows, also turned by a quarter; theory."""
    atlas = Atlas(tmp_path / "own.sqlite")
    with pytest.raises(AtlasError, match=other):
        atlas.record(replace(COMPUTED, rules=game(spec), value=value))
    assert not atlas.own.path.exists()


@pytest.mark.parametrize("spec", ["9,4,4", "4,9,4", "8,4,4", "3,3,3:misere", "4,3,3,2,1"])
def test_a_row_is_that_of_the_game_whoever_begins(spec: str, tmp_path: Path) -> None:
    atlas = Atlas(tmp_path / "own.sqlite")
    rules = game(spec)
    other = replace(rules, begins=Sign.O)
    found = atlas.find(rules)
    assert found is not None and found.how == "proved"
    assert atlas.find(other) == found
    with pytest.raises(AtlasError, match=f"{found.rules} is "):
        atlas.record(replace(COMPUTED, rules=other, value=Outcome(-found.value or 1)))
    alone = Atlas(tmp_path / "none.sqlite")
    alone.stores = (alone.own,)
    published = alone.find("15,15,5:exact,begins=O")
    assert published is not None and published.first.name.startswith("Allis")


def test_the_same_game_in_other_colours_is_one_row(tmp_path: Path) -> None:
    atlas = Atlas(tmp_path / "own.sqlite")
    atlas.stores = (atlas.own,)
    plain = replace(COMPUTED, rules=game("5,5,3"), value=Outcome.WIN)
    other = replace(plain, rules=game("5,5,3:begins=O"), nodes=9)
    assert atlas.record(plain) == plain
    assert atlas.record(other) == replace(other, rules=plain.rules)
    assert list(atlas.own.rows()) == [plain.rules]
    # A file of before has both: it keeps them, and the stronger one is what is found and listed.
    proved = replace(other, how="proved", size=1, sha256="ab")
    atlas.own.put(proved)
    listed = [row for row in atlas.rows() if row.rules.k == 3 and row.how != "published"]
    assert listed == [proved] == [atlas.find(rules) for rules in (plain.rules,)]
    assert atlas.record(plain).how == "proved"
    assert list(atlas.own.rows().values()) == [replace(other, rules=plain.rules), proved]


def test_the_colour_that_fills_the_board_goes_with_the_colours(tmp_path: Path) -> None:
    atlas = Atlas(tmp_path / "own.sqlite")
    spec = "2,3,2:majority,threshold=1,turns=2,fill="
    atlas.record(replace(COMPUTED, rules=game(spec + "X"), value=Outcome.WIN))
    assert atlas.find(game(spec + "X,begins=O")) is None
    same = atlas.find(game(spec + "O,begins=O"))
    assert same is not None and same.value is Outcome.WIN
    source = AtlasSource(atlas)
    assert source.known(game(spec + "X,begins=O").start(), "outcome") is None
    found = source.known(game(spec + "O,begins=O").start(), "outcome")
    assert found is not None and found.solution.outcome is Outcome.WIN


def test_a_value_is_held_against_the_literature(tmp_path: Path) -> None:
    """Where no row says the same."""
    atlas = Atlas(tmp_path / "own.sqlite")
    atlas.stores = (atlas.own,)
    with pytest.raises(AtlasError, match="published by Allis"):
        atlas.record(replace(COMPUTED, rules=game("15,15,5:exact"), value=Outcome.DRAW))
    assert not atlas.own.path.exists()


def test_several_processes_write_at_once(tmp_path: Path) -> None:
    path = tmp_path / "own.sqlite"
    with writer(path, 0, 25, 3) as one, writer(path, 0, 25, 4) as other:
        assert [len(process.communicate(timeout=60)[0].split()) for process in (one, other)] == [
            25,
            25,
        ]
    rows = AtlasStore(path).rows()
    assert len(rows) == 50
    assert sum(rules.k == 4 for rules in rows) == 25


def test_a_file_that_is_locked_says_so_in_every_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kinrow.knowledge.store._PATIENCE", 0.01)
    store = AtlasStore(tmp_path / "a.sqlite")
    store.put(COMPUTED)
    with closing(sqlite3.connect(store.path)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(AtlasError, match=r"a\.sqlite: in use by another run") as error:
            store.put(PROVED)
    assert error.value.worded("zh-Hans").endswith("另一个进程正在使用它")


def test_a_writer_that_is_killed_leaves_whole_rows(tmp_path: Path) -> None:
    path = tmp_path / "own.sqlite"
    with writer(path, 0, 400, 3) as process:
        assert process.stdout is not None
        said = [process.stdout.readline().strip() for _ in range(5)]
        process.kill()
        said += [line.strip() for line in process.stdout if line.endswith("\n")]
    rows = AtlasStore(path).rows()
    assert {game(spec) for spec in said} <= set(rows)
    assert len(rows) in (len(said), len(said) + 1)
    AtlasStore(path).put(COMPUTED)
    assert len(AtlasStore(path).rows()) == len(rows) + 1


def test_a_journal_that_a_killed_writer_left_is_played_back(tmp_path: Path) -> None:
    """Killed in the middle of a transaction: the file holds pages of both, the journal the old."""
    path = tmp_path / "own.sqlite"
    AtlasStore(path).put(COMPUTED)
    code = (
        "import os, sqlite3, sys\n"
        "base = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "base.execute('PRAGMA cache_size = 1')\n"
        "base.execute('BEGIN')\n"
        "base.execute('UPDATE atlas SET added = hex(randomblob(1000000))')\n"
        "os.kill(os.getpid(), 9)\n"
    )
    subprocess.run([sys.executable, "-c", code, str(path)], check=False)
    assert path.with_name("own.sqlite-journal").exists()
    assert AtlasStore(path).rows() == {COMPUTED.rules: COMPUTED}


def test_a_file_whose_maker_was_killed_is_an_empty_one(tmp_path: Path) -> None:
    path = tmp_path / "own.sqlite"
    path.touch()
    assert AtlasStore(path).rows() == {}
    AtlasStore(path).put(COMPUTED)
    assert AtlasStore(path).rows() == {COMPUTED.rules: COMPUTED}


def test_a_damaged_row_is_told(tmp_path: Path) -> None:
    path = tmp_path / "atlas.sqlite"
    AtlasStore(path).put(COMPUTED)
    with sqlite3.connect(path) as base:
        base.execute("UPDATE atlas SET theory = '['")
    base.close()
    with pytest.raises(AtlasError, match="is damaged"):
        AtlasStore(path).rows()


def test_a_file_that_is_no_atlas_is_refused_and_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "text.sqlite"
    text.write_text("nothing of ours, and longer than the head of an SQLite file " * 20)
    other = tmp_path / "other.sqlite"
    base = sqlite3.connect(other)
    base.execute("CREATE TABLE atlas (game TEXT)")
    base.close()
    later = tmp_path / "later.sqlite"
    AtlasStore(later).put(COMPUTED)
    base = sqlite3.connect(later)
    base.execute("PRAGMA user_version = 99")
    base.close()
    for path, words in (
        (text, "is not an atlas"),
        (other, "is not an atlas"),
        (later, "version 99"),
    ):
        before = path.read_bytes()
        with pytest.raises(AtlasError, match=words):
            AtlasStore(path).rows()
        with pytest.raises(AtlasError, match=words):
            AtlasStore(path).put(COMPUTED)
        assert path.read_bytes() == before
