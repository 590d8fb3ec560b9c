"""kinrow solve: values, every best move, bounds, as text and as JSON."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.cli.conftest import Kinrow

from kinrow.rules import Position, Sign, game

FIELDS = {
    "game",
    "position",
    "to_move",
    "left",
    "objective",
    "outcome",
    "winner",
    "score",
    "source",
    "margin",
    "lower",
    "upper",
    "complete",
    "best_moves",
    "best_moves_complete",
    "line",
    "nodes",
    "seconds",
    "how",
    "stopped",
}


def worth(position: Position) -> int:
    """The outcome for the side to move, by trying everything."""
    if position.outcome is not None:
        return int(position.outcome)
    return max(worth_of_move(position, str(move)) for move in position.legal_moves)


def worth_of_move(position: Position, move: str) -> int:
    after = position.play(move)
    return worth(after) if after.to_move is position.to_move else -worth(after)


def test_an_empty_board_as_text(kinrow: Kinrow) -> None:
    run = kinrow("solve", "tictactoe")
    title, value, best, line, source, digest = run.out.splitlines()
    assert title == "tictactoe  first player (X) to move, empty board"
    assert re.fullmatch(r"draw · \d+ nodes in \d+\.\d\d s · proved", value)
    assert best == "best: every move draws"
    assert re.fullmatch(r"line:( [a-c][1-3]){9}", line)
    assert source == "known from: the atlas (3,3,3)"
    assert re.fullmatch(r"  proof sha256 [0-9a-f]{64}", digest)
    assert (run.status, run.err) == (0, "")


def test_a_position_that_is_open_has_its_moves_with_bounds(kinrow: Kinrow) -> None:
    asked = ("solve", "5,5,4:misere", "--moves", "--nodes", "1", "--search-only")
    shown = kinrow(*asked).out.splitlines()
    assert "1  ? ? ? ? ?" in shown
    moves = kinrow(*asked, "--json").json["moves"]
    assert len(moves) == 25
    assert moves["c3"] == {"outcome": None, "value": None, "lower": -1, "upper": 1}


def test_a_computed_answer_of_a_strategy_does_not_claim_its_proof(kinrow: Kinrow) -> None:
    shown = kinrow("solve", "10,4,4", "--after", "b5 a1").out
    assert "win for X · computed" in shown
    assert "made from the proof with sha256 36a7" in " ".join(shown.split())


def test_a_proved_game_is_not_searched(kinrow: Kinrow) -> None:
    title, value, best, line, *source = kinrow("solve", "gomoku").out.splitlines()
    assert title == "gomoku  first player (X) to move, empty board"
    assert value == "win for X · proved"
    assert best.startswith("best: h8") and line == "line: h8"
    assert source[:2] == [
        "known from: the atlas (15,15,5)",
        "  first solved by Allis, van den Herik, Huntjens 1993/94",
    ]
    assert source[2].startswith("  proof sha256 a9f7310526f03cc9")
    found = kinrow("solve", "gomoku", "--json").json
    assert (found["outcome"], found["how"], found["best_moves"]) == ("win", "proved", ["h8"])
    assert (found["nodes"], found["source"]["kind"]) == (0, "atlas")


def test_theory_names_its_rule(kinrow: Kinrow) -> None:
    out = kinrow("solve", "20,20,9", "--time", "0.1").out
    assert "draw · " in out and "by theory" in out
    assert "known from: theory (monotonicity)" in out


def test_search_only(kinrow: Kinrow) -> None:
    for words in (("tictactoe",), ("20,20,9", "--time", "0.1"), ("4,4,3", "--moves")):
        out = kinrow("solve", *words, "--search-only").out
        assert "known from" not in out and "proved" not in out and "theory" not in out
    found = kinrow("solve", "tictactoe", "--search-only", "--json").json
    assert (found["outcome"], found["how"], found["source"]) == ("draw", "computed", None)


def test_a_board_is_shown_with_its_turn(kinrow: Kinrow) -> None:
    out = kinrow("solve", "3,3,3,2,1", "--after", "b2 a1").out
    assert "  O to move, 1 stone left in this turn\n" in out
    assert "\n1  O . .\n2  . X .\n" in out
    out = kinrow("solve", "3,3,3,1,2", "--after", "b2 a1 c1").out
    assert "  X to move\n" in out  # a turn of one stone


def test_json_has_every_field(kinrow: Kinrow) -> None:
    found = kinrow("solve", "tictactoe", "--json").json
    assert set(found) == FIELDS
    assert found["game"] == "3,3,3"
    assert found["position"] == "3,3,3 .../.../..."
    assert (found["outcome"], found["winner"], found["score"]) == ("draw", None, 0)
    assert (found["lower"], found["upper"], found["complete"]) == (0, 0, True)
    assert len(found["best_moves"]) == 9
    assert found["best_moves_complete"] is True
    assert (found["how"], found["stopped"], found["left"]) == ("proved", None, 1)
    assert found["source"]["game"] == "3,3,3"


def test_score(kinrow: Kinrow) -> None:
    asked = ("solve", "4,4,3", "--position", "X.../.O../..X./....", "--objective", "score")
    found = kinrow(*asked, "--json").json
    assert (found["outcome"], found["winner"], found["score"]) == ("win", "O", 11)
    assert (found["to_move"], found["best_moves"]) == ("O", ["c2", "b3"])
    assert found["line"][0] in found["best_moves"]
    assert "win for O, score 11 ·" in kinrow(*asked).out


def test_margin(kinrow: Kinrow) -> None:
    board = "XOOOO/XXXXO/X.XOO/XO.../OO..."
    found = kinrow("solve", "jing4", "-p", board, "-o", "margin", "--json").json
    assert (found["outcome"], found["winner"], found["margin"], found["score"]) == (
        "win",
        "X",
        1,
        None,
    )


def test_a_finished_game_has_no_best_move(kinrow: Kinrow) -> None:
    found = kinrow("solve", "tictactoe", "-p", "XXX/OO./...", "--json", "-o", "score").json
    assert (found["outcome"], found["winner"], found["score"]) == ("loss", "X", -5)
    asked_outcome = kinrow("solve", "tictactoe", "-p", "XXX/OO./...", "--json").json
    assert (asked_outcome["score"], asked_outcome["margin"]) == (-5, None)
    assert (found["best_moves"], found["line"], found["best_moves_complete"]) == ([], [], True)
    out = kinrow("solve", "tictactoe", "-p", "XXX/OO./...").out
    assert out.startswith("tictactoe  the game is over: X has won\n")
    assert "best:" not in out


@pytest.mark.parametrize(
    ("name", "moves"),
    [
        ("tictactoe", "a1 b1"),
        ("tictactoe", "a1 b1 a2 a3"),
        ("tictactoe-misere", "b2 a1"),
        ("3,3,3,2,1", "a1 b2"),
        ("3,3,3,2,1", "a1 b2 c3"),
        ("2,4,3", "c1"),
        ("3,3,3,2,2:majority,threshold=2,turns=3,fill=O", "a1 b1 c2"),
    ],
)
def test_best_moves_are_all_the_best_moves(kinrow: Kinrow, name: str, moves: str) -> None:
    position = game(name).replay(moves)
    values = {str(m): worth_of_move(position, str(m)) for m in position.legal_moves}
    found = kinrow("solve", name, "--after", moves, "--json", "--moves").json
    assert found["lower"] == found["upper"] == max(values.values())
    assert found["best_moves"] == [m for m, value in values.items() if value == found["lower"]]
    assert found["best_moves_complete"] is True
    assert {m: facts["value"] for m, facts in found["moves"].items()} == values
    without = kinrow("solve", name, "--after", moves, "--json").json
    assert without["best_moves"] == found["best_moves"]


def test_moves_as_text(kinrow: Kinrow) -> None:
    out = kinrow("solve", "tictactoe", "--after", "a1 c3", "--moves").out
    assert "\n1  X - +\n2  - = =\n3  + = O\n" in out
    assert "\n+  win for X: c1 a3\n=  draw: b2 c2 b3\n-  loss for X: b1 a2\n" in out


def test_many_moves_that_are_not_settled_are_counted(kinrow: Kinrow) -> None:
    out = kinrow("solve", "gomoku", "--nodes", "1000", "--moves").out
    assert "\n+  win for X: h8\n?  unknown: 224 moves\n" in out
    assert out.count("?") == 225


def test_best_moves_that_cost_too_much_are_said_to_be_open(
    kinrow: Kinrow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kinrow.analysis.settling._LEAST", 1)
    monkeypatch.setattr("kinrow.analysis.settling._MOST", 1)
    found = kinrow("solve", "6,5,4", "--json").json
    assert found["outcome"] == "win"
    assert found["best_moves_complete"] is False
    assert found["line"][0] in found["best_moves"]
    assert "(there may be others" in kinrow("solve", "6,5,4").out
    settled = kinrow("solve", "6,5,4", "--json", "--moves").json
    assert settled["best_moves_complete"] is True
    assert set(found["best_moves"]) < set(settled["best_moves"])


def test_moves_that_were_asked_for_are_not_recommended(kinrow: Kinrow) -> None:
    asked = ("solve", "6,6,4", "--nodes", "100", "--search-only")
    assert "may be others: --moves values" in kinrow(*asked).out
    every = kinrow(*asked, "--moves").out
    assert "+  win for X: c3\n" in every and "--moves" not in every


def test_the_end_of_the_time_leaves_bounds(kinrow: Kinrow) -> None:
    asked = ("solve", "18,18,5", "--time", "0.1", "--memory", "64MiB")
    found = kinrow(*asked, "--json").json
    assert (found["complete"], found["stopped"], found["outcome"]) == (False, "time", None)
    assert (found["best_moves"], found["best_moves_complete"]) == ([], False)
    assert found["lower"] < found["upper"]
    run = kinrow(*asked, "--moves")
    assert run.status == 0
    assert "draw or win for X · " in run.out  # nobody loses by moving first
    assert "stopped by the time limit" in run.out
    assert "computed" not in run.out


def test_threads_and_memory_are_taken(kinrow: Kinrow) -> None:
    limits = ("--threads", "1", "--memory", "16MiB")
    asked = ("solve", "5,5,4", "--json", "--search-only", *limits)
    first, second = kinrow(*asked).json, kinrow(*asked).json
    assert first["nodes"] == second["nodes"]


def test_who_begins_follows_the_rules(kinrow: Kinrow) -> None:
    assert kinrow("solve", "4,4,3:begins=O", "--json").json["winner"] == str(Sign.O)


def test_a_board_too_large_to_search_is_referred_to_the_atlas_if_that_settles_it(
    kinrow: Kinrow,
) -> None:
    run = kinrow("solve", "(40, 40, 5)")
    assert run.status == 2
    assert run.err.endswith("; its value is known: kinrow atlas --game 40,40,5\n")
    assert kinrow("atlas", "--game", "40,40,5").out.startswith("40,40,5: first player wins")
    for spec in ("40,40,6", "40,40,50"):
        assert "atlas" not in kinrow("solve", spec).err


def test_a_win_by_a_given_ply_is_proved_or_not_found(kinrow: Kinrow, tmp_path: Path) -> None:
    command = ("prove", "6,5,4", "-o", str(tmp_path / "a.proof"), "--threads", "1", "--by-ply")
    none = kinrow(*command, "10")
    assert none.out == (
        "not proved: the search is complete and found no win by ply 10; there may be one\n"
    )
    assert none.status == 1
    assert kinrow(*command, "11").out.startswith("proved: X wins by ply 11\n")
