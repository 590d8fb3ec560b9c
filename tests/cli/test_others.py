"""count, perft, show, games, tour, and how it all starts."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Kinrow

import kinrow as package
from kinrow.cli.samples import csp_boards, jing4_boards, recorded_games
from kinrow.cli.tour import program
from kinrow.rules import NAMED, game
from kinrow.solver import SearchSolver


def python(code: str, **environ: str) -> str:
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, **environ},
    )
    return run.stdout


def test_count(kinrow: Kinrow) -> None:
    found = kinrow("count", "4,3,3", "--json").json
    sums = {"reachable": 111973, "finished": 32410, "canonical": 28275, "canonical_finished": 8187}
    assert {name: found[name] for name in sums} == sums
    assert (found["complete"], found["stopped"]) == (True, None)
    assert [ply["ply"] for ply in found["per_ply"]] == list(range(13))
    assert sum(ply["positions"] for ply in found["per_ply"]) == 111973
    table = kinrow("count", "4,3,3").out.splitlines()
    assert table[0] == "(4,3,3)"
    assert len(table) == 1 + 2 + 13 + 1 + 2
    assert table[-3].split()[:3] == ["all", "111,973", "32,410"]


@pytest.mark.parametrize("language", ["C.UTF-8", "zh_CN.UTF-8", "zh_TW.UTF-8"])
def test_help_keeps_what_is_in_brackets(kinrow: Kinrow, language: str) -> None:
    page = kinrow("learn", "--help", LANG=language, COLUMNS="200").out
    assert page.count("pip install 'kinrow[learn]'") == 2
    assert "2500" in page and "(2500" not in page
    assert "[row, col]" in kinrow("judge", "--help", COLUMNS="200").out


def test_nodes_end_solve_and_prove(kinrow: Kinrow, tmp_path: Path) -> None:
    found = kinrow("solve", "8,8,5", "--search-only", "--nodes", "1000", "--json").json
    assert (found["complete"], found["stopped"]) == (False, "nodes")
    run = kinrow("prove", "8,8,5", "-o", str(tmp_path / "a.proof"), "--nodes", "1")
    assert run.status == 1 and "not proved" in run.out
    run = kinrow("prove", "12+,4,4", "-o", str(tmp_path / "b.proof"), "--nodes", "1000")
    assert run.out == (
        "not proved: the node limit ended the search before it settled anything"
        f"; --resume continues from {tmp_path / 'b.proof.checkpoint'}\n"
    )


def test_the_size_of_a_compressed_proof_is_that_of_its_file(kinrow: Kinrow, tmp_path: Path) -> None:
    plain, packed = tmp_path / "a.proof", tmp_path / "b.proof.zst"
    size = kinrow("prove", "3,3,3", "-o", str(packed), "--threads", "1", COLUMNS="200").out
    assert kinrow("prove", "3,3,3", "-o", str(plain), "--threads", "1").status == 0
    whole = plain.stat().st_size
    assert f"{packed.stat().st_size} bytes ({whole} without compression), " in size
    assert kinrow("check", str(packed), "--json").json["bytes"] == whole


@pytest.mark.parametrize(
    ("spec", "larger", "repeated", "words"),
    [
        (
            "4+,4,4",
            ["rows"],
            "",
            " and found no win of the first player that holds on all boards of 4+,4,4",
        ),
        ("3*,3,3", [], "rows", ", but copies of this board do not block every line of 3*,3,3"),
        ("3,3*,3", [], "cols", ", but copies of this board do not block every line of 3,3*,3"),
    ],
)
def test_a_class_that_is_not_proved_is_named(
    kinrow: Kinrow, tmp_path: Path, spec: str, larger: list[str], repeated: str, words: str
) -> None:
    asked = ("prove", spec, "-o", str(tmp_path / "a.proof"), "--threads", "1")
    run = kinrow(*asked)
    assert run.status == 1
    assert run.out.startswith(f"not proved: the search is complete{words}")
    found = json.loads(kinrow(*asked, "--json").out)
    assert (found["larger"], found["repeated"], found["stopped"]) == (larger, repeated, None)


def test_a_proof_has_no_side_of_copies(kinrow: Kinrow, tmp_path: Path) -> None:
    found = kinrow("prove", "3,3,3", "-o", str(tmp_path / "a.proof"), "--json").json
    assert (found["larger"], found["repeated"]) == ([], "")
    assert kinrow("check", str(tmp_path / "a.proof"), "--json").json["repeated"] == ""


def test_a_count_that_is_stopped_says_so(kinrow: Kinrow) -> None:
    run = kinrow("count", "5,5,5", "--time", "0.2", "--memory", "64MiB")
    assert run.status == 0
    assert "only the rows listed were counted" in run.out
    found = kinrow("count", "5,5,5", "--time", "0.2", "--memory", "64MiB", "--json").json
    assert found["complete"] is False
    assert found["stopped"] in ("time", "memory")


def test_perft(kinrow: Kinrow) -> None:
    assert kinrow("perft", "tictactoe", "5").out == "15120\n"
    found = kinrow("perft", "tictactoe", "1", "--after", "b2", "--json").json
    assert found == {"game": "3,3,3", "position": "3,3,3 .../.X./...", "depth": 1, "perft": 8}


def test_show(kinrow: Kinrow) -> None:
    out = kinrow("show", "tictactoe", "--after", "a1 b1 a2 b2 a3").out
    assert out.splitlines()[-2:] == ["3,3,3 XO./XO./X..", "line of X: a1 a2 a3"]
    assert "[X]. ." in out
    found = kinrow("show", "tictactoe", "--after", "a1 b1 a2 b2 a3", "--json").json
    assert (found["finished"], found["winner"], found["outcome"]) == (True, "X", "loss")
    assert found["lines"] == {"X": [["a1", "a2", "a3"]], "O": []}
    assert found["legal_moves"] == []
    board = found["position"]
    assert kinrow("show", found["game"], "--position", board, "--json").json == found
    assert kinrow("show", board, "--json").json == found


def test_rules_of_games_are_not_cut_off_on_a_narrow_terminal(kinrow: Kinrow) -> None:
    shown = re.sub(r"\s+", "", kinrow("games", COLUMNS="40").out)
    assert all(str(row.rules) in shown for row in NAMED.values())


def test_games(kinrow: Kinrow) -> None:
    out = kinrow("games").out
    assert not [name for name in NAMED if f"{name} " not in out]
    listed = kinrow("games", "--json").json
    assert [row["name"] for row in listed] == list(NAMED)
    assert all(game(row["rules"]) == NAMED[row["name"]].rules for row in listed)


def test_tour(kinrow: Kinrow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kinrow.cli.tour._WHOLE", ("tictactoe", "4,4,3"))
    monkeypatch.setattr("kinrow.cli.tour._RECORDED_NODES", 1000)
    monkeypatch.setattr("kinrow.cli.tour._COUNTED", "tictactoe")
    run = kinrow("tour", "--memory", "64MiB")
    assert (run.status, run.err) == (0, "")
    assert "win for X, score 3  loss for X, score -4  draw\n" in run.out
    assert "margin -1  draw          loss for O, margin -1  win for X, margin 1\n" in run.out
    assert "\n  12    11     X won" in run.out
    assert "\n  (4,4,3)            win for X " in run.out
    assert "5,478 positions (765 up to symmetry)" in run.out


def test_the_tour_names_a_command_that_the_shell_finds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After `make run` the command is in `.venv`, which is not on the PATH."""
    scripts = tmp_path / ".venv" / "bin"
    scripts.mkdir(parents=True)
    (scripts / "kinrow").touch(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "executable", str(scripts / "python"))
    for path, name in (("", os.path.join(".venv", "bin", "kinrow")), (str(scripts), "kinrow")):
        monkeypatch.setenv("PATH", path)
        assert program() == name


