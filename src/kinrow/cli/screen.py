"""What the terminal sees: colour where it is wanted, tables, one live line on standard error."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, TextIO

import typer

from kinrow.cli.language import text

if TYPE_CHECKING:
    from rich.console import Console

    from kinrow.solve import Progress, Report

INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells have it."""

BROKEN_PIPE = 141
"""The exit status where nobody reads the output any more, as shells have it."""

_SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
Bounds = Callable[[int, int], str]
"""Bounds in words."""

_ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
_PIPE_WIDTH = 200  # in a pipe nothing is folded: whatever reads it counts lines


def coloured(stream: TextIO) -> bool:
    """Whether to colour a stream: a terminal, unless NO_COLOR is set, or FORCE_COLOR.

    Source: https://no-color.org and https://force-color.org.
    """
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or is_terminal(stream)


def is_terminal(stream: TextIO) -> bool:
    """Whether somebody sees the stream on a terminal that can move its cursor."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def paint(words: str, **style: Any) -> str:
    """Words with a style of `typer.style` (`fg`, `bold`, `dim`), where there is colour."""
    return typer.style(words, **style) if coloured(sys.stdout) else words


def say(words: str = "") -> None:
    """One line, or several, on standard output, at once; the end where nobody reads them."""
    try:
        print(words, flush=True)
    except BrokenPipeError:
        drop_output()
        raise typer.Exit(BROKEN_PIPE) from None


def drop_output() -> None:
    """What could not be written would be tried again, and complained of, at the end of Python."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def say_json(data: object) -> None:
    """One JSON value on a line of its own."""
    say(json.dumps(data))


def console(stream: TextIO) -> Console:
    """Rich's console on that stream."""
    from rich.console import Console

    seen = stream.isatty()
    colour = coloured(stream)
    width = None if seen else _PIPE_WIDTH
    return Console(
        file=stream,
        force_terminal=seen or colour,
        no_color=not colour,
        width=width,
        highlight=False,
    )


def say_table(
    heads: Sequence[str], rows: Iterable[Sequence[str]], *, right: int, total: bool = False
) -> None:
    """A table; the last `right` columns are numbers, and `total` parts the last row."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, header_style="bold", pad_edge=False, padding=(0, 2, 0, 0))
    for number, head in enumerate(heads):
        numeric = number >= len(heads) - right
        table.add_column(
            head, justify="right" if numeric else "left", no_wrap=numeric or not number
        )
    listed = list(rows)
    for number, row in enumerate(listed, 1):
        last = total and number == len(listed)
        table.add_row(*(Text(cell) for cell in row), style="bold" if last else None)
    shown = console(sys.stdout)
    with shown.capture() as capture:
        shown.print(table)
    say(capture.get().rstrip("\n"))


@contextmanager
def live(title: str, bounds: Bounds | None = None) -> Iterator[Report | None]:
    """A report for the solver that keeps one line up to date; None where nobody would see it."""
    if not is_terminal(sys.stderr):
        yield None
        return
    # Most answers come before the first report: Rich is not even imported for them.
    line = _LiveLine(title, bounds)
    try:
        yield line.report
    finally:
        line.close()


class _LiveLine:
    """One line at the foot of the terminal, gone when the work is done."""

    def __init__(self, title: str, bounds: Bounds | None) -> None:
        self._title = title
        self._bounds = bounds
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
        words.append(self._title, style="bold")
        words.append(
            f"  {' · '.join(progress_words(progress, self._bounds))}", style="not bold default"
        )
        self._live.update(words, refresh=True)

    def close(self) -> None:
        """Take the line away."""
        if self._live is not None:
            self._live.stop()


_UNITS = {"count": "positions", "check": "positions", "write": "bytes"}


def progress_words(progress: Progress, bounds: Bounds | None) -> Iterator[str]:
    """What a live line says; what matters most stands first, where a narrow terminal shows it."""
    if bounds and progress.lower is not None and progress.upper is not None:
        yield text("live.bounds", bounds=bounds(progress.lower, progress.upper))
    unit = _UNITS.get(progress.doing, "nodes")
    yield text(f"live.{unit}", count=short(progress.nodes), rate=short(progress.rate))
    if progress.depth:
        yield text("live.depth", depth=progress.depth)
    yield text("live.seconds", seconds=f"{progress.seconds:.1f}")
    yield text(f"doing.{progress.doing}", move=progress.move, moves=progress.moves)
    yield text("live.stop")


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


def width(words: str) -> int:
    """Columns that words take on a terminal: escapes none, Chinese characters two.

    >>> width("\\x1b[31mX\\x1b[0m"), width("井字棋")
    (1, 6)
    """
    from rich.cells import cell_len

    return cell_len(_ESCAPE.sub("", words))


def padded(words: str, columns: int) -> str:
    """Words, filled with spaces to so many columns."""
    return words + " " * (columns - width(words))


def beside(blocks: Iterable[str], gap: int = 4) -> str:
    """Blocks of lines side by side.

    >>> print(beside(["a\\nbb", "c\\nd"], gap=1))
    a  c
    bb d
    """
    columns = [block.split("\n") for block in blocks]
    widths = [max(width(line) for line in column) + gap for column in columns]
    return "\n".join(
        "".join(padded(line, columns) for line, columns in zip(row, widths, strict=True)).rstrip()
        for row in zip_longest(*columns, fillvalue="")
    )
