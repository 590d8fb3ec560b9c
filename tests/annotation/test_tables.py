"""Every kind of file keeps its rows, their order and their own columns; bad rows stay, said so."""

from __future__ import annotations

import json
import sys
from datetime import timedelta
from pathlib import Path

import polars as pl
import pytest

from kinrow.annotation import BadRow, RowFault, TableError, annotate_file
from kinrow.annotation.files import store_path
from kinrow.annotation.store import notes
from kinrow.annotation.tables import SURPLUS, read_separated, read_table, write_table
from kinrow.annotation.truth import COLUMNS
from kinrow.rules import KinrowError, RulesError
from kinrow.runtime.files import FileNotWritten, whole_file

ROWS = {
    "id": ["007", "8", None],
    "board": ["X../.O./...", "XO./.../...", "XXO/OOX/X.."],
    "zug": ["c3", "b2", "b3"],
    "notiz": ['say "hi", all', "tab\there", "für\nzwei"],
}
ADDED = list(COLUMNS)


def run(source: Path, target: Path, **how: object) -> list[RowFault]:
    faults: list[RowFault] = []
    given = {"game": "tictactoe", "columns": "position=board,move=zug", "fault": faults.append}
    annotate_file(source, target, **{**given, **how})  # type: ignore[arg-type]
    return faults


@pytest.mark.parametrize("into", ["csv", "tsv", "parquet", "jsonl", "sqlite"])
@pytest.mark.parametrize("out_of", ["csv", "tsv", "parquet", "jsonl", "db"])
def test_every_kind_into_every_kind(tmp_path: Path, out_of: str, into: str) -> None:
    source, target = tmp_path / f"in.{out_of}", tmp_path / f"out.{into}"
    frame = pl.DataFrame(ROWS)
    write_table(frame, source)
    assert run(source, target) == []
    found = read_table(target, into).frame
    assert found.columns == [*frame.columns, *ADDED]
    assert found.select(frame.columns).rows() == frame.rows()
    assert found["best_moves"].to_list() == [
        "b1 c1 a2 c2 a3 b3 c3",
        "a2 b2 a3",
        "b3 c3",
    ]
    assert [str(regret) for regret in found["regret"]] == ["0", "0", "0"]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        [source.name, target.name, store_path(target).name]
    )


def test_types_of_other_columns_are_kept(tmp_path: Path) -> None:
    frame = pl.DataFrame(ROWS).with_columns(
        time=pl.Series([1.5, None, 2]), tags=pl.Series([["a"], [], ["b", "c"]])
    )
    frame.write_parquet(tmp_path / "in.parquet")
    run(tmp_path / "in.parquet", tmp_path / "out.parquet")
    assert pl.read_parquet(tmp_path / "out.parquet").select(frame.columns).equals(frame)


