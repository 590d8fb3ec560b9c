"""`kinrow brain` as a manager sees it: a process that is asked by lines."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from time import perf_counter
from typing import IO

import psutil
import pytest


class Process:
    """`kinrow brain`, as a manager sees it."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "kinrow", "brain"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.input: IO[bytes] = self.process.stdin
        self.output: IO[bytes] = self.process.stdout

    def ask(self, *lines: str, end: str = "\r\n") -> str:
        self.input.write("".join(line + end for line in lines).encode())
        self.input.flush()
        answers = (line.decode().strip() for line in self.output)
        return next(answer for answer in answers if not answer.startswith("MESSAGE"))


@pytest.fixture
def brain() -> Iterator[Process]:
    made = Process()
    yield made
    made.process.kill()
    made.process.wait()
    made.input.close()
    made.output.close()


@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
def test_the_program_answers_whatever_ends_a_line(brain: Process, end: str) -> None:
    assert brain.ask("START 20", end=end) == "OK"
    assert brain.ask("BEGIN", end=end) == "9,9"
    x, y = map(int, brain.ask("INFO timeout_turn 50", "TURN 8,8", end=end).split(","))
    assert 0 <= x < 20
    assert 0 <= y < 20
    brain.input.write(f"END{end}".encode())
    brain.input.flush()
    assert brain.process.wait(10) == 0


def test_the_program_plays_a_game_in_its_time(brain: Process) -> None:
    assert brain.ask("START 15", "INFO timeout_turn 30", "INFO max_memory 80000000") == "OK"
    taken = {tuple(map(int, brain.ask("BEGIN").split(",")))}
    for x, y in ((0, 0), (14, 14), (0, 14), (14, 0), (7, 0)):
        if (x, y) in taken:
            continue
        taken.add((x, y))
        answer = brain.ask(f"TURN {x},{y}")
        if answer.startswith("ERROR"):
            break  # it has won
        cell = tuple(map(int, answer.split(",")))
        assert cell not in taken
        taken.add(cell)


def test_the_program_is_small_at_rest(brain: Process) -> None:
    assert brain.ask("START 20") == "OK"
    assert brain.ask("BEGIN") == "9,9"
    assert psutil.Process(brain.process.pid).memory_info().rss < 100 * 2**20


def test_the_end_of_the_input_ends_the_program(brain: Process) -> None:
    brain.input.close()
    assert brain.process.wait(10) == 0


def test_a_mark_in_front_and_tabs_do_not_matter(brain: Process) -> None:
    assert brain.ask("\ufeffSTART\t15") == "OK"
    lines = ("INFO\ttimeout_turn\t1", "BOARD", "INFO\ttimeout_turn\t2", "7,7,1", "8,8,2", "DONE")
    began = perf_counter()
    assert "," in brain.ask(*lines)
    assert perf_counter() - began < 2  # 5 seconds unless a limit is set


@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_closed_pipes_are_the_end(closed: str) -> None:
    script = f"echo START 15 | {sys.executable} -m kinrow brain {closed}"
    done = subprocess.run(["/bin/sh", "-c", script], capture_output=True, timeout=30)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("thinking", [False, True])
def test_ctrl_c_ends_the_program_without_a_word(thinking: bool) -> None:
    command = [sys.executable, "-m", "kinrow", "brain"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, **pipes) as process:  # type: ignore[call-overload]
        question = "START 15\n" + "TURN 0,0\nTURN 3,9\n" * thinking
        process.stdin.write(question.encode())
        process.stdin.flush()
        process.stdout.readline()  # it has started
        while thinking and b"depth" not in process.stdout.readline():
            pass
        process.send_signal(signal.SIGINT)
        assert process.stderr.read() == b""
        assert process.wait(10) == 130


def test_the_program_survives_rubbish(brain: Process) -> None:
    brain.input.write(bytes(range(256)) * 50 + b"\n" + b"A" * 100_000 + b"\n")
    answers: Iterable[bytes] = iter(brain.output.readline, b"OK\n")
    brain.input.write(b"\nSTART 15\n")
    brain.input.flush()
    assert all(answer.startswith((b"UNKNOWN", b"ERROR")) for answer in answers)


def test_the_program_is_a_player_for_a_match() -> None:
    from kinrow.arena import Match, TimeControl, play_match
    from kinrow.arena.game import fault_of
    from kinrow.players import player
    from kinrow.rules import game

    program = player(f"gomocup:{sys.executable} -m kinrow brain")
    control = TimeControl.parse("100ms/20s")
    control = TimeControl(control.move, control.game, tolerance=5.0)  # a busy machine is no fault
    match = Match(program, player("random", seed=1), game("gomoku"), 2, control=control)
    played = list(play_match(match))
    program.close()
    assert [fault_of(one) for one in played] == [None, None]
    assert match.score.wins == 2
