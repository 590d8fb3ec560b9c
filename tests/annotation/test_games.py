"""Whole games, in the formats of records or a column of moves, become one row for each move."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import polars as pl
import pytest

from kinrow.__main__ import main
from kinrow.analysis import solve
from kinrow.annotation import TableError, annotate, annotate_file
from kinrow.annotation.recording import BadRow, RowFault
from kinrow.annotation.report import write_report
from kinrow.annotation.report.moments import read_annotated
from kinrow.arena import Match, MatchDatabase, play_match
from kinrow.arena.database import Stored
from kinrow.arena.export import export
from kinrow.arena.game import play_game
from kinrow.players import player
from kinrow.records import Record, Stone, UnknownGame, main_line, read_games, write_games
from kinrow.rules import OptionError, Sign, game
from kinrow.runtime.files import FileNotWritten
from kinrow.web.exports import exported
from kinrow.web.shapes import ExportRequest

PSQ = "Piskvorky 3x4, 11:11, 0\n2,2,15\n1,1,20\n3,4,7\nalice.exe\nbob.exe\n-1\n1,Freestyle\n"
SGF = """(;FF[4]GM[4]SZ[3:4]PB[Alice \\] B]PW[Bob]
;B[bb]C[a comment (with ; signs)];W[aa]
(;B[cd]BL[12])(;B[ca];W[ab]))
(;SZ[3:4];B[aa];W[bb])"""


@pytest.mark.parametrize("spec", ["4,3,3", "3,3,3,2,1", "3,3,3:misere"])
@pytest.mark.parametrize("kind", ["psq", "sgf"])
def test_games_of_the_arena_say_which_game_they_are(tmp_path: Path, kind: str, spec: str) -> None:
    rules = game(spec)
    with player("random", seed=4) as one, player("random", seed=5) as two:
        both = {Sign.X: one, Sign.O: two}
        played = play_game(both, rules)
    export([Stored(1, 0, "", played)], tmp_path)
    (path,) = tmp_path.glob(f"*.{kind}")
    summary = annotate_file(path, tmp_path / "out.parquet")
    assert (summary.rules, summary.faults) == (rules, ())
    found = pl.read_parquet(tmp_path / "out.parquet")
    assert found["move"].to_list() == [str(cell) for cell in played.moves]
    movers = [played.players[rules.turn_at(ply)[0]] for ply in range(len(played.moves))]
    assert found["player"].to_list() == movers
    assert found["time_ms"].to_list() == [round(1000 * (time or 0)) for time in played.seconds]


@pytest.mark.parametrize("format", ["sgf", "json", "text"])
@pytest.mark.parametrize(
    ("spec", "setup", "moves"),
    [
        ("tictactoe-misere", None, ("a1", "b2")),
        ("3,3,3", "X../.O./X.. O", ("b1", "a2")),
        ("4,4,3", None, ("b2", "a1")),
        ("3,3,3,2,1:begins=O", None, ("b2", "a1", "c1")),
    ],
)
def test_games_of_the_board_say_which_game_they_are(
    tmp_path: Path,
    format: Literal["sgf", "json", "text"],
    spec: str,
    setup: str | None,
    moves: tuple[str, ...],
) -> None:
    file = exported(ExportRequest(game=spec, setup=setup, moves=moves, format=format))
    (tmp_path / file.name).write_text(file.text)
    summary = annotate_file(tmp_path / file.name, tmp_path / "out.jsonl")
    assert (summary.rules, summary.faults) == (game(spec), ())
    found = pl.read_ndjson(tmp_path / "out.jsonl")
    assert found["move"].to_list() == list(moves)
    start = game(spec).start() if setup is None else game(spec).parse(setup)
    true = [
        str(solve(position).outcome) for position in Record(start, main_line(moves)).positions[:-1]
    ]
    assert found["outcome"].to_list() == true
    assert {"win", "loss"} & set(true)  # as five in a row, which these were read as, all are draws


@pytest.mark.parametrize(
    ("name", "text"),
    [("a.psq", "Piskvorky 5x4\n1,1,1\n"), ("a.sgf", "(;GM[4]SZ[5:4];B[aa])")],
)
def test_a_game_that_is_not_named_is_asked_for(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(UnknownGame, match=f"{name}: .*name the game, as in --game 4,5,4"):
        annotate_file(tmp_path / name, tmp_path / "out.csv", threads=1)
    assert not (tmp_path / "out.csv").exists()
    annotate_file(tmp_path / name, tmp_path / "out.csv", threads=1, game="4,5,3")


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
    before, after = read_games(tmp_path / "in.sgf", "4,3,3"), read_games(tmp_path / "out.sgf")
    assert [game.players for game in after] == [game.players for game in before]
    assert [list(game.lines()) for game in after] == [list(game.lines()) for game in before]
    assert after[0].notes[0].startswith("a comment (with ; signs)\noutcome: win\n")
    # Once more, and nothing is said twice.
    annotate_file(tmp_path / "out.sgf", tmp_path / "again.sgf")
    assert (tmp_path / "again.sgf").read_text() == text


def test_records_in_json_are_annotated(tmp_path: Path) -> None:
    tree = [Stone("b2", None, 1.5, "first"), Stone("a1", 0), Stone("b1", 0, note="untouched")]
    write_games(tmp_path / "in.json", Record("tictactoe", tree, {Sign.X: "Ann"}))
    annotate_file(tmp_path / "in.json", tmp_path / "out.json")
    (found,) = read_games(tmp_path / "out.json")
    assert found.seconds == (1.5, None)
    assert found.notes[0].startswith("first\noutcome: draw\n")
    assert found.tree[2].note == "untouched"


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.psq", "Piskvorky 5x5\n1,1,1\n", "a board of 5 by 5, but"),
        ("a.sgf", "(;B[aa])", "does not say"),
        ("b.sgf", "", "contains no game"),
        ("c.sgf", "(;RU[3,3,3];B[aa])(;RU[4,4,4];B[aa])", "game 2 is one of 4,4,4, but the first"),
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
    file = tmp_path / "a.sgf"
    assert [str(fault) for fault in summary.faults] == [
        f"{file}: game 1, line 1: move b2 is taken by X, expected an empty cell",
        f"{file}: game 2, line 2: Black is to move, expected White after these stones",
    ]


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        (
            "a.sgf",
            "(;RU[3,3,3];B[bb];W[];B[aa])",
            "line 1: move a pass, which these games do not allow",
        ),
        ("a.sgf", "(;RU[3,3,3];B[bb]\n;AW[ba])", "line 2: move stones are set up"),
        ("a.sgf", "(;RU[3,3,3];B[bb];W[nan])", "line 1: move 'nan' is not a cell"),
        ("a.txt", "game 3,3,3\nmoves b2 none a1", "line 2: move 'none' is not a cell"),
        ("a.json", '{"start": {"rules": "3,3,3"}, "moves": ["b2", "NA"]}', "'NA' is not a cell"),
    ],
)
def test_what_is_no_stone_is_not_taken_for_the_end(
    tmp_path: Path, name: str, text: str, words: str
) -> None:
    (tmp_path / name).write_text(text)
    summary = annotate_file(tmp_path / name, tmp_path / "out.csv")
    assert summary.rows == 2
    assert [words in str(fault) for fault in summary.faults] == [True]
    with pytest.raises(BadRow, match=words.partition(": ")[2] or words):
        annotate_file(tmp_path / name, tmp_path / "out.csv", strict=True)


def test_the_place_of_a_fault_in_json_is_its_game(tmp_path: Path) -> None:
    bad = '[{"moves": ["a1"]}, {"moves": ["b2", "b2"]}]'
    (tmp_path / "a.json").write_text(bad)
    (tmp_path / "b.json").write_text(bad)
    taken = "game 2, move b2 is taken by X, expected an empty cell"
    summary = annotate_file(tmp_path / "a.json", tmp_path / "out.csv", game="tictactoe")
    assert [str(fault) for fault in summary.faults] == [f"{tmp_path / 'a.json'}: {taken}"]
    both = [tmp_path / "a.json", tmp_path / "b.json"]
    summary = annotate_file(both, tmp_path / "out.csv", game="tictactoe")
    assert [str(fault) for fault in summary.faults] == [f"{path}: {taken}" for path in both]


def test_variations_that_a_file_of_games_loses_are_reported(tmp_path: Path) -> None:
    (tmp_path / "a.sgf").write_text("(;SZ[3];B[bb](;W[aa])\n(;W[bb]C[why?]))(;SZ[3];B[bb];W[bb])")
    in_rows = f"{tmp_path / 'a.sgf'}: game 2, line 2: move b2 is taken"
    in_variations = f"{tmp_path / 'a.sgf'}: game 1, line 2: b2 is taken"
    for name, due in (("out.csv", [in_rows]), ("out.sgf", [in_rows, in_variations])):
        told: list[RowFault] = []
        summary = annotate_file(
            tmp_path / "a.sgf", tmp_path / name, game="tictactoe", fault=told.append
        )
        assert len(summary.faults) == 1
        assert [str(fault).partition(" by ")[0] for fault in told] == due


def test_what_people_wrote_in_notes_stays(tmp_path: Path) -> None:
    own = "score: I am ahead\noutcome: unclear\n\u2028 regret: none"
    game_ = Record("tictactoe", main_line(["b2", "a1"], notes=[own, ""]))
    write_games(tmp_path / "a.sgf", game_)
    for source, target in (("a", "b"), ("b", "c")):
        annotate_file(
            tmp_path / f"{source}.sgf", tmp_path / f"{target}.sgf", objective="score", limit="1n"
        )
        (found,) = read_games(tmp_path / f"{target}.sgf")
        assert found.notes[0].startswith(f"{own}\noutcome: draw\n")
        assert found.notes[0].count("\noutcome: draw\n") == 1


def test_a_column_of_whole_games() -> None:
    games = ["b2 a1", "b2 b2 c3", "b2 zz a1", "b2 none a1", "b2 (a1)", None]
    frame = pl.DataFrame({"id": range(1, 7), "moves": games})
    with pytest.warns(UserWarning, match="5 rows cannot be used"):
        found = annotate(frame, game="tictactoe")
    assert found["id"].to_list() == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6]
    assert found["move"].to_list() == [*"b2 a1 b2 b2 b2 zz b2 none b2 (a1)".split(), None]
    assert found["ply"].to_list() == [0, 1] * 5 + [None]
    assert found["outcome"].is_null().to_list() == [False, False, *[False, True] * 4, True]


def test_the_bad_move_of_a_game_in_a_table_is_named_and_what_it_cuts_off(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("moves\nb2 zz a1\nb2 b2\nb2 NA\n")
    summary = annotate_file(tmp_path / "a.csv", tmp_path / "out.csv", game="tictactoe")
    expected = "expected a column letter a to c and a row number 1 to 3, as in b3"
    assert [str(fault) for fault in summary.faults] == [
        f"line 2: move: 'zz' is not a cell, {expected}; the moves after it are left out",
        "line 3: move b2 is taken by X, expected an empty cell",
        f"line 4: move 'NA' is not a cell, {expected}",
    ]


@pytest.mark.parametrize("kind", ["psq", "sgf"])
def test_nobody_is_judged_by_the_stones_of_an_opening(
    tmp_path: Path,
    kind: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    match = Match("perfect", player("perfect", seed=3), game("3,3,3"), 2, "random:3", seed=2)
    with MatchDatabase(":memory:") as base:
        number = base.begin(match)
        for at, played in enumerate(play_match(match)):
            base.add(number, at, played)
        export(base.games(), tmp_path)
    path = min(tmp_path.glob(f"*.{kind}"))
    (record,) = read_games(path)
    assert record.opening == 3 and record.seconds[:3] == (None,) * 3

    summary = annotate_file(path, tmp_path / "out.csv")
    found = pl.read_csv(tmp_path / "out.csv")
    stones = len(record.moves)
    assert found["opening_stone"].to_list() == [1] * 3 + [0] * (stones - 3)
    assert found["player"].is_null().to_list() == [True] * 3 + [False] * (stones - 3)
    assert found["regret"].to_list()[:3] != [0, 0, 0]  # the opening has a mistake
    assert summary.mistakes == 0
    report = read_annotated(tmp_path / "out.csv", None, None)
    assert (len(report.moments), report.given) == (stones - 3, 3)
    text = write_report(tmp_path / "out.csv")[0].read_text()
    assert "stones of openings, not counted" in text

    assert main(["analyse-game", str(path)]) == 0
    said = capsys.readouterr().out
    assert "no blunders found" in said
    assert f"moves: {stones - 3}, blunders: 0 exact" in said


def test_several_files_of_games_are_one_table(tmp_path: Path) -> None:
    files = [tmp_path / "a.psq", tmp_path / "b.sgf"]
    write_games(files[0], Record("tictactoe", "a1 b1"))
    files[1].write_text("(;SZ[3]RU[3,3,3];B[bb];W[aa])\n(;SZ[3]RU[3,3,3];B[bb];W[bb])")
    summary = annotate_file(files, tmp_path / "out.csv")
    found = pl.read_csv(tmp_path / "out.csv")
    places = [str(file) for file in files]
    assert found["file"].to_list() == [places[0]] * 2 + [places[1]] * 4
    assert found["game"].to_list() == [1, 1, 2, 2, 3, 3]
    assert found["regret"].to_list() == [0, 1, 0, 0, 0, None]
    assert [str(fault) for fault in summary.faults] == [
        f"{files[1]}: game 2, line 2: move b2 is taken by X, expected an empty cell"
    ]
    assert len(read_annotated(tmp_path / "out.csv", None, None).moments) == 5
    annotate_file(files, tmp_path / "out.sgf")
    assert [len(game.moves) for game in read_games(tmp_path / "out.sgf")] == [2, 2, 1]


def test_what_cannot_be_annotated_together(tmp_path: Path) -> None:
    files = [tmp_path / "a.psq", tmp_path / "b.sgf", tmp_path / "c.csv"]
    write_games(files[0], Record("tictactoe", "a1"))
    write_games(files[1], Record("4,4,4", "a1"))
    files[2].write_text("moves\na1\n")
    with pytest.raises(TableError, match=r"c\.csv is a table: annotate it alone"):
        annotate_file(files, tmp_path / "out.csv")
    with pytest.raises(TableError, match=r"b\.sgf has games of 4,4,4, but \S+a\.psq has"):
        annotate_file(files[:2], tmp_path / "out.csv")
    with pytest.raises(FileNotWritten, match="would overwrite the input"):
        annotate_file([files[1], files[1]], files[1])
    with pytest.raises(OptionError, match="expected a path"):
        annotate_file([], tmp_path / "out.csv")
    with pytest.raises(OptionError, match="expected a path"):
        annotate_file(5, tmp_path / "out.csv")  # type: ignore[arg-type]
