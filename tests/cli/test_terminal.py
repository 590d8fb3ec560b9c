"""On a terminal there is progress and colour, in a pipe nothing but the answer; Ctrl-C."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from errno import ENOSPC
from io import StringIO
from pathlib import Path

import pytest
from tests.cli.working import until_at_work

from kinrow import terminal
from kinrow.cli.live import live
from kinrow.cli.screen import width
from kinrow.solver import Progress

KINROW = [sys.executable, "-m", "kinrow"]
HARD = ["solve", "9,9,5", "--memory", "64MiB"]
ROOT = Path(__file__).parents[2]
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
PATIENCE = 120.0


def on_a_terminal(
    arguments: Sequence[str],
    *,
    program: Sequence[str] = KINROW,
    until: str = "",
    typed: str = "",
    **environ: str,
) -> tuple[str, int]:
    """What appears on a terminal, and the exit status; Ctrl-C is pressed once `until` appears."""
    pid, terminal = pty.fork()
    if not pid:
        os.environ.pop("NO_COLOR", None)
        os.environ.update({"TERM": "xterm", "COLUMNS": "120", "LANG": "C.UTF-8", **environ})
        os.execv(sys.executable, [*program, *arguments])
    os.write(terminal, typed.encode())
    seen, ends, pressed = b"", time.monotonic() + PATIENCE, 0.0
    while time.monotonic() < ends:
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                seen += os.read(terminal, 65536)
            except OSError:  # it has closed its end
                break
        # Again after a while, as people do: at a prompt, Python may miss it.
        if until and until.encode() in seen and time.monotonic() > pressed + 1:
            os.write(terminal, b"\x03")
            pressed = time.monotonic()
    else:
        os.kill(pid, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    os.close(terminal)
    return seen.decode(), status


def test_a_long_search_shows_what_it_does_until_ctrl_c() -> None:
    seen, status = on_a_terminal(HARD, until="depth")
    speed = r"[\d.]+( [kM])? nodes · [\d.]+( [kM])?/s · depth \d+"
    assert re.search(rf"\(9,9,5\).*so far: draw or win for X · {speed}.*move \d+ of 81", seen)
    assert status == 130
    last = ESCAPE.sub("", seen).splitlines()[-3:]
    assert last[0].endswith("(9,9,5)  first player (X) to move, empty board")
    assert re.fullmatch(r"draw or win for X · [\d,]+ nodes in [\d.]+ s · interrupted", last[1])
    assert last[2] == "known from: theory (strategy stealing)"


def test_a_count_shows_what_it_does_until_ctrl_c() -> None:
    seen, status = on_a_terminal(["count", "5,5,4", "--memory", "256MiB"], until="Ctrl-C stops")
    assert re.search(r"[\d.]+( [kM])? positions · .*stone \d+ of 25", seen)
    assert "interrupted: only the rows listed were counted" in seen
    assert status == 130


FITTING = [
    "",
    "--help",
    "games",
    "atlas --k 4",
    "atlas --game gomoku",
    "count 4,4,3",
    "solve gomoku",
    "solve gomoku --after h8 --moves --time 0.3",
    f"check {ROOT}/examples/proofs/13+-4-4.proof",
]
# One process obeys them all, with a form feed after each: a process has one language.
ALL = """
import sys
from kinrow.__main__ import main
for command in sys.argv[1:]:
    assert main(command.split()) == 0
    print(end="\\f", flush=True)