def test_the_samples_are_those_of_the_tasks() -> None:
    with SearchSolver(memory="16MiB", threads=1) as solver:
        scores = [solver.solve(board, objective="score").score for board in csp_boards()]
        winners = [solver.solve(board).winner for board in jing4_boards()]
    assert scores == [3, -4, 0]
    assert [str(winner or "Draw") for winner in winners] == ["O", "Draw", "X", "X"]
    games = list(recorded_games())
    assert len(games) == 12
    assert sum(len(positions) - 1 for positions in games) == 166
    assert all(positions[-1].finished for positions in games)


def test_help_lists_every_task(kinrow: Kinrow) -> None:
    for name in ("csp201803-4", "jing4", "tioj2011", "leetcode-1275", "leetcode-794"):
        assert f"│ {name} " in kinrow("judge").out


def test_version(kinrow: Kinrow) -> None:
    assert kinrow("--version").out == f"kinrow {package.__version__}\n"
    module = [sys.executable, "-m", "kinrow", "--version"]
    run = subprocess.run(module, capture_output=True, text=True, check=True)
    assert run.stdout == f"kinrow {package.__version__}\n"


def test_a_judge_starts_without_typer_and_rich() -> None:
    judge = "import io, sys; sys.stdin = io.TextIOWrapper(io.BytesIO(b'0\\n'))\n"
    judge += "from kinrow.__main__ import main; main(['judge', 'csp201803-4'])\n"
    assert python(judge + "print({'typer', 'rich', 'click'} & set(sys.modules))") == "set()\n"


def test_an_answer_in_a_pipe_needs_no_rich() -> None:
    solve = "import sys; from kinrow.__main__ import main; main(['solve', 'tictactoe', '--json'])\n"
    assert python(solve + "print({'rich', 'numpy'} & set(sys.modules))").endswith("\nset()\n")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("kinrow so", ["solve"]),
        ("kinrow solve go", ["gomoku", "gomoku-standard", "gomoku-20"]),
        ("kinrow solve tictactoe --obj", ["--objective"]),
        ("kinrow judge leetcode-1", ["leetcode-1275"]),
    ],
)
def test_the_shell_completes(words: str, expected: list[str]) -> None:
    run = python(
        "import sys; sys.argv = ['kinrow']; from kinrow.__main__ import main; main()",
        _KINROW_COMPLETE="complete_bash",
        COMP_WORDS=words,
        COMP_CWORD=str(len(words.split()) - 1),
    )
    assert run.split() == expected
