"""SIGTERM and SIGHUP end a command as Ctrl-C does: work is saved, and the status says which."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.cli.working import until_at_work

from kinrow.__main__ import main
from kinrow.cli.ending import until_signal
from kinrow.runtime.files import whole_file

KINROW = [sys.executable, "-m", "kinrow"]
HARD = ["8,8,5", "--memory", "64MiB", "--threads", "1"]
ENDED = [(signal.SIGTERM, 143), (signal.SIGHUP, 129)]
ROOT = Path(__file__).parents[2]
ENV = {**os.environ, "LC_ALL": "C.UTF-8"}
PATIENCE = 120.0


@pytest.fixture(autouse=True)
def at_their_defaults() -> Iterator[None]:
    """Even if these tests run under `nohup`, which has SIGHUP ignored."""
    before = [signal.signal(number, signal.SIG_DFL) for number, _ in ENDED]
    yield
    for (number, _), handler in zip(ENDED, before, strict=True):
        signal.signal(number, handler)


def hears(process: subprocess.Popen[str], number: int) -> bool:
    """Whether a process has a handler for this signal; only Linux says."""
    status = Path(f"/proc/{process.pid}/status")
    caught = [line for line in status.read_text().splitlines() if line.startswith("SigCgt")]
    return bool(int(caught[0].split()[1], 16) >> (number - 1) & 1)


def sent(arguments: list[str], number: int, times: int = 1) -> tuple[int, str]:
    """The exit status and the output of a command that is sent a signal."""
    with subprocess.Popen(
        [*KINROW, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=ENV
    ) as process:
        while sys.platform == "linux" and not hears(process, number):
            time.sleep(0.1)
        until_at_work(process)
        for _ in range(times):
            process.send_signal(number)
        return process.wait(PATIENCE), process.communicate()[0]


@pytest.mark.parametrize(("number", "status"), ENDED)
def test_a_proof_is_saved_and_says_how_to_resume(number: int, status: int, tmp_path: Path) -> None:
    out = tmp_path / "a.proof"
    assert sent(["prove", *HARD, "-o", str(out)], number, times=2) == (
        status,
        f"not proved; known so far: draw or win for X; --resume continues from {out}.checkpoint\n",
    )
    assert [path.name for path in tmp_path.iterdir()] == ["a.proof.checkpoint"]


def test_a_strategy_is_saved_and_says_how_to_resume(tmp_path: Path) -> None:
    out, proof = tmp_path / "a.strategy", str(ROOT / "examples/proofs/8-4-4.proof")
    status, said = sent(["strategy", "make", proof, "-o", str(out)], signal.SIGTERM)
    assert (status, said) == (143, f"stopped; --resume continues from {out}.checkpoint\n")
    assert [path.name for path in tmp_path.iterdir()] == ["a.strategy.checkpoint"]


def test_ctrl_c_before_a_command_begins_leaves_no_traceback(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def pressed(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("kinrow.cli.ending.until_signal", pressed)
    assert main(["games"]) == 130
    loaded = "import sys, kinrow.__main__; print(*(n for n in sys.modules if 'kinrow' in n))"
    found = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True)
    assert not [name for name in found.stdout.split() if name.startswith("kinrow.words")]


def test_a_terminal_that_is_closed_ends_it_so(tmp_path: Path) -> None:
    pid, terminal = pty.fork()
    if not pid:
        os.execve(sys.executable, [*KINROW, "prove", *HARD, "-o", str(tmp_path / "a.proof")], ENV)
    seen = b""
    while b"nodes" not in seen:
        seen += os.read(terminal, 65536)
    os.close(terminal)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 129
    assert [path.name for path in tmp_path.iterdir()] == ["a.proof.checkpoint"]


TABLE = ["tabulate", "4,4,4", "--threads", "1", "-o"]
MATCH = ["match", "mcts:2000", "random", "--game", "7,7,4", "--games", "8", "--record"]


@pytest.mark.parametrize("command", [TABLE, MATCH])
def test_without_sighup_it_goes_on_when_the_terminal_is_closed(
    command: list[str], tmp_path: Path
) -> None:
    """As after `disown`, or in a session of its own."""
    pid, terminal = pty.fork()
    if not pid:
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.execve(sys.executable, [*KINROW, *command, str(tmp_path / "out")], ENV)
    os.read(terminal, 65536)
    os.close(terminal)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_file_that_is_being_written_leaves_nothing(tmp_path: Path) -> None:
    def written() -> int:
        with whole_file(tmp_path / "a.txt"):
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(PATIENCE)
        return 0

    assert until_signal(written) == 143
    assert not list(tmp_path.iterdir())


def test_what_is_ignored_or_handled_stays_so() -> None:
    def handled(by: int | Callable[..., None]) -> object:
        before = signal.signal(signal.SIGHUP, by)
        try:
            return until_signal(lambda: int(signal.getsignal(signal.SIGHUP) is by))
        finally:
            signal.signal(signal.SIGHUP, before)

    assert handled(signal.SIG_IGN) == handled(lambda *_: None) == 1
    assert handled(signal.SIG_DFL) == 0
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
