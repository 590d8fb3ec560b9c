"""The progress of a search or a proof, in words, and how long the rest may take."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from time import monotonic
from typing import TYPE_CHECKING

from kinrow.cli.language import text
from kinrow.terminal import live_line

if TYPE_CHECKING:
    from kinrow.proofs.search import StepCallback
    from kinrow.solver import Progress, ProgressCallback

BoundsText = Callable[[int, int], str]
"""Bounds in words."""


@contextmanager
def live(title: str, bounds: BoundsText | None = None) -> Iterator[ProgressCallback]:
    """Shows on standard error how far the solver is."""
    pace = Pace()
    with live_line(title, end=text("live.stop")) as tell:
        yield lambda now: tell(" · ".join(progress_words(now, bounds, pace.left(now))))


def steps(report: ProgressCallback) -> StepCallback:
    """Shows how far the writing and the checking of a proof are, on the line of the search."""
    from kinrow.runtime.waiting import Progress

    began = monotonic()

    def step(doing: str, count: int, done: int, whole: int) -> None:
        report(Progress(count, monotonic() - began, 0, done, whole, None, None, doing))

    return step


@dataclass(slots=True)
class Pace:
    """How long a proof or a table will take, if the rest goes as fast as what we saw.

    Of a search moves of the root are left, or answers, of a check bytes, of a table moves to look
    at.

    >>> from kinrow.solver import Progress
    >>> pace = Pace()
    >>> for seconds, move in ((10.0, 20), (70.0, 23)):
    ...     print(pace.left(Progress(0, seconds, 0, move, 50, 0, 1, "prove")))
    None
    540.0
    """

    _began: dict[tuple[object, ...], Progress] = field(default_factory=dict)  # by what is asked

    def left(self, progress: Progress) -> float | None:
        """Seconds; None if nothing can be said."""
        if progress.doing not in {"prove", "answers", "check", "tabulate", "survey"}:
            return None
        asked = (progress.lower, progress.upper, progress.moves)
        began = self._began.setdefault(asked, progress)
        done = progress.move - began.move
        if done <= 0:
            return None
        return (progress.moves - progress.move) * (progress.seconds - began.seconds) / done


_UNITS = {
    "count": "positions",
    "check": "positions",
    "tabulate": "positions",
    "survey": "positions",
    "write": "bytes",
    "answers": "bytes",
}


def progress_words(
    progress: Progress, bounds: BoundsText | None, left: float | None
) -> Iterator[str]:
    """What a live line says; what matters most comes first, so that a narrow terminal shows it."""
    if bounds and progress.lower is not None and progress.upper is not None:
        yield text("live.bounds", bounds=bounds(progress.lower, progress.upper))
    if left is not None:
        yield text("live.left", time=timedelta(seconds=round(left)))
    unit = _UNITS.get(progress.doing, "nodes")
    yield text(f"live.{unit}", count=short(progress.nodes), rate=short(progress.rate))
    if progress.depth:
        yield text("live.depth", depth=progress.depth)
    yield text("live.seconds", seconds=f"{progress.seconds:.1f}")
    yield text(f"doing.{progress.doing}", move=progress.move, moves=progress.moves)


def short(number: float) -> str:
    """A number in three digits.

    >>> short(950), short(12_345), short(8_100_000)
    ('950', '12.3 k', '8.1 M')
    """
    for unit in ("", " k", " M"):
        if number < 1000:
            return f"{number:.0f}" if not unit else f"{number:.1f}{unit}"
        number /= 1000
    return f"{number:.1f} G"
