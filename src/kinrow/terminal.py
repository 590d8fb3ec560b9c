"""The terminal: whether there is one, and with colour; the live line of long work."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from time import monotonic
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from rich.console import Console

_PIPE_WIDTH = 80  # what a pager or a log shows without folding
_SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
_ESCAPES = 4  # ENABLE_VIRTUAL_TERMINAL_PROCESSING
_EVERY = 60.0  # seconds between the lines of a log


def open_streams() -> None:
    """Streams that the caller has closed are there, and no character is too much for them."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def is_terminal(stream: TextIO) -> bool:
    """Whether somebody sees the stream on a terminal that can move its cursor."""
    return stream.isatty() and os.environ.get("TERM") != "dumb" and _obeys_escapes(stream)


def _obeys_escapes(stream: TextIO) -> bool:
    """Whether a terminal takes escapes: a console of Windows has to be asked to."""
    if sys.platform != "win32":
        return True
    import ctypes
    import msvcrt

    console = ctypes.c_void_p(msvcrt.get_osfhandle(stream.fileno()))
    mode, kernel = ctypes.c_uint32(), ctypes.windll.kernel32
    known = kernel.GetConsoleMode(console, ctypes.byref(mode))
    return bool(known and kernel.SetConsoleMode(console, mode.value | _ESCAPES))


def coloured(stream: TextIO) -> bool:
    """Whether to colour a stream: a terminal, unless NO_COLOR is set, or FORCE_COLOR.

    Source: https://no-color.org and https://force-color.org.
    """
    if os.environ.get("NO_COLOR"):
        return False
    return is_terminal(stream) or bool(os.environ.get("FORCE_COLOR"))


def columns() -> int:
    """How wide output may be: as the terminal (or COLUMNS), or 80 if there is none."""
    return shutil.get_terminal_size((_PIPE_WIDTH, 24)).columns


def console(stream: TextIO) -> Console:
    """Rich's console on that stream, as wide as `columns`."""
    from rich.console import Console

    seen = stream.isatty()
    colour = coloured(stream)
    return Console(
        file=stream,
        force_terminal=seen or colour,
        no_color=not colour,
        width=None if seen else columns(),
        highlight=False,
    )


@contextmanager
def live_line(title: str, *, end: str = "") -> Iterator[Callable[[str], None]]:
    """Shows on standard error how far work is; each call has the words that hold by then.

    On a terminal they are one line, with `end` behind them, gone when the work is done. Elsewhere
    a line a minute stays, for a log.

    >>> with live_line("4,4,4") as tell:
    ...     tell("12.3 k nodes")
    """
    line = _Foot(title, end) if is_terminal(sys.stderr) else _Log(title)
    try:
        yield line.tell
    finally:
        line.close()


class _Foot:
    """One line at the foot of the terminal."""

    def __init__(self, title: str, end: str) -> None:
        self._title, self._end = title, end
        self._live: Any = None

    def tell(self, words: str) -> None:
        # Most answers come before the first report: Rich is not even imported for them.
        from rich.live import Live
        from rich.text import Text

        if self._live is None:
            self._live = Live(console=console(sys.stderr), auto_refresh=False, transient=True)
            self._live.start()
        spin = _SPINNER[int(monotonic() * 10) % len(_SPINNER)]
        line = Text(f"{spin} ", style="cyan", no_wrap=True, overflow="ellipsis")
        line.append(self._title, style="bold")
        line.append(f"  {words}", style="not bold default")
        if self._end:
            line.append(f" · {self._end}", style="not bold default")
        self._live.update(line, refresh=True)

    def close(self) -> None:
        if self._live is not None:
            self._live.stop()


class _Log:
    """A line a minute."""

    def __init__(self, title: str) -> None:
        self._title, self._told = title, monotonic()

    def tell(self, words: str) -> None:
        if monotonic() >= self._told + _EVERY:
            self._told = monotonic()
            print(f"{self._title}  {words}", file=sys.stderr, flush=True)

    def close(self) -> None:
        """What was said stays."""
