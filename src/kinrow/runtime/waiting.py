"""Wait for the core in slices, so that signals, the clock and a progress display get their turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Literal, Protocol, TypeVar, get_args

from kinrow.rules.options import one_of, seconds_of

Stopped = Literal["time", "nodes", "memory", "interrupted", "cancelled"]
"""What ended a call early: a limit, Ctrl-C, or its own `stop`."""

OnInterrupt = Literal["raise", "return"]
"""What a call does once Ctrl-C has ended it: raise KeyboardInterrupt, or return what it has."""

T = TypeVar("T")

SLICE = 0.05  # seconds: Ctrl-C and the clock need no shorter ones, which would only cost work


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search is.

    - `nodes`: positions visited; `seconds`: since it began; `rate`: nodes per second.
    - `depth`: the deepest ply seen.
    - `move`, `moves`: the move of the first position that is being tried, and of how many.
    - `lower`, `upper`: bounds so far, for the side to move; None if there are none.
    - `doing`: what is being done, in one word such as "value", "moves" or "prove".

    >>> Progress(3000, 1.5, 9, 2, 9, None, None, "value").rate
    2000.0
    """

    nodes: int
    seconds: float
    depth: int
    move: int
    moves: int
    lower: int | None
    upper: int | None
    doing: str

    @property
    def rate(self) -> float:
        """Nodes per second."""
        return self.nodes / self.seconds if self.seconds else 0.0


ProgressCallback = Callable[[Progress], object]
"""Called a few times a second with the state of the search; what it returns is ignored."""

Stop = Callable[[], bool]
"""Asked a few times a second whether the work is to end."""


class Work(Protocol):
    """Something of the core's that is under way."""

    def wait(self, seconds: float) -> bool:
        """Whether it is done, after at most so many seconds."""

    def stop(self) -> None:
        """End it; what is known so far can be read."""


class Deadline:
    """The time that a call has, from its beginning."""

    def __init__(self, seconds: float | None) -> None:
        lasting = None if seconds is None else seconds_of("time", seconds)
        self.began = perf_counter()
        self._ends = None if lasting is None else self.began + lasting

    @property
    def spent(self) -> float:
        """Seconds so far."""
        return perf_counter() - self.began

    @property
    def left(self) -> float:
        """Seconds left, at least 0."""
        return SLICE if self._ends is None else max(0.0, self._ends - perf_counter())

    @property
    def over(self) -> bool:
        """Whether the time is up."""
        return self._ends is not None and perf_counter() >= self._ends


def wait_for(
    work: Work,
    clock: Deadline,
    tell: Callable[[], object] | None = None,
    stop: Stop | None = None,
) -> Stopped | None:
    """Waits until the work is done; else stops it and says why. Ctrl-C stops it too."""
    try:
        while not work.wait(min(SLICE, clock.left)):
            if clock.over:
                work.stop()
                return "time"
            if stop is not None and stop():
                work.stop()
                return "cancelled"
            if tell is not None:
                tell()
    except KeyboardInterrupt:
        work.stop()
        return "interrupted"
    return None


def finish(work: Work, tell: Callable[[], object] | None = None) -> None:
    """Waits until the work is done; raises KeyboardInterrupt if Ctrl-C has stopped it."""
    if wait_for(work, Deadline(None), tell) is not None:
        raise KeyboardInterrupt


def carry_out(
    begin: Callable[[], object],
    work: Work,
    clock: Deadline,
    tell: Callable[[], object] | None = None,
    stop: Stop | None = None,
) -> tuple[bool, Stopped | None]:
    """Begins the work, then waits for it.

    Returns whether it was surely begun, so that there is something to read, and what ended it
    early, if anything did.
    """
    try:
        begin()
    except KeyboardInterrupt:
        work.stop()
        return False, "interrupted"
    return True, wait_for(work, clock, tell, stop)


def check_interrupt(on_interrupt: object) -> None:
    """Raises OptionError for what is neither "raise" nor "return"."""
    one_of("on_interrupt", on_interrupt, get_args(OnInterrupt))


def unless_interrupted(answer: T, stopped: Stopped | None, on_interrupt: OnInterrupt) -> T:
    """What a call has found; after Ctrl-C it raises KeyboardInterrupt, unless it is to return.

    The exception carries what was found as its attribute `answer`. It is not a subclass, as Python
    ends a process by SIGINT for KeyboardInterrupt alone, and shells stop their loops for that.

    >>> unless_interrupted("bounds", "time", "raise")
    'bounds'
    >>> unless_interrupted("bounds", "interrupted", "return")
    'bounds'
    >>> try:
    ...     unless_interrupted("bounds", "interrupted", "raise")
    ... except KeyboardInterrupt as interrupt:
    ...     interrupt.answer
    'bounds'
    """
    if stopped != "interrupted" or on_interrupt == "return":
        return answer
    interrupt = KeyboardInterrupt()
    interrupt.answer = answer  # type: ignore[attr-defined]
    raise interrupt
