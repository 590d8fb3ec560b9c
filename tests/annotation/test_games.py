"""Whole games, in PSQ, SGF or a column of moves, become one row for each move."""

from __future__ import annotations

from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from kinrow.annotation import annotate, annotate_file
from kinrow.annotation.psq import read_psq
from kinrow.annotation.sgf import read_sgf, write_sgf
from kinrow.arena.game import play_game
from kinrow.arena.psq_file import psq
from kinrow.arena.sgf_file import sgf
from kinrow.players import player
from kinrow.rules import NotationError, Sign, game

PSQ = "Piskvorky 3x4, 11:11, 0\n2,2,15\n1,1,20\n3,4,7\nalice.exe\nbob.exe\n-1\n1,Freestyle\n"
SGF = """(;FF[4]GM[4]SZ[3:4]PB[Alice \\] B]PW[Bob]
;B[bb]C[a comment (with ; signs)];W[aa]
(;B[cd]BL[12])(;B[ca];W[ab]))
(;SZ[3:4];B[aa];W[bb])"""


@pytest.mark.parametrize("spec", ["4,3,3", "3,3,3,2,1"])
@pytest.mark.parametrize("kind", ["psq", "sgf"])
def test_games_of_the_arena(tmp_path: Path, kind: str, spec: str) -> None:
    rules = game(spec)
    names = {Sign.X: "first", Sign.O: "second"}
    with ExitStack() as stack:
        both = {sign: stack.enter_context(closing(player("random", seed=4))) for sign in Sign}
        played = replace(play_game(both, rules), names=names)
    text = psq(played) if kind == "psq" else sgf(played)
    (tmp_path / f"a.{kind}").write_text(text)
    # An SGF of ours names its game.
    named = spec if kind == "psq" else None
    summary = annotate_file(tmp_path / f"a.{kind}", tmp_path / "out.parquet", game=named)
    assert (summary.rules, summary.faults) == (rules, ())
    found = pl.read_parquet(tmp_path / "out.parquet")
    assert found["move"].to_list() == [str(cell) for cell in played.moves]
    movers = [names[rules.turn_at(ply)[0]] for ply in range(len(played.moves))]
    assert found["player"].to_list() == movers
    assert found["time_ms"].to_list() == [round(1000 * seconds) for seconds in played.seconds]


def test_psq_counts_from_one_column_first() -> None:
    read = read_psq(PSQ)
    assert (read.rows, read.cols) == (4, 3)
    assert [stone.cell for stone in read.stones] == ["b2", "a1", "c4"]
    assert read.players == ("alice.exe", "bob.exe")
    assert [stone.more["time_ms"] for stone in read.stones] == [15, 20, 7]


def test_sgf_reads_the_first_variation_of_each_game() -> None:
    first, second = read_sgf(SGF)
    assert (first.rows, first.cols) == (4, 3)
    assert [stone.cell for stone in first.stones] == ["b2", "a1", "c4"]
    assert [stone.side for stone in first.stones] == ["Black", "White", "Black"]
    assert [stone.line for stone in first.stones] == [2, 2, 3]
    assert first.players == ("Alice ] B", "Bob")
    assert [stone.cell for stone in second.stones] == ["a1", "b2"]


def test_sgf_goes_on_with_capitals() -> None:
    """Rows beyond the 26th; what is written is read again."""
    text = write_sgf(game("29,4,4"), [[{"to_move": "Black", "move": "b29"}]])
    assert ";B[bC]" in text
    assert [stone.cell for stone in read_sgf(text)[0].stones] == ["b29"]


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
    players = ["alice.exe", "bob.exe"] if "psq" in name else ["Alice ] B", "Bob"]
    assert found["position"].to_list() == [
        ".../.../.../...",
        ".../.X./.../...",
        "O../.X./.../...",
    ]
    assert found["move"].to_list() == ["b2", "a1", "c4"]
    assert found["to_move"].to_list() == ["Black", "White", "Black"]
    assert found["outcome"].to_list() == ["win", "loss", "win"]
    assert found["game"].to_list() == [1, 1, 1]
    assert found["player"].to_list() == [players[0], players[1], players[0]]


def test_sgf_in_sgf_out_has_the_truth_as_comments(tmp_path: Path) -> None:
    (tmp_path / "in.sgf").write_text(SGF)
    annotate_file(tmp_path / "in.sgf", tmp_path / "out.sgf", game="4,3,3")
    text = (tmp_path / "out.sgf").read_text()
    assert "outcome: win" in text
    before, after = read_sgf(SGF), read_sgf(text)
    assert [game.players for game in after] == [game.players for game in before]
    assert [[stone.cell for stone in game.stones] for game in after] == [
        [stone.cell for stone in game.stones] for game in before
    ]


def test_written_sgf_escapes() -> None:
    row = {"to_move": "Black", "move": "a1", "player": "a]b\\c", "outcome": "win"}
    (read,) = read_sgf(write_sgf(game("3,3,3"), [[row]]))
    assert read.players[0] == "a]b\\c"


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
        ("c.sgf", "(;SZ[3]RU[3,3,3];B[aa])(;SZ[3];B[aa])", "several kinds, 3,3,3 and 3,3,5"),
    ],
)
def test_games_of_another_board(tmp_path: Path, name: str, text: str, words: str) -> None:
    (tmp_path / name).write_text(text)
    named = "4,3,3" if "psq" in name else None
    with pytest.raises(ValueError, match=words):
        annotate_file(tmp_path / name, tmp_path / "out.csv", game=named)


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
