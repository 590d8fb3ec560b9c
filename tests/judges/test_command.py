"""The judges as commands: names, exit status, interrupted and broken pipes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import IO

import pytest
from tests.judges.judging import DATA, RUN, process
from typer.testing import CliRunner

from kinrow.__main__ import main
from kinrow.judges.command import sub_app
from kinrow.judges.tasks import TASKS, run

NAMES = ["csp201803-4", "jing4", "tioj2011", "leetcode-1275", "leetcode-794", "leetcode-348"]


def started(task: str) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-c", RUN, task], stdin=pipe, stdout=pipe, stderr=pipe)


def piped(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None
    return stream


def test_the_names() -> None:
    assert list(TASKS) == NAMES
    for name in NAMES:
        for language in ("en", "zh-Hans", "zh-Hant"):
            assert TASKS[name].sentence(language)


def test_the_beginning_of_a_name_is_enough_for_a_suggestion(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    for word, near in (("csp", "csp201803-4"), ("CSP", "csp201803-4"), ("jing", "jing4")):
        assert main(["judge", word]) == 2
        said = capsys.readouterr().err
        assert said.startswith(f"kinrow: there is no command {word}: did you mean {near}?\n")
    assert main(["judge", "x"]) == 2
    assert capsys.readouterr().err.startswith("kinrow: there is no command x\n")


@pytest.mark.parametrize("task", ["csp201803-4", "jing4"])
def test_as_a_process(task: str) -> None:
    done = process(task, (DATA / f"{task}.in").read_bytes())
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == (DATA / f"{task}.out").read_bytes()


def test_as_a_typer_app() -> None:
    sample = (DATA / "csp201803-4.in").read_bytes()
    good = CliRunner().invoke(sub_app(), ["csp201803-4"], input=sample)
    assert (good.exit_code, good.stdout) == (0, "3\n-4\n0\n")
    bad = CliRunner().invoke(sub_app(), ["leetcode-794"], input=b"7\n")
    assert (bad.exit_code, bad.stdout) == (2, "")
    assert "line 1, column 1: 7, expected a list of 3 strings" in bad.stderr
    assert "井" not in CliRunner().invoke(sub_app(), ["--help"]).stdout
    chinese = CliRunner().invoke(sub_app(language="zh-Hant"), ["--help"])
    assert "盤面" in chinese.stdout


def test_a_judge_needs_nothing_heavy() -> None:
    heavy = "{'numpy', 'rich', 'typer', 'click'}"
    code = f"{RUN.replace('sys.exit(', 'print(')}; print({heavy} & set(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", code, "csp201803-4"], input=b"1\n" + b"0 0 0\n" * 3,
        check=True, capture_output=True,
    )  # fmt: skip
    assert done.stdout == b"0\n0\nset()\n"


def test_a_conversation() -> None:
    """One who writes a board and waits gets the answer before writing the next."""
    with started("csp201803-4") as talk:
        stdin, stdout = piped(talk.stdin), piped(talk.stdout)
        stdin.write(b"2\n1 2 1\n2 1 2\n0 0 0\n")
        stdin.flush()
        assert stdout.readline() == b"3\n"
        stdin.write(b"2 1 1\n0 2 1\n0 0 2\n")
        stdin.flush()
        assert stdout.readline() == b"-4\n"
    assert talk.returncode == 0


def test_ctrl_c_while_waiting_is_quiet() -> None:
    with started("csp201803-4") as talk:
        stdin, stdout = piped(talk.stdin), piped(talk.stdout)
        stdin.write(b"2\n1 2 1\n2 1 2\n0 0 0\n")
        stdin.flush()
        assert stdout.readline() == b"3\n"
        talk.send_signal(signal.SIGINT)
        assert piped(talk.stderr).read() == b""
    assert talk.returncode == 130


def test_ctrl_c_while_solving_leaves_no_guess() -> None:
    with started("jing4") as talk:
        stdin, stdout = piped(talk.stdin), piped(talk.stdout)
        stdin.write(b"2\n" + (DATA / "jing4.in").read_bytes()[2:32] + b".....\n" * 5)
        stdin.flush()
        assert stdout.readline() == b"O win\n"
        talk.send_signal(signal.SIGINT)
        assert stdout.read() == b""
        assert piped(talk.stderr).read() == b""
    assert talk.returncode == 130


def test_a_reader_who_leaves_is_no_fault() -> None:
    with started("csp201803-4") as talk:
        piped(talk.stdout).close()
        stdin = piped(talk.stdin)
        stdin.write((DATA / "csp201803-4.in").read_bytes())
        stdin.close()
        assert piped(talk.stderr).read() == b""
    assert talk.returncode == 141


def test_a_full_disk_is_named() -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full here")
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-c", RUN, "csp201803-4"],
            input=(DATA / "csp201803-4.in").read_bytes(),
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == b"kinrow: standard input or output: No space left on device\n"


def test_without_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert run("jing4") == 2
    assert "line 1, column 1: the input ends here" in capsys.readouterr().err
