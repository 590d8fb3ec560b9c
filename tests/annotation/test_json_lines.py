"""JSON lines: each row keeps its keys and values; what no column can hold is named."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest

from kinrow.annotation import TableError, annotate_file
from kinrow.annotation.files import store_path
from kinrow.annotation.report import write_report
from kinrow.annotation.tables import kind_of, read_table
from kinrow.annotation.truth import COLUMNS

OWN = (
    '{"position":"X../.O./...","move":"c3","meta":{"a":1},"n":9007199254740993,"x":1e400}',
    '{"move":"c1", "position":"XX./OO./...", "meta":{"b":[2,"c"]}, "n":0.5, "x":"\\ud800"}',
    '{"position":"XX./OO./...","move":"c2","n":true,"meta":{},"x":null, "棋手":"庄"}',
    '{"position":"XX./OO./..."}',
)


def annotated(folder: Path, rows: tuple[str, ...], name: str = "out.jsonl") -> Path:
    (folder / "in.jsonl").write_text("\n".join(rows), encoding="utf-8")
    annotate_file(folder / "in.jsonl", folder / name, game="tictactoe")
    return folder / name


def with_values(*values: object) -> tuple[str, ...]:
    return tuple(json.dumps({"position": "X../.O./...", "v": value}) for value in values)


def test_rows_come_back_as_they_were(tmp_path: Path) -> None:
    out = annotated(tmp_path, OWN)
    lines = out.read_text(encoding="utf-8").splitlines()
    for own, line in zip(OWN, lines, strict=True):
        assert line.startswith(own[:-1])
        row = json.loads(line)
        assert list(row) == [*json.loads(own), *COLUMNS]
    assert [json.loads(line)["regret"] for line in lines] == [0, 0, 1, None]
    assert write_report(out)  # which reads columns of several types, too


def test_every_move_of_a_game_has_its_row(tmp_path: Path) -> None:
    out = annotated(tmp_path, ('{"moves": "b2 a1", "tags": [1, "a"]}', '{"moves": "c3"}'))
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert [row["move"] for row in rows] == ["b2", "a1", "c3"]
    assert [row.get("tags") for row in rows] == [[1, "a"], [1, "a"], None]


def test_a_game_may_be_a_list_of_its_moves(tmp_path: Path) -> None:
    """As kinrow's own JSON has it."""
    out = annotated(tmp_path, ('{"moves": ["b2", "a1"]}', '{"moves": []}', '{"moves": "c3 z9 a1"}'))
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert [row["move"] for row in rows] == ["b2", "a1", None, "c3", "z9"]
    assert [row["regret"] for row in rows] == [0, 0, None, 0, None]
    assert rows[0]["moves"] == ["b2", "a1"]


def test_a_parquet_column_of_lists_has_games(tmp_path: Path) -> None:
    games = pl.DataFrame({"moves": [["b2", "a1"], None, ["c3"]]})
    games.write_parquet(tmp_path / "in.parquet")
    annotate_file(tmp_path / "in.parquet", tmp_path / "out.parquet", game="tictactoe")
    found = pl.read_parquet(tmp_path / "out.parquet")
    assert found["move"].to_list() == ["b2", "a1", None, "c3"]
    assert found["moves"].to_list() == [
        games["moves"][at].to_list() if at != 1 else None for at in (0, 0, 1, 2)
    ]


def test_an_empty_object_gets_the_columns(tmp_path: Path) -> None:
    out = annotated(tmp_path, ("{ }", '{"position": "X../.O./..."}'))
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert [list(row) for row in rows] == [list(COLUMNS), ["position", *COLUMNS]]


@pytest.mark.parametrize("name", ["out.jsonl", "out.csv", "out.sqlite"])
def test_a_line_that_is_no_object_keeps_its_text(tmp_path: Path, name: str) -> None:
    lost = ('{"position": "X', '[1, "a"]', "7")
    out = annotated(tmp_path, ('{"position": "X../.O./..."}', *lost), name)
    found = read_table(out, kind_of(out)).frame
    assert found["surplus"].to_list() == [None, *lost]
    assert found["outcome"].to_list() == ["draw", None, None, None]


def test_a_column_of_that_name_is_not_mixed_with_it(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="has a column 'surplus' already"):
        annotated(tmp_path, ('{"position": "X../.O./...", "surplus": 1}', "no"))


@pytest.mark.parametrize("values", [(512, 0.5), (0.5, 512)])
def test_whole_numbers_and_fractions_make_a_column(
    tmp_path: Path, values: tuple[object, ...]
) -> None:
    rows = with_values(*values)
    assert pl.read_parquet(annotated(tmp_path, rows, "out.parquet"))["v"].to_list() == [*values]
    assert pl.read_csv(annotated(tmp_path, rows, "out.csv"))["v"].to_list() == [*values]


@pytest.mark.parametrize(
    "values", [({"a": 1}, {"b": 2}), ({}, {"a": 5}), ([1], [0.5]), ([], [[1]])]
)
def test_nested_values_reach_parquet(tmp_path: Path, values: tuple[object, ...]) -> None:
    found = pl.read_parquet(annotated(tmp_path, with_values(*values), "out.parquet"))["v"]
    kept = [
        {name: each for name, each in value.items() if each is not None}
        if isinstance(value, dict)
        else value
        for value in found.to_list()
    ]
    assert kept == [*values]


def test_csv_has_the_texts_of_json(tmp_path: Path) -> None:
    out = annotated(tmp_path, with_values(9007199254740993, 0.5, True, "a", None), "out.csv")
    texts = pl.read_csv(out, infer_schema=False)["v"].to_list()
    assert texts == ["9007199254740993", "0.5", "true", "a", None]


@pytest.mark.parametrize(
    ("name", "values", "line"),
    [
        ("out.parquet", (1, None, "a"), 3),
        ("out.parquet", ("a", 1), 2),
        ("out.parquet", (1, True), 2),
        ("out.parquet", (0.5, 1, 9007199254740993), 3),
        ("out.parquet", (1, [2]), 2),
        ("out.parquet", (None, 1, {"a": 1}), 3),
        ("out.parquet", ({"a": 1}, {"a": {"b": 1}}), 2),
        ("out.parquet", ("a", "\ud800"), 2),
        ("out.parquet", (2**200,), 1),
        ("out.csv", (1, [2]), 2),
        ("out.tsv", ({"a": 1},), 1),
        ("out.csv", ("a", "b", "\ud800"), 3),
    ],
)
def test_what_does_not_fit_is_named_before_the_work(
    tmp_path: Path, name: str, values: tuple[object, ...], line: int
) -> None:
    with pytest.raises(TableError, match=rf"line {line}: 'v' is .* write \.jsonl$"):
        annotated(tmp_path, with_values(*values), name)
    assert not store_path(tmp_path / name).exists()


def test_objects_that_are_all_empty_do_not_fit_parquet(tmp_path: Path) -> None:
    with pytest.raises(TableError, match=r"'v' has values of type Struct, .* write \.jsonl$"):
        annotated(tmp_path, with_values({}, None), "out.parquet")
