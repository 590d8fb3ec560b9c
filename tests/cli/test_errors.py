"""Every error of the user's: one message on standard error, status 2, no traceback."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.cli.conftest import Kinrow

from kinrow.cli.app import _EXTRAS, obey
from kinrow.rules import MemoryLimit
from kinrow.rules.sentence import Sentence
from kinrow.runtime.threads import ThreadLimit


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["solve", "titactoe"], ["unknown game 'titactoe'", "did you mean tictactoe"]),
        (["solve", "3,3"], ["'3,3' has 2 numbers, expected 3 (m,n,k) or 5"]),
        (["count", "30,3,3"], ["rows: 30, expected a whole number from 1 to 29"]),
        (["show", "tictactoe", "-p", "XX/Z../..."], ["row 1 has 2 cells", "row 2, column 1: 'Z'"]),
        (["show", "tictactoe", "--after", "a1 a1"], ["move 2: a1 is taken by X"]),
        (["perft", "tictactoe", "x"], ["DEPTH", "kinrow perft --help"]),
        (["perft", "tictactoe", "-1"], ["-1", "kinrow perft --help"]),
        (["solve", "tictactoe", "--objective", "margin"], ["margin", "outcome or score"]),
        (["solve", "tictactoe", "--objective", "luck"], ["luck", "kinrow solve --help"]),
        (["solve", "tictactoe", "--time", "0"], ["--time", "above 0"]),
        (["solve", "tictactoe", "--time", "nan"], ["--time", "above 0"]),
        (["solve", "tictactoe", "--time", "soon"], ["--time"]),
        (["solve", "tictactoe", "--memory", "much"], ["--memory", "'much'", "4GiB"]),
        (["solve", "tictactoe", "--threads", "0"], ["--threads"]),
        (["solve", "tictactoe", "--wrong"], ["--wrong", "kinrow solve --help"]),
        (["solve"], ["GAME", "kinrow solve --help"]),
        (["solve", "tictactoe", "extra"], ["extra"]),
        (["solve", "tictactoe", "--after", "b2", "a1"], ["too many arguments: a1", "'b2 a1'"]),
        (["solve", "tictactoe", "--time", "1s"], ["--time: expected seconds, such as 2.5"]),
        (["prove", "gomoku", "-o", "a", "--time", "3s"], ["--time: expected seconds, such as 2.5"]),
        (["analyse-game", "pyproject.toml", "--least", "x"], ["--least: expected a number"]),
        (["analyse-game", "pyproject.toml", "--least", "2"], ["--least: expected at most 1\n"]),
        (["solve", "tictactoe", "\x1b[31m"], ["too many arguments: \\x1b[31m (use commas"]),
        (["solve", "tictactoe", "--json=1"], ["--json: expected no value"]),
        (["solve", "tictactoe", "--objective", ""], ["--objective: '', expected one of outcome, "]),
        (
            ["solve", "tictactoe", "--tiem", "1"],
            ["--tiem: did you mean --after, --time?"],
        ),
        (
            ["strategy", "show", "none"],
            ["FILE: none does not exist", "strategy show --help"],
        ),
        (["match", "random", "random", "-e", "pyproject.toml"], ["is a file, expected a folder"]),
        (["judge", "--"], ["a command is missing", "kinrow judge --help"]),
        (["judge", "jin"], ["no command jin: did you mean jing4?", "kinrow judge --help"]),
        (["solve", "--threads"], ["--threads", "kinrow solve --help"]),
        (["match"], ["A B... is missing: expected two players", "kinrow match --help"]),
        (["sovle", "tictactoe"], ["sovle", "solve"]),
        (["learn", "--network", "--correction", "-o", "a"], ["--network", "a network learns from"]),
        (["learn", "--network", "--start", "line-5", "-o", "a"], ["--network", "--start"]),
        (["judge", "nothing"], ["nothing", "kinrow judge --help"]),
        (["learn", "7,7,4", "--games", "5", "-o", "a"], ["--games", "expected at least 20 games"]),
        (["learn", "7,7,4", "--exam", "5", "-o", "a"], ["--exam", "only with --network"]),
        (["learn", "7,7,4", "--simulations", "5", "-o", "a"], ["--simulations", "--network"]),
        (["learn", "7,7,4", "--simulations", "64", "-o", "a"], ["--simulations", "--network"]),
        (["learn", "--network", "--nodes", "8000", "-o", "a"], ["--nodes", "--simulations"]),
        (["learn", "--correction", "--rounds", "2", "-o", "a"], ["--rounds", "has one round"]),
        (["learn", "--correction", "--exam", "9", "-o", "a"], ["--exam", "only with --network"]),
        (
            ["learn", "7,7,4", "--reproduce", "line-5", "-o", "a"],
            ["GAME: cannot be used", "--reproduce"],
        ),
        (["learn", "--reproduce", "line-5", "--games", "9", "-o", "a"], ["--games", "--reproduce"]),
        (["learn", "--reproduce", "line-5", "--network", "-o", "a"], ["--network: cannot be used"]),
        (["help", "solve", "extra"], ["too many words after kinrow help solve: extra"]),
        (["help", "judge", "jing4", "a", "b"], ["after kinrow help judge jing4: a b"]),
        (["match", "random", "perfect", "--openings", "random:x"], ["1 to 99, as in random:3"]),
        (["match", "random", "perfect", "--openings", "balanced"], ["1 to 99, as in balanced:3"]),
        (["play", "tictactoe", "--x", "robot"], ["player 'robot', expected random, perfect"]),
        (["match", "random", "perfect", "--openings", "swap3"], ["swap1, swap, swap2 or a file"]),
        (["prove", "tictactoe", "-o", "a", "--book", "none"], ["--book: none does not exist"]),
        (["play", "tictactoe", "-p", "XXX/OOO/..."], ["cannot arise in tictactoe"]),
    ],
    ids=lambda value: " ".join(value)[:40],
)
def test_message_and_status(kinrow: Kinrow, arguments: list[str], words: list[str]) -> None:
    run = kinrow(*arguments)
    assert run.status == 2
    assert run.out == ""
    assert run.err.startswith("kinrow: ")
    assert not [word for word in words if word not in run.err], run.err
    assert "Traceback" not in run.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["puzzles", "gomoku"], "boards of at most 25 cells"),
        (["analyse-game", "FILE", "-n", "2"], "there is no game 2; the file has 1"),
        (
            ["annotate", "FILE", "-o", "a.xls"],
            ".jsonl, .ndjson, .sqlite, .sqlite3, .db, .sgf, .json\n",
        ),
        (["annotate", ".", "-o", "a.csv"], "FILE...: . is a folder, expected a file"),
        (["report", "."], "OUT: . is a folder, expected a file"),
        (["strategy", "make", "FILE", "-o", "a.strategy"], "game.txt is rejected: byte 1"),
        (["strategy", "make", ".", "-o", "a.strategy"], ". is a folder, expected a file"),
        (["check", ""], "FILE: the file name is empty, expected the name of a file"),
        (["prove", "3,3,3", "-o", "-"], "--out: expected the name of a file, not -"),
        (["prove", "4+,3+,3+", "-o", "a"], "'4+,3+,3+': expected + or * after rows and columns"),
        (["prove", "4*,3,3*", "-o", "a"], "'4*,3,3*': expected + or * after rows and columns"),
        (["prove", "4+,3*,3", "-o", "a"], "'4+,3*,3': expected either + or *, as in 13+,4,4 or"),
        (["prove", "4*,3+,3", "-o", "a"], "'4*,3+,3': expected either + or *, as in 13+,4,4 or"),
    ],
    ids=lambda value: " ".join(value)[:20],
)
def test_what_is_wrong_with_a_file_or_a_game(
    kinrow: Kinrow, tmp_path: Path, arguments: list[str], words: str
) -> None:
    file = tmp_path / "game.txt"
    file.write_text("game 3,3,3\nmoves b2 a1\n", encoding="utf-8")
    run = kinrow(*(str(file) if word == "FILE" else word for word in arguments))
    assert run.status == 2
    assert words in run.err


@pytest.mark.parametrize("group", ["judge", "strategy", "table"])
def test_a_group_alone_shows_its_help(kinrow: Kinrow, group: str) -> None:
    run = kinrow(group)
    assert (run.status, run.err) == (0, "")
    assert f"kinrow {group} [OPTIONS] COMMAND" in run.out


def test_an_impossible_board_is_told_as_the_rules_tell_it(kinrow: Kinrow) -> None:
    run = kinrow("solve", "tictactoe", "--position", "XXX/OOO/...")
    assert run.err == (
        "kinrow: this board cannot arise in tictactoe:\n"
        "  both X (row 1) and O (row 2) have 3 in a row, expected at most one of them\n"
    )


def missing(name: str) -> Mapping[str, object]:
    def load() -> object:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    return {"face": load}


def test_a_missing_extra_names_what_to_install(capsys: pytest.CaptureFixture[str]) -> None:
    assert obey(["face", "--help"], missing("starlette.routing")) == 2  # type: ignore[arg-type]
    message = "this needs starlette, which is not installed; please run: pip install 'kinrow[web]'"
    assert capsys.readouterr().err == f"kinrow: {message}\n"


def test_every_extra_is_one_of_ours() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert set(_EXTRAS.values()) <= set(project["optional-dependencies"])


def test_every_library_of_an_extra_is_known() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lists = project["optional-dependencies"].values()
    names = {re.split(r"[\[<>=]", library)[0] for listed in lists for library in listed}
    modules = {"pillow": "PIL", "pygame-ce": "pygame"}
    assert {modules.get(name, name) for name in names} <= set(_EXTRAS)


def test_a_module_that_no_extra_brings_is_an_error_of_ours() -> None:
    with pytest.raises(ModuleNotFoundError):
        obey(["face", "--help"], missing("kinrow.nothing"))  # type: ignore[arg-type]


def test_a_core_that_is_not_built_names_how_to_build_it(
    kinrow: Kinrow, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms = ("kinrow.analysis", "kinrow.solver", "kinrow.runtime")
    for name in [name for name in sys.modules if name.startswith(rooms)]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "kinrow._core", None)
    monkeypatch.delattr("kinrow._core", raising=False)
    run = kinrow("solve", "tictactoe")
    assert run.status == 2
    assert "make build" in run.err


def test_bench_outside_a_checkout(kinrow: Kinrow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kinrow.cli.bench.checkout", lambda: None)
    run = kinrow("bench")
    assert (run.status, run.out) == (2, "")
    assert "make bench" in run.err


ROOT = Path(__file__).resolve().parents[2]
KINROW = f"'{sys.executable}' -m kinrow"


def shell(command: str) -> str:
    """What comes on standard error, the exit status last."""
    run = subprocess.run(
        ["sh", "-c", f"{command}; echo $? >&2"], capture_output=True, text=True, check=False
    )
    return run.stderr


@pytest.mark.parametrize(
    ("arguments", "err"),
    [
        ("games > /dev/full", "kinrow: standard output: No space left on device\n2\n"),
        ("--help > /dev/full", "kinrow: standard output: No space left on device\n2\n"),
        ("--version > /dev/full", "kinrow: standard output: No space left on device\n2\n"),
        ("solve --help > /dev/full", "kinrow: standard output: No space left on device\n2\n"),
        ("atlas > /dev/full", "kinrow: standard output: No space left on device\n2\n"),
        ("games >&-", "0\n"),
        ("play tictactoe <&- > /dev/null", "0\n"),
        ("perft tictactoe 1 2>&- > /dev/null", "0\n"),
    ],
)
def test_streams_that_are_closed_or_full(arguments: str, err: str) -> None:
    assert shell(f"{KINROW} {arguments}") == err


@pytest.mark.parametrize(
    "arguments",
    ["--help", "games", "solve tictactoe --json", "show tictactoe", "atlas", "atlas --json"],
)
def test_a_reader_that_is_gone_is_no_matter(arguments: str) -> None:
    # By the time of the first line, the reader has ended.
    assert shell(f"(sleep 0.1; {KINROW} {arguments}; echo $? >&2) | true") == "141\n0\n"


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (MemoryError(), "not enough memory: free some"),
        (MemoryLimit("as the core says it"), "not enough memory: free some"),
        (ThreadLimit(Sentence("system.threads")), "fewer with --threads (in Python threads=1), or"),
        (ImportError("", name="_core"), "make build"),
        (ImportError("", name="kinrow"), "make build"),
    ],
)
def test_what_the_system_cannot_give_is_said(
    error: Exception,
    words: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("kinrow.tables.tabulate", fail)
    assert obey(["tabulate", "tictactoe", "-o", "a.table"]) == 2
    assert words in capsys.readouterr().err


def test_a_fault_of_ours_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("ours")

    monkeypatch.setattr("kinrow.tables.tabulate", fail)
    with pytest.raises(RuntimeError, match="ours"):
        obey(["tabulate", "tictactoe", "-o", "a.table"])


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is always full")
@pytest.mark.parametrize(
    ("command", "status"),
    [
        ("match random perfect -g tictactoe --games 2 -r games.sqlite", 0),
        ("solve titactoe", 2),
    ],
)
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_log_on_a_full_disk_ends_nothing(
    command: str, status: int, unbuffered: str, tmp_path: Path
) -> None:
    with Path("/dev/full").open("w") as full:
        run = subprocess.run(
            [sys.executable, "-m", "kinrow", *command.split()],
            stdout=subprocess.DEVNULL,
            stderr=full,
            cwd=tmp_path,
            env=os.environ | {"PYTHONUNBUFFERED": unbuffered},
            check=False,
        )
    assert run.returncode == status
