"""Work in several processes: all of it is done, errors come back, and nothing is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from multiprocessing import Pipe
from threading import Lock, Thread

import psutil
import pytest

from kinrow.rules import KinrowError
from kinrow.runtime.processes import _serve, one_by_one, side_by_side
from kinrow.runtime.programs import begin_program

Began = Callable[[], list[psutil.Process]]


def square(number: int) -> int:
    return number * number


def ends(number: int) -> int:
    os._exit(number)


def who(_: int) -> int:
    return os.getpid()


def fails(number: int) -> int:
    raise ValueError(f"not {number}")


class Twofold(Exception):
    """Pickled with one argument, it cannot be made again."""

    def __init__(self, what: str, why: str) -> None:
        super().__init__(f"{what}: {why}")


class Bound(Exception):
    """It holds what cannot be pickled."""

    def __init__(self) -> None:
        super().__init__("bound")
        self.lock = Lock()


def fails_in_its_own_way(number: int) -> int:
    raise Bound if number else Twofold("one", "two")


def sleeps(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def starts(seconds: float) -> float:
    """Starts a program that hears no signal and no end of its input."""
    if seconds:
        begin_program([sys.executable, "-c", "while True: pass"])
    return sleeps(seconds)


@pytest.fixture
def children() -> Began:
    """Asks which processes were begun in this test."""
    before = psutil.Process().children()  # as a cluster that other tests began

    def begun() -> list[psutil.Process]:
        # The tracker of resources is the interpreter's own, and stays.
        own = [each for each in psutil.Process().children() if each not in before]
        return [each for each in own if "resource_tracker" not in " ".join(each.cmdline())]

    return begun


@pytest.mark.parametrize("processes", [1, 2, 3])
def test_all_is_done_once(processes: int, children: Began) -> None:
    pieces = range(5)
    found = sorted(side_by_side(square, pieces, processes))
    assert found == list(one_by_one(square, pieces)) == [(n, n * n) for n in pieces]
    assert children() == []


def test_there_may_be_nothing_to_do() -> None:
    assert list(side_by_side(square, [], 2)) == []


def test_it_is_done_elsewhere_by_so_many() -> None:
    found = {process for _, process in side_by_side(who, range(6), 2)}
    assert len(found) == 2
    assert os.getpid() not in found


def test_pieces_are_taken_when_somebody_is_free(children: Began) -> None:
    taken: list[int] = []

    def pieces() -> Iterator[int]:
        for number in range(100):
            taken.append(number)
            yield number

    results = side_by_side(square, pieces(), 2)
    next(results)
    results.close()
    assert len(taken) <= 4
    assert children() == []


def test_an_error_is_raised_here(children: Began) -> None:
    with pytest.raises(ValueError, match="not 3"):
        list(side_by_side(fails, [3], 2))
    assert children() == []


def test_a_process_that_ends_is_named() -> None:
    with pytest.raises(KinrowError, match="status 7, while working on: 7") as found:
        list(side_by_side(ends, [7], 2))
    assert "状态为 7" in found.value.worded("zh-Hans")


class Dies:
    """Ends the process that is to unpickle it."""

    def __call__(self, number: int) -> int:
        return number

    def __reduce__(self) -> tuple[object, ...]:
        return os._exit, (7,)


def test_so_is_one_that_ends_before_it_works(children: Began) -> None:
    with pytest.raises(KinrowError, match="status 7, while working on: 1"):
        list(side_by_side(Dies(), [1], 2))
    assert children() == []


def test_closing_does_not_wait(children: Began) -> None:
    results = side_by_side(sleeps, [0.0, 10_000.0], 2)
    next(results)
    results.close()
    assert children() == []


def test_a_process_ends_quietly_if_its_answer_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("signal.signal", lambda *_: None)
    monkeypatch.setattr("signal.set_wakeup_fd", lambda *_: None)
    near, far = Pipe()
    near.send(3)
    Thread(target=lambda: (near.poll(60), near.close())).start()  # type: ignore[func-returns-value]
    _serve(square, far)


def test_no_process_outlives_the_one_that_asks() -> None:
    asks = "import time; from kinrow.runtime.processes import side_by_side as run; "
    with subprocess.Popen([sys.executable, "-c", asks + "[*run(time.sleep, [60, 60], 2)]"]) as run:
        while len(psutil.Process(run.pid).children()) < 2:
            time.sleep(0.01)
        time.sleep(1)  # they are at work
        begun = psutil.Process(run.pid).children()
        run.kill()
    assert psutil.wait_procs(begun, timeout=10)[1] == []


@pytest.mark.parametrize(("number", "said"), [(0, "Twofold: one: two"), (1, "Bound: bound")])
def test_an_error_that_cannot_travel_says_what_it_was(number: int, said: str) -> None:
    with pytest.raises(KinrowError, match=f"^{said}$"):
        list(side_by_side(fails_in_its_own_way, [number], 1))


def begun_by(pid: int, count: int) -> list[psutil.Process]:
    """So many processes that this one has started, and those that these have."""
    while len(found := psutil.Process(pid).children(recursive=True)) < count:
        time.sleep(0.01)
    return found


def test_closing_ends_the_programs_of_the_processes(children: Began) -> None:
    results = side_by_side(starts, [0.0, 10_000.0], 2)
    next(results)
    while not (begun := [program for each in children() for program in each.children()]):
        time.sleep(0.01)
    results.close()
    assert psutil.wait_procs(begun, timeout=10)[1] == []


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_no_program_outlives_the_one_that_asks(number: int) -> None:
    asks = "from kinrow.runtime.processes import side_by_side as run; "
    asks += "from tests.runtime.test_processes import starts; "
    with subprocess.Popen(
        [sys.executable, "-c", asks + "[*run(starts, [600, 600], 2)]"], stderr=subprocess.DEVNULL
    ) as run:
        begun = begun_by(run.pid, 4)
        run.send_signal(number)
    assert psutil.wait_procs(begun, timeout=10)[1] == []


def test_a_process_that_is_ended_ends_its_programs(children: Began) -> None:
    def ask() -> None:
        with pytest.raises(KinrowError, match="while working on: 600"):
            list(side_by_side(starts, [600], 1))

    asked = Thread(target=ask)
    asked.start()
    while not (started := children()):
        time.sleep(0.01)
    begun = begun_by(started[0].pid, 1)
    started[0].terminate()
    asked.join()
    assert psutil.wait_procs(begun, timeout=10)[1] == []
