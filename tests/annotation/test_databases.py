"""SQLite: one table in, one table out, and every value that SQLite has."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import date
from pathlib import Path

import polars as pl
import pytest

from kinrow.annotation import TableError, annotate_file
from kinrow.annotation.tables import read_table, write_table

BOARD = "XX./OO./..."


def annotated(source: Path, target: Path) -> list[tuple[object, ...]]:
    annotate_file(source, target, game="tictactoe")
    with closing(sqlite3.connect(target)) as base:
        return base.execute("SELECT * FROM annotated").fetchall()


def database(path: Path, *statements: str) -> Path:
    with closing(sqlite3.connect(path)) as base:
        for statement in statements:
            base.execute(statement)
        base.commit()
    return path


def test_values_are_compared_as_what_they_are(tmp_path: Path) -> None:
    write_table(pl.DataFrame({"position": [BOARD] * 2, "move": ["c1", "c3"]}), tmp_path / "a.csv")
    annotated(tmp_path / "a.csv", tmp_path / "b.sqlite")
    with closing(sqlite3.connect(tmp_path / "b.sqlite")) as base:
        found = base.execute("SELECT move, typeof(regret) FROM annotated WHERE regret > 0")
        assert found.fetchall() == [("c3", "integer")]


def test_every_value_of_a_frame_has_a_place(tmp_path: Path) -> None:
    frame = pl.DataFrame(
        {
            "position": [BOARD, BOARD],
            "sure": [True, None],
            "day": [date(2026, 1, 2), None],
            "bits": pl.Series([2**64 - 1, 1], dtype=pl.UInt64),
            "least": [-(2**63), 2**63 - 1],
            "time": [0.5, float("nan")],
            "raw": [b"\0\xff", None],
            'a "b"': ["x\0y", ""],
        }
    )
    frame.write_parquet(tmp_path / "a.parquet")
    rows = annotated(tmp_path / "a.parquet", tmp_path / "b.db")
    first = (BOARD, 1, "2026-01-02", str(2**64 - 1), -(2**63), 0.5, b"\0\xff", "x\0y")
    second = (BOARD, None, None, "1", 2**63 - 1, "NaN", None, "")
    assert [row[: len(first)] for row in rows] == [first, second]


def test_a_table_is_read_in_its_order_with_its_types(tmp_path: Path) -> None:
    path = database(
        tmp_path / "a.db",
        "CREATE TABLE played (position, n INTEGER, of_all)",
        f"INSERT INTO played VALUES ('{BOARD}', 7, 'a'), ('.../.../...', 3, 2.5)",
        "CREATE VIEW few AS SELECT n FROM played",
    )
    found = read_table(path, "sqlite").frame
    assert found.rows() == [(BOARD, 7, "a"), (".../.../...", 3, "2.5")]
    assert found.schema["n"] == pl.Int64
    assert [row[:2] for row in annotated(path, tmp_path / "b.db")] == [
        (BOARD, 7),
        (".../.../...", 3),
    ]


@pytest.mark.parametrize(
    ("statements", "says"),
    [
        ([], "expected a database with one table, found none"),
        (["CREATE TABLE a (x)", "CREATE TABLE b (x)"], "found several: a, b$"),
    ],
)
def test_it_must_be_clear_which_table_is_meant(
    tmp_path: Path, statements: list[str], says: str
) -> None:
    path = database(tmp_path / "a.db", *statements)
    with pytest.raises(TableError, match=says):
        annotate_file(path, tmp_path / "b.csv", game="tictactoe")


def test_what_is_no_database_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.db").write_bytes(b"position,move\n" * 100)
    for name in ("a.db", "absent.db"):
        with pytest.raises(TableError, match=name):
            annotate_file(tmp_path / name, tmp_path / "b.csv", game="tictactoe")


def test_columns_that_differ_by_case_alone_are_refused_before_the_work(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(f"position,Regret\n{BOARD},1\n")
    with pytest.raises(TableError, match="cannot tell column 'regret' from 'Regret'"):
        annotate_file(tmp_path / "a.csv", tmp_path / "b.db", game="tictactoe")
    assert [path.name for path in tmp_path.iterdir()] == ["a.csv"]


def test_a_column_of_several_types_becomes_one_of_texts(tmp_path: Path) -> None:
    source = database(
        tmp_path / "a.sqlite",
        "CREATE TABLE rows (position, more)",
        f"INSERT INTO rows VALUES ('{BOARD}', x'ff'), ('{BOARD}', 7), ('{BOARD}', NULL)",
    )
    assert [row[1] for row in annotated(source, tmp_path / "b.db")] == ["X'FF'", "7", None]
