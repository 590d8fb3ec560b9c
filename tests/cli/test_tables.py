"""tabulate and table: files, answers, exit statuses."""

from __future__ import annotations

import errno
import pkgutil
from pathlib import Path

import pytest
from tests.cli.conftest import Kinrow

from kinrow.rules import game
from kinrow.solver import SearchSolver, count


def test_a_table_is_made_shown_counted_and_verified(kinrow: Kinrow, tmp_path: Path) -> None:
    file = str(tmp_path / "a.table")
    made = kinrow("tabulate", "4,3,3", "-o", file, "--threads", "1", "--json").json
    assert (made["game"], made["objective"], made["value"]) == ("4,3,3", "score", 6)
    assert made["bytes"] == Path(file).stat().st_size
    shown = kinrow("table", "show", file, ".X./.../.O./...", "--json").json
    position = game("4,3,3").parse(".X./.../.O./...")
    with SearchSolver("16MiB", threads=1) as solver:
        truth = solver.analyse(position, objective="score")
    assert shown["outcome"] == str(truth.solution.outcome)
    assert shown["score"] == truth.solution.score
    assert {move: worth["score"] for move, worth in shown["moves"].items()} == {
        str(move): value.lower for move, value in truth.moves.items()
    }
    assert "loss for O, score" in kinrow("table", "show", file, "--after", "b2").out
    stats = kinrow("table", "stats", file, "--json").json
    counts = count("4,3,3")
    assert (stats["positions"], stats["canonical"]) == (counts.reachable, counts.canonical)
    assert (stats["finished"], stats["wrong"]) == (counts.finished, 0)
    assert sum(ply["one_winning_move"] for ply in stats["per_ply"]) == stats["one_winning_move"]
    assert stats["longest_win"]["stones"] >= 7
    assert f"{counts.reachable:,} positions" in kinrow("table", "stats", file).out
    verified = kinrow("table", "verify", file, "--json").json
    assert (verified["positions"], verified["wrong"]) == (counts.reachable, 0)
    assert "every value is right" in kinrow("table", "verify", file).out


def test_what_an_opening_table_cannot_check_is_not_called_right(
    kinrow: Kinrow, tmp_path: Path
) -> None:
    file = str(tmp_path / "a.table")
    kinrow("tabulate", "3,4,3", "-o", file, "--plies", "2")
    verified = kinrow("table", "verify", file).out
    assert verified.startswith("every value is right: 13 positions, ")
    assert "not checked: 132 positions with 2 stones" in verified
    assert kinrow("table", "verify", file, "--json").json["unchecked"] == 132
    stats = kinrow("table", "stats", file, "--json").json
    assert [ply["one_winning_move"] for ply in stats["per_ply"]][-1] is None
    assert kinrow("table", "stats", file).out.splitlines()[-2].endswith(" ?")


@pytest.mark.filterwarnings("default")
def test_a_damaged_table_is_left_out_in_one_line(
    kinrow: Kinrow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KINROW_TABLES", str(tmp_path))
    file = tmp_path / "a.table"
    kinrow("tabulate", "3,4,3:misere", "-o", str(file))
    file.write_bytes(file.read_bytes()[:-3])
    ran = kinrow("solve", "3,4,3:misere X.../O.../....")
    assert (ran.status, ran.err) == (0, f"kinrow: left out: the table is damaged: {file}\n")


def test_tables_of_outcomes_and_margins(kinrow: Kinrow, tmp_path: Path) -> None:
    file = str(tmp_path / "a.table")
    assert kinrow("tabulate", "tictactoe", "-o", file, "--objective", "outcome").status == 0
    shown = kinrow("table", "show", file, "--json").json
    assert shown["outcome"] == "draw" and "score" not in shown
    counting = "2,4,2,2,1:majority,threshold=1,turns=3,fill=O"
    file = str(tmp_path / "b.table")
    made = kinrow("tabulate", counting, "-o", file, "--compression", "zlib", "--json").json
    with SearchSolver("16MiB", threads=1) as solver:
        truth = solver.solve(game(counting).start(), objective="margin")
    assert made["value"] == kinrow("table", "show", file, "--json").json["margin"] == truth.margin
    assert kinrow("table", "show", file, "X.../....", "--json").status == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("tabulate", "19,19,5"), "361 cells, expected at most 25 for a table"),
        (("tabulate", "3,3,3", "--objective", "margin"), "margin"),
        (("table", "show"), "not a kinrow table"),
        (("table", "verify"), "not a kinrow table"),
    ],
)
def test_what_cannot_be_done_is_said(
    kinrow: Kinrow, tmp_path: Path, arguments: tuple[str, ...], words: str
) -> None:
    file = tmp_path / "a.table"
    if arguments[0] == "table":
        file.write_text("nothing of the kind")
        run = kinrow(*arguments, str(file))
    else:
        run = kinrow(*arguments, "-o", str(file))
    assert run.status == 2
    assert words in run.err


@pytest.mark.parametrize("full", ["part.Part._write", "layers._take_room"])
def test_a_full_disk_says_how_to_go_on(
    kinrow: Kinrow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, full: str
) -> None:
    room, really = iter(range(6)), pkgutil.resolve_name(f"kinrow.tables.{full}")

    def taken(*arguments: object) -> None:
        if next(room, None) is None:
            raise OSError(errno.ENOSPC, "")
        really(*arguments)

    file = str(tmp_path / "a.table")
    with monkeypatch.context() as patch:
        patch.setattr(f"kinrow.tables.{full}", taken)
        patch.setattr("kinrow.tables.tabulating.table_bytes", lambda *_: 0)
        run = kinrow("tabulate", "tictactoe", "-o", file)
    assert run.status == 2
    error, hint = run.err.splitlines()
    assert error.startswith(f"kinrow: {tmp_path}") and error.endswith(": No space left on device")
    assert hint == f"stopped; --resume continues from {file}.part"
    assert kinrow("tabulate", "tictactoe", "-o", file, "--resume").status == 0


def test_ctrl_c_says_how_to_go_on(
    kinrow: Kinrow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    file = str(tmp_path / "a.table")
    with monkeypatch.context() as patch:
        patch.setattr("kinrow.tables.tabulating._Tabulation._tell", interrupted)
        run = kinrow("tabulate", "tictactoe", "-o", file)
    assert run.status == 130
    assert "--resume" in run.out
    assert kinrow("tabulate", "tictactoe", "-o", file).status == 2
    assert kinrow("tabulate", "tictactoe", "-o", file, "--resume").status == 0
    again = kinrow("tabulate", "tictactoe", "-o", file, "--resume")
    assert (
        again.err == f"kinrow: {file} is already finished; leave out --resume to compute it again\n"
    )
    assert (again.status, again.out) == (0, kinrow("tabulate", "tictactoe", "-o", file).out)