def test_bad_rows_stay_with_empty_values(tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_text(
        "board,zug\n"
        "X../.O./...,c3\n"
        "\n"
        "XX./.../...,c3\n"
        "X../.O./...\n"
        "X../.O./...,a1,more,of it\n"
        '"X../\n.O./...",c3\n'
        "X../.O./...,b2\n"
        "X../.O./...,c3\n"
    )
    faults = run(source, tmp_path / "out.csv")
    assert [(fault.line, fault.reasons[0][:20]) for fault in faults] == [
        (4, "X 2, O 0, expected X"),
        (5, "1 field, expected 2"),
        (6, "4 fields, expected 2"),
        (7, "column 6: '.O./...' "),
        (9, "move b2 is taken by "),
    ]
    found = pl.read_csv(tmp_path / "out.csv")
    assert found.height == 7
    assert found[SURPLUS][3] == "more,of it"
    assert found["outcome"].is_null().to_list() == [False, True, True, True, True, True, False]
    for head in ADDED:
        assert found[head].is_null()[1:6].all()
    with pytest.raises(BadRow, match=r"^line 4: X 2, O 0"):
        run(source, tmp_path / "strict.csv", strict=True)
    assert not (tmp_path / "strict.csv").exists()


def test_json_lines_that_are_none(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    good = json.dumps({"board": "X../.O./...", "zug": "c3"})
    source.write_text(f"{good}\n\nnonsense\n[1]\n{good}\n")
    faults = run(source, tmp_path / "out.jsonl")
    assert [fault.line for fault in faults] == [3, 4]
    assert str(faults[0]) == "line 3: not JSON: column 1"  # and no second line number
    assert "expected a JSON object" in str(faults[1])
    found = pl.read_ndjson(tmp_path / "out.jsonl")
    assert found["outcome"].is_null().to_list() == [False, True, True, False]


def test_a_file_without_rows(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("board,zug\n")
    assert run(tmp_path / "in.csv", tmp_path / "out.csv") == []
    assert (tmp_path / "out.csv").read_text() == f"board,zug,{','.join(ADDED)}\n"
    (tmp_path / "in.tsv").write_text("")
    annotate_file(tmp_path / "in.tsv", tmp_path / "out.tsv", kind="fourinarow")
    assert (tmp_path / "out.tsv").read_text().startswith("black\twhite\tto_move\tmove\t")


@pytest.mark.parametrize(
    ("name", "text", "how"),
    [
        ("in.csv", b"", {}),
        ("in.csv", b"a,a\n1,2\n", {}),
        ("in.csv", b"\xff\xfe\n", {}),
        ("in.csv", b"board,zug,outcome\n", {}),
        ("in.csv", b"board,zug\n", {"game": None}),
        ("in.csv", b"board,zug\n", {"game": "no such game"}),
        ("in.csv", b"board,zug\n", {"kind": "xls"}),
        ("in.csv", b"board,zug\n", {"objective": "margin"}),
        ("in.xyz", b"board,zug\n", {}),
        ("in.parquet", b"board,zug\n", {}),
        ("in.psq", b"board,zug\n", {"columns": None}),
        ("in.sgf", b"board,zug\n", {"columns": None}),
        ("in.jsonl", b'{"board": 1}\n{"board": "X"}\n', {}),
        ("in.jsonl", b'{"a": ' + b"[" * 100_000 + b"\n", {}),
        ("in.csv", b"board,zug,surplus\n...,b1,mine\n...,b1,mine,more\n", {}),
        ("absent.csv", None, {}),
        ("absent.parquet", None, {}),
    ],
)
def test_files_that_cannot_be_read(
    tmp_path: Path, name: str, text: bytes | None, how: dict[str, object]
) -> None:
    if text is not None:
        (tmp_path / name).write_bytes(text)
    with pytest.raises(KinrowError) as error:
        run(tmp_path / name, tmp_path / "out.csv", **how)
    assert "\n" not in str(error.value)
    assert not (tmp_path / "out.csv").exists()


@pytest.mark.parametrize("name", ["out.xyz", "out.psq", "out.sgf", "none/out.csv", "in.csv"])
def test_outputs_that_cannot_be_written(tmp_path: Path, name: str) -> None:
    (tmp_path / "in.csv").write_text("board,zug\nX../.O./...,c3\n")
    with pytest.raises((TableError, FileNotWritten)):
        run(tmp_path / "in.csv", tmp_path / name)
    assert (tmp_path / "in.csv").read_text() == "board,zug\nX../.O./...,c3\n"


def test_a_failed_write_leaves_the_old_output(tmp_path: Path) -> None:
    (tmp_path / "out.csv").write_text("old")

    def fail() -> None:
        with whole_file(tmp_path / "out.csv") as temporary:
            temporary.write_text("new")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert (tmp_path / "out.csv").read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 1


def test_lists_are_refused_before_the_work_where_they_cannot_be_written(tmp_path: Path) -> None:
    pl.DataFrame({**ROWS, "list": [[1], [2], []]}).write_ndjson(tmp_path / "in.jsonl")
    with pytest.raises(TableError, match=r"line 1: 'list' is \[1\], which csv cannot hold"):
        run(tmp_path / "in.jsonl", tmp_path / "out.csv")
    assert not store_path(tmp_path / "out.csv").exists()


@pytest.mark.parametrize(
    ("name", "values", "type_name"),
    [
        ("out.csv", [timedelta(1)], "Duration"),
        ("out.tsv", [b"\xff"], "Binary"),
        ("out.csv", [[1]], "List"),
        ("out.db", [[1]], "List"),
        ("out.db", [timedelta(1)], "Duration"),
        ("out.csv", [{"a": b""}], "Struct"),
        ("out.jsonl", [b"\xff"], "Binary"),
        ("out.jsonl", [{"a": [b""]}], "Binary"),
    ],
)
def test_types_are_refused_before_the_work_where_they_cannot_be_written(
    tmp_path: Path, name: str, values: list[object], type_name: str
) -> None:
    frame = pl.DataFrame({"position": ["X../.O./..."], "own": values})
    frame.write_parquet(tmp_path / "in.parquet")
    with pytest.raises(
        TableError, match=rf"'own' has values of type {type_name}, .* write \.parquet$"
    ):
        annotate_file(tmp_path / "in.parquet", tmp_path / name, game="tictactoe")
    assert not store_path(tmp_path / name).exists()
    annotate_file(tmp_path / "in.parquet", tmp_path / "out.parquet", game="tictactoe")
    assert pl.read_parquet(tmp_path / "out.parquet")["own"].to_list() == values


def test_a_byte_order_mark_and_dos_lines(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_bytes("\ufeffboard,zug\r\nX../.O./...,c3\r\n".encode())
    table = read_separated(tmp_path / "in.csv", ",")
    assert table.frame.columns == ["board", "zug"]
    assert table.frame["zug"].to_list() == ["c3"]


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_the_head_of_a_csv_says_what_separates(tmp_path: Path, mark: str) -> None:
    text = '\r\nturn,board,move\r\n"1","X../.O./...",c3\r\n'.replace(",", mark)
    (tmp_path / "in.csv").write_bytes(text.encode("utf-16"))
    assert run(tmp_path / "in.csv", tmp_path / "out.csv", columns=None) == []
    assert read_table(tmp_path / "out.csv", "csv").frame["regret"].to_list() == ["0"]
    shown = notes(store_path(tmp_path / "out.csv"))["columns"]
    assert shown == {"position": "board", "move": "move"}


@pytest.mark.parametrize(
    ("head", "heads"),
    [
        ('"id, game";position;move', ["id, game", "position", "move"]),
        ('"id";"a, b";position', ["id", "a, b", "position"]),
        ('"a, b"\tposition', ["a, b", "position"]),
        ('"a; b",position', ["a; b", "position"]),
        ('"a\nb; c";position', ["a\nb; c", "position"]),
        ("a;b,c", ["a;b", "c"]),
        ("moves", ["moves"]),
    ],
)
def test_quoted_marks_do_not_separate(tmp_path: Path, head: str, heads: list[str]) -> None:
    (tmp_path / "in.csv").write_text(f"\n{head}\n")
    assert read_table(tmp_path / "in.csv", "csv").frame.columns == heads


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("X../.O./...,c3\nXX./OO./...,c2\n", "position=1,move=2"),
        ("7,b2 a1 c3\n8,a1 b2\n", "moves=2"),
        ("256,4,b2\n5,16,b1\n", "black=1,white=2,move=3"),
        ("1,16,256\n5,16,2\n", "black=1,white=2,move=3"),
    ],
)
def test_a_first_row_of_data_is_not_lost_as_the_headings(
    tmp_path: Path, text: str, columns: str
) -> None:
    source = tmp_path / "in.csv"
    source.write_text(text)
    with pytest.raises(TableError, match=r"in\.csv: the first line is a row of data"):
        run(source, tmp_path / "out.csv", columns=columns)
    source.write_text(",".join("abc"[: len(text.split("\n")[0].split(","))]) + "\n" + text)
    assert run(source, tmp_path / "out.csv", columns=columns) == []


def test_the_head_of_a_column_may_be_empty(tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_text("id,\n7,b2 a1 c3\n")
    assert run(source, tmp_path / "out.csv", columns="moves=2") == []


def test_an_empty_line_is_a_row_of_one_column(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("\nmoves\nb2 a1\n\na1\n")
    faults = run(tmp_path / "in.csv", tmp_path / "out.csv", columns=None)
    assert [str(fault) for fault in faults] == ["line 4: a game without moves"]
    assert read_table(tmp_path / "out.csv", "csv").frame["move"].to_list() == [
        "b2",
        "a1",
        None,
        "a1",
    ]


@pytest.mark.parametrize(
    ("rows", "line"),
    [
        ('X../.O./...,c3,"open\nXX./OO./...,c1,x\n', 2),
        ('X../.O./...,c3,x\nXX./OO./...,c1,"open', 3),
        ('X../.O./...,c3,"two\r\nlines ""here"""\r\nX../.O./...,c2,"\r\n', 4),
        ('"X../.O./...",c3,"two\nlines","open\nX../.O./...,c2,x\n', 3),
        ('X../.O./...,c3,"open\nXX./OO./...,c1,"closed"\n', 2),
        ('X../.O./...,c3,5" disc\nXX./OO./...,c1,"a" b\n', 3),
        ('X../.O./...,c3,"open\n' + "XX./OO./...,c1,x\n" * 9000, 2),
    ],
)
@pytest.mark.parametrize("mark", [",", "\t"])
def test_a_quote_that_is_not_closed_swallows_no_rows(
    tmp_path: Path, rows: str, line: int, mark: str
) -> None:
    source = tmp_path / ("in.csv" if mark == "," else "in.tsv")
    source.write_bytes(f"board,zug,note\n{rows}".replace(",", mark).encode())
    with pytest.raises(TableError, match=rf"line {line}: a field opens with a quote"):
        run(source, tmp_path / "out.csv")


def test_limits_are_checked_before_the_file() -> None:
    with pytest.raises(ValueError, match="limit"):
        annotate_file("no such file", "out.csv", limit="soon")


def test_a_table_must_be_there_before_its_game_is_asked_for(tmp_path: Path) -> None:
    source = tmp_path / "none.tsv"
    with pytest.raises(TableError, match=r"none.tsv: No such file"):
        annotate_file(source, tmp_path / "out.csv")
    source.write_text("board\n")
    with pytest.raises(RulesError, match=r'the game is missing: .* \(in Python game="4,9,4"\)'):
        annotate_file(source, tmp_path / "out.csv")


@pytest.mark.skipif(sys.platform != "linux", reason="names are bytes only there")
@pytest.mark.parametrize("suffix", ["csv", "tsv", "parquet", "jsonl", "sqlite"])
def test_names_of_files_need_not_be_in_utf_8(tmp_path: Path, suffix: str) -> None:
    first, second = tmp_path / f"\udc80.{suffix}", tmp_path / f"\udc81.{suffix}"
    write_table(pl.DataFrame({"position": ["X../.../..."]}), first)
    annotate_file(first, second, game="tictactoe")
    assert read_table(second, suffix).frame["outcome"].to_list() == ["draw"]
