"""How far a long work is: one live line on a terminal, elsewhere a line a minute, for a log."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from kinrow.cli.language import text
from kinrow.cli.screen import console, is_terminal

if TYPE_CHECKING:
    from kinrow.solve import Progress, Report

Bounds = Callable[[int, int], str]
"""Bounds in words."""

_SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
_EVERY = 60.0  # seconds between the lines of a log


@contextmanager
def live(title: str, bounds: Bounds | None = None) -> Iterator[Report]:
    """A report for the solver that tells on standard error how far it is."""
    # Most answers come before the first report: Rich is not even imported for them.
    words = _Words(title, bounds)
    line = _LiveLine(words) if is_terminal(sys.stderr) else _Log(words)
    try:
        yield line.report
    finally:
        line.close()


@dataclass(slots=True)
class _Words:
    """What there is to say of a work."""

    title: str
    bounds: Bounds | None
    pace: Pace = field(default_factory=lambda: Pace())

    def of(self, progress: Progress) -> str:
        return " · ".join(progress_words(progress, self.bounds, self.pace.left(progress)))


class _LiveLine:
    """One line at the foot of the terminal, gone when the work is done."""

    def __init__(self, words: _Words) -> None:
        self._words = words
        self._live: Any = None

    def report(self, progress: Progress) -> None:
        """Show how far the work is."""
        from rich.live import Live
        from rich.text import Text

        if self._live is None:
            self._live = Live(console=console(sys.stderr), auto_refresh=False, transient=True)
            self._live.start()
        spin = _SPINNER[int(progress.seconds * 10) % len(_SPINNER)]
        words = Text(f"{spin} ", style="cyan", no_wrap=True, overflow="ellipsis")
        words.append(self._words.title, style="bold")
        words.append(f"  {self._words.of(progress)}", style="not bold default")
        words.append(f" · {text('live.stop')}", style="not bold default")
        self._live.update(words, refresh=True)

    def close(self) -> None:
        """Take the line away."""
        if self._live is not None:
            self._live.stop()


class _Log:
    """A line a minute, which stays."""

    def __init__(self, words: _Words) -> None:
        self._words = words
        self._told = 0.0

    def report(self, progress: Progress) -> None:
        """Tell how far the work is, if a minute has passed."""
        words = self._words.of(progress)
        if progress.seconds < self._told:  # the next part of the work has a clock of its own
            self._told = 0.0
        if progress.seconds >= self._told + _EVERY:
            self._told = progress.seconds
            print(f"{self._words.title}  {words}", file=sys.stderr, flush=True)

    def close(self) -> None:
        """Leave what was said."""


@dataclass(slots=True)
class Pace:
    """How long a proof will take if what is left takes as long as what was done while we looked.

    >>> from kinrow.solve import Progress
    >>> pace = Pace()
    >>> for seconds, move in ((10.0, 20), (70.0, 23)):
    ...     print(pace.left(Progress(0, seconds, 0, move, 50, 0, 1, "prove")))
    None
    540.0
    """

    _began: dict[tuple[object, ...], Progress] = field(default_factory=dict)  # by what is asked

    def left(self, progress: Progress) -> float | None:
        """Seconds; None where nothing can be said."""
        if progress.doing != "prove":
            return None
        asked = (progress.lower, progress.upper, progress.moves)
        began = self._began.setdefault(asked, progress)
        done = progress.move - began.move
        if done <= 0:
            return None
        return (progress.moves - progress.move) * (progress.seconds - began.seconds) / done


_UNITS = {"count": "positions", "check": "positions", "write": "bytes"}


def progress_words(progress: Progress, bounds: Bounds | None, left: float | None) -> Iterator[str]:
    """What a live line says; what matters most stands first, where a narrow terminal shows it."""
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
