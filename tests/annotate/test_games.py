"""Whole games, in PSQ, SGF or a column of moves, become one row for each move."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from kinrow.annotate import annotate, annotate_file
from kinrow.annotate.psq import read_psq
from kinrow.annotate.sgf import read_sgf, write_sgf
from kinrow.rules import NotationError

PSQ = "Piskvorky 3x4, 11:11, 0\n2,2,15\n1,1,20\n3,4,7\nalice.exe\nbob.exe\n-1\n1,Freestyle\n"
SGF = """(;FF[4]GM[4]SZ[3:4]PB[Alice \\] B]PW[Bob]
;B[bb]C[a comment (with ; signs)];W[aa]
(;B[cd]BL[12])(;B[ca];W[ab]))
(;SZ[3:4];B[aa];W[bb])"""


def test_psq_counts_from_one_column_first() -> None:
    game = read_psq(PSQ)
    assert (game.rows, game.cols) == (4, 3)
    assert [stone.cell for stone in game.stones] == ["b2", "a1", "c4"]
    assert [stone.more["player"] for stone in game.stones] == ["alice.exe", "bob.exe", "alice.exe"]
    assert [stone.more["time_ms"] for stone in game.stones] == [15, 20, 7]


def test_sgf_reads_the_first_variation_of_each_game() -> None:
    first, second = read_sgf(SGF)
    assert (first.rows, first.cols) == (4, 3)
    assert [stone.cell for stone in first.stones] == ["b2", "a1", "c4"]
    assert [stone.side for stone in first.stones] == ["Black", "White", "Black"]
    assert [stone.line for stone in first.stones] == [2, 2, 3]
    assert first.stones[0].more["player"] == "Alice ] B"
    assert [stone.cell for stone in second.stones] == ["a1", "b2"]


@pytest.mark.parametrize(
    "text",
    ["(;B[aa]", ";B[aa]", "(;B[tt][)", "(;B[aa];W[zz])", "(;AB[aa])", "(;SZ[x];B[aa])", "hello"],
)
def test_sgf_that_is_none(text: str) -> None:
    with pytest.raises(NotationError):
        read_sgf(text)


@pytest.mark.parametrize("text", ["", "hello", "Piskvorky\n1,1,1", "Piskvorky 3x3\n0,1,1\n"])
def test_psq_that_is_none(text: str) -> None:
    with pytest.raises(NotationError, match=r"^line "):
        read_psq(text)


@pytest.mark.parametrize(("name", "text"), [("a.psq", PSQ), ("a.sgf", SGF.split("\n(;SZ")[0])])
def test_games_as_tables(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    summary = annotate_file(tmp_path / name, tmp_path / "out.jsonl", game="4,3,3")
    assert (summary.rows, summary.faults) == (3, ())
    found = pl.read_ndjson(tmp_path / "out.jsonl")
    assert found["position"].to_list() == [
        ".../.../.../...",
        ".../.X./.../...",
        "O../.X./.../...",
    ]
    assert found["move"].to_list() == ["b2", "a1", "c4"]
    assert found["to_move"].to_list() == ["Black", "White", "Black"]
    assert found["outcome"].to_list() == ["win", "loss", "win"]
    assert found["game"].to_list() == [1, 1, 1]


def test_sgf_in_sgf_out_has_the_truth_as_comments(tmp_path: Path) -> None:
    (tmp_path / "in.sgf").write_text(SGF)
    annotate_file(tmp_path / "in.sgf", tmp_path / "out.sgf", game="4,3,3")
    text = (tmp_path / "out.sgf").read_text()
    assert "outcome: win" in text
    before, after = read_sgf(SGF), read_sgf(text)
    assert [game.stones[0].more for game in after] == [game.stones[0].more for game in before]
    assert [[stone.cell for stone in game.stones] for game in after] == [
        [stone.cell for stone in game.stones] for game in before
    ]


def test_written_sgf_escapes() -> None:
    row = {"to_move": "Black", "move": "a1", "player": "a]b\\c", "outcome": "win"}
    (game,) = read_sgf(write_sgf(3, 3, [[row]]))
    assert game.stones[0].more["player"] == "a]b\\c"


def test_a_game_is_five_in_a_row_unless_it_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.psq").write_text("Piskvorky 5x4\n1,1,1\n")
    summary = annotate_file(tmp_path / "a.psq", tmp_path / "out.csv", threads=1)
    assert str(summary.rules) == "4,5,5"


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.psq", "Piskvorky 5x5\n1,1,1\n", "5 rows and 5 columns, but"),
        ("a.sgf", "(;B[aa])", "does not say"),
        ("b.sgf", "", "holds no game"),
    ],
)
def test_games_of_another_board(tmp_path: Path, name: str, text: str, words: str) -> None:
    (tmp_path / name).write_text(text)
    game = "4,3,3" if "psq" in name else None
    with pytest.raises(ValueError, match=words):
        annotate_file(tmp_path / name, tmp_path / "out.csv", game=game)


def test_a_move_that_cannot_be_ends_its_game(tmp_path: Path) -> None:
    (tmp_path / "a.sgf").write_text("(;SZ[3];B[bb];W[bb];B[aa])(;SZ[3];B[aa]\n;B[bb];W[cc])")
    summary = annotate_file(tmp_path / "a.sgf", tmp_path / "out.csv", game="tictactoe")
    assert summary.rows == 4
    assert [str(fault) for fault in summary.faults] == [
        "line 1: move b2 is taken by X",
        "line 2: Black is to move, but after these stones it is White",
    ]


def test_a_column_of_whole_games() -> None:
    frame = pl.DataFrame({"id": [1, 2, 3, 4], "moves": ["b2 a1", "b2 b2 c3", "b2 zz", None]})
    with pytest.warns(UserWarning, match="3 rows cannot be"):
        found = annotate(frame, game="tictactoe")
    assert found["id"].to_list() == [1, 1, 2, 2, 3, 4]
    assert found["move"].to_list() == ["b2", "a1", "b2", "b2", None, None]
    assert found["ply"].to_list() == [0, 1, 0, 1, None, None]
    assert found["outcome"].is_null().to_list() == [False, False, False, True, True, True]
