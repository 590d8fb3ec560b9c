"""The terminal: whether there is one, and with colour; the live line of long work."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
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


def drop(stream: TextIO) -> None:
    """What could not be written would be tried again, and complained of, at the end of Python."""
    with suppress(OSError, ValueError, AttributeError):  # a stand-in for a stream has no number
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


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
    a line a minute stays, for a log. Words that can reach nobody are lost, and the work goes on.

    >>> with live_line("4,4,4") as tell:
    ...     tell("12.3 k nodes")
    """
    if not is_terminal(sys.stderr):
        yield _Log(title).tell
        return
    with live_view() as show:
        line = _Foot(title, end, show)
        yield line.tell


@contextmanager
def live_view() -> Iterator[Callable[[Any], None]]:
    """Shows something of Rich's at the foot of the terminal, until the work is done.

    Elsewhere it shows nothing. If the terminal is lost meanwhile, the work goes on without it.
    """
    view = _View(is_seen=is_terminal(sys.stderr))
    try:
        yield view.show
    finally:
        view.close()


def mutter(words: str) -> None:
    """One line on standard error, if it can be written: no work ends for a full or lost log.

    Raises BrokenPipeError if nobody reads the output any more, which ends a command.
    """
    with _unheard():
        print(words, file=sys.stderr, flush=True)


@contextmanager
def _unheard() -> Iterator[None]:
    """Passes over what the system refuses to write, as on a terminal that was closed."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError:
        drop(sys.stderr)


class _View:
    """The foot of the terminal; it is not looked after any more once it cannot be written to."""

    def __init__(self, *, is_seen: bool) -> None:
        self._is_seen = is_seen
        self._live: Any = None

    def show(self, what: Any) -> None:
        if not self._is_seen:
            return
        # Most answers come before the first report: Rich is not even imported for them.
        from rich.live import Live

        is_shown = False
        with _unheard():
            if self._live is None:
                self._live = Live(console=console(sys.stderr), auto_refresh=False, transient=True)
                self._live.start()
            self._live.update(what, refresh=True)
            is_shown = True
        self._is_seen = is_shown

    def close(self) -> None:
        if self._live is not None:
            with _unheard():
                self._live.stop()


class _Foot:
    """One line at the foot of the terminal."""

    def __init__(self, title: str, end: str, show: Callable[[Any], None]) -> None:
        self._title, self._end, self._show = title, end, show

    def tell(self, words: str) -> None:
        from rich.text import Text

        spin = _SPINNER[int(monotonic() * 10) % len(_SPINNER)]
        line = Text(f"{spin} ", style="cyan", no_wrap=True, overflow="ellipsis")
        line.append(self._title, style="bold")
        line.append(f"  {words}", style="not bold default")
        if self._end:
            line.append(f" · {self._end}", style="not bold default")
        self._show(line)


class _Log:
    """A line a minute."""

    def __init__(self, title: str) -> None:
        self._title, self._told = title, monotonic()

    def tell(self, words: str) -> None:
        if monotonic() >= self._told + _EVERY:
            self._told = monotonic()
            mutter(f"{self._title}  {words}")
