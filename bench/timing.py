"""Time a job: best of a few, or stopped where it takes too long."""

from __future__ import annotations

import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter
from types import FrameType
from typing import Generic, NamedTuple, NoReturn, TypeVar

Answer = TypeVar("Answer")

TIMES = 3  # a job is repeated so often,
ENOUGH = 5.0  # but not once so many seconds have gone into it


class Cost(NamedTuple):
    """Seconds by the clock, and seconds of all processors: ours, and of processes that ended."""

    seconds: float
    processor: float


@dataclass(frozen=True, slots=True)
class Timing(Generic[Answer]):
    """What a job took, and its answer; None where it was stopped at its limit."""

    seconds: float
    answer: Answer | None

    @property
    def stopped(self) -> bool:
        """Whether it was stopped before it had an answer."""
        return self.answer is None


class Failed(Exception):
    """A process did not do its job."""


class Disagreement(Exception):
    """Two programs gave different answers: their times say nothing then."""


def best_of(job: Callable[[], Answer], times: int = TIMES) -> tuple[Cost, Answer]:
    """The cost of the fastest of a few runs, and the answer of the first.

    >>> cost, answer = best_of(lambda: 6 * 7)
    >>> answer
    42
    """
    best, answer = once(job)
    spent = best.seconds
    for _ in range(times - 1):
        if spent > ENOUGH:
            break
        cost, _again = once(job)
        spent += cost.seconds
        best = min(best, cost)
    return best, answer


def once(job: Callable[[], Answer]) -> tuple[Cost, Answer]:
    """The cost of one run, and its answer."""
    began, used = perf_counter(), _processor()
    answer = job()
    return Cost(perf_counter() - began, _processor() - used), answer


def _processor() -> float:
    usages = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def within(limit: float, job: Callable[[], Answer]) -> Timing[Answer]:
    """The best of a few runs of a job in Python, which is stopped where it takes `limit` seconds.

    Only in the main thread, as signals are.

    >>> within(0.01, lambda: [None for _ in iter(int, 1)]).stopped
    True
    """
    try:
        with _alarm(limit):
            (seconds, _), answer = once(job)
    except _Late:
        return Timing(limit, None)
    if seconds < ENOUGH / TIMES:
        seconds = min(seconds, best_of(job, TIMES - 1)[0].seconds)
    return Timing(seconds, answer)


def patience(limit: float, cost: Cost) -> float:
    """How long what stands beside may take: the limit, and twice our time if that is longer.

    >>> patience(10.0, Cost(seconds=7.0, processor=7.0))
    14.0
    """
    return max(limit, 2 * cost.seconds)


class _Late(BaseException):
    """The time is up."""


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    def ring(number: int, frame: FrameType | None) -> NoReturn:
        raise _Late

    before = signal.signal(signal.SIGALRM, ring)
    # Again and again: an exception that falls into a finalizer is lost.
    signal.setitimer(signal.ITIMER_REAL, seconds, 0.05)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def kinrow(*words: str, given: str = "") -> str:
    """What the command `kinrow` prints, run as a process of its own. Raises Failed with its words.

    >>> kinrow("perft", "tictactoe", "2")
    '72\\n'
    """
    command = [sys.executable, "-m", "kinrow", *words]
    run = subprocess.run(command, input=given, capture_output=True, text=True, check=False)
    if run.returncode:
        raise Failed(f"kinrow {' '.join(words)}: exit status {run.returncode}\n{run.stderr}")
    return run.stdout


def same(ours: object, theirs: object, job: str) -> str:
    """A note that both gave the same answer. Raises Disagreement where they did not.

    >>> same(0, 0.0, "3,3,3")
    'same answer'
    """
    if ours != theirs:
        raise Disagreement(f"{job}: kinrow says {ours}, what stands beside it {theirs}")
    return "same answer"