"""


@pytest.fixture(scope="module", params=["C.UTF-8", "zh_CN.UTF-8"])
def fitted(request: pytest.FixtureRequest) -> dict[str, tuple[str, str]]:
    """What each command of `FITTING` says on a terminal of eighty columns, and to a pipe."""
    locale, program = request.param, [sys.executable, "-c", ALL]
    seen, status = on_a_terminal(FITTING, program=program, COLUMNS="80", LANG=locale)
    assert status == 0, seen
    env = {**os.environ, "FORCE_COLOR": "", "LC_ALL": locale, "PYTHONUTF8": "1", "COLUMNS": ""}
    piped = subprocess.run(
        [*program, *FITTING], capture_output=True, text=True, check=True, env=env
    )
    said = zip(ESCAPE.sub("", seen).split("\f"), piped.stdout.split("\f"), strict=True)
    return dict(zip(FITTING, list(said)[:-1], strict=True))


@pytest.mark.parametrize("command", FITTING)
def test_output_fits_eighty_columns(fitted: dict[str, tuple[str, str]], command: str) -> None:
    for text in fitted[command]:
        lines = text.splitlines()
        assert len(lines) > 3
        assert max(width(line.rstrip()) for line in lines) <= 80


def test_a_table_of_numbers_is_whole_on_a_narrow_terminal() -> None:
    wide, _ = on_a_terminal(["count", "4,4,3"], COLUMNS="200")
    narrow, _ = on_a_terminal(["count", "4,4,3"], COLUMNS="40")
    rows = [[line.split() for line in seen.splitlines()] for seen in (wide, narrow)]
    numbers = [[row for row in of if len(row) == 8 and row[0].isdigit()] for of in rows]
    assert len(numbers[0]) == 17
    assert numbers[0] == numbers[1]


def test_a_check_tells_how_long_the_rest_may_take() -> None:
    proof = ROOT / "examples/proofs/8-4-4.proof"
    seen, status = on_a_terminal(["check", "--reference", str(proof)])
    assert re.search(
        r"about 0:\d\d:\d\d left · [\d.]+ k positions · .*checking the certificate", seen
    )
    assert "proved: X does not lose" in ESCAPE.sub("", seen)
    assert status == 0


@pytest.mark.parametrize("arguments", [HARD, [*HARD, "--json"]], ids=["text", "json"])
def test_in_a_pipe_ctrl_c_leaves_the_bounds_and_nothing_else(arguments: list[str]) -> None:
    env = {**os.environ, "FORCE_COLOR": "", "LANG": "C.UTF-8", "LC_ALL": ""}
    with subprocess.Popen(
        [*KINROW, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env
    ) as process:
        until_at_work(process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert err == ""
    if "--json" in arguments:
        assert '"complete": false' in out
        assert '"stopped": "interrupted"' in out
    else:
        assert out.splitlines()[1].endswith("interrupted")
    assert "\x1b" not in out


def test_colour_is_for_terminals_and_may_be_refused() -> None:
    board = ["show", "tictactoe", "--after", "b2 a1"]
    colours = "\x1b[31mX"
    assert colours in on_a_terminal(board)[0]
    assert "\x1b" not in on_a_terminal(board, NO_COLOR="1")[0]
    assert "\x1b" not in on_a_terminal([*HARD, "--time", "0.3"], NO_COLOR="1", TERM="dumb")[0]
    env = {**os.environ, "NO_COLOR": "", "FORCE_COLOR": "1"}
    forced = subprocess.run([*KINROW, *board], capture_output=True, check=True, env=env)
    assert colours in forced.stdout.decode()
    plain = subprocess.run(
        [*KINROW, *board], capture_output=True, check=True, env=env | {"FORCE_COLOR": ""}
    )
    assert b"\x1b" not in plain.stdout


def test_playing_on_a_terminal() -> None:
    seen, status = on_a_terminal(["play", "tictactoe", "--o", "human"], typed="b2\na1\nquit\n")
    assert status == 0
    assert "> " in seen
    assert "Bye." in seen


def test_who_names_no_player_is_asked_and_the_board_stays_in_its_place() -> None:
    seen, status = on_a_terminal(["play", "tictactoe"], typed="6\n4\n2\nquit\n")
    assert status == 0
    assert "'6' is not in the list" in seen
    assert re.search(r"X plays [abc][123]: at random", ESCAPE.sub("", seen))
    assert seen.count("\x1b[2J\x1b[H") == 2  # the empty board, and the one with the first stone


@pytest.mark.parametrize("until", ["Number [1]: ", "> "])
def test_ctrl_c_at_a_prompt_ends_the_game(until: str) -> None:
    typed = "" if until.startswith("Number") else "1\n1\n"
    seen, status = on_a_terminal(["play", "tictactoe"], until=until, typed=typed)
    assert status == 130
    assert "Traceback" not in seen


@pytest.mark.parametrize("typed", ["\x04", "4\n\x04"])
def test_the_end_of_the_input_at_a_question_ends_the_game(typed: str) -> None:
    seen, status = on_a_terminal(["play", "tictactoe"], typed=typed)
    assert status == 0
    assert seen.splitlines()[-1] == "Bye."


def test_ctrl_c_ends_the_tour() -> None:
    seen, status = on_a_terminal(["tour"], until="Whole games")
    assert status == 130
    assert "The tour was stopped." in seen


def test_a_long_proof_that_nobody_watches_tells_every_minute(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In words for a log: how far it is, and how long the rest takes at that pace."""
    now = 0.0
    monkeypatch.setattr(terminal, "monotonic", lambda: now)
    with live("(14,14,5)") as report:
        for now, move in ((10.0, 20), (61.0, 23), (100.0, 23), (125.0, 24)):
            report(Progress(8_000_000, now, 0, move, 50, 0, 1, "prove"))
        for now in (128.0, 195.0):
            report(Progress(12_345, now - 125, 0, 0, 0, None, None, "write"))
    first, second, third = capsys.readouterr().err.splitlines()
    assert first.startswith("(14,14,5)  about 0:07:39 left · ")
    assert first.endswith("23 of 50 moves settled")
    assert "24 of 50" in second
    assert "left" not in third
    assert third.endswith("writing the certificate")


class _Full(StringIO):
    """A log on a disk that is full."""

    def write(self, _: str) -> int:
        raise OSError(ENOSPC, "")


def test_a_log_that_cannot_be_written_ends_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "_EVERY", 0.0)
    monkeypatch.setattr(sys, "stderr", _Full())
    with live("(8,8,5)") as report:
        report(Progress(12_345, 1.0, 0, 0, 0, None, None, "write"))
