"""SIGTERM and SIGHUP end a command as Ctrl-C does, each with an exit status of its own."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from threading import current_thread, main_thread
from time import monotonic

from kinrow.runtime.statuses import INTERRUPTED

_WANTED = ("SIGTERM", "SIGHUP")  # Windows has no SIGHUP
_AGAIN = 1.0  # seconds: `timeout`, and a terminal that closes, may send a signal twice
_STATUS = 128  # added to the number of a signal, as shells do


def until_signal(command: Callable[[], int]) -> int:
    """Runs a command and returns its exit status; 143 after SIGTERM, and 129 after SIGHUP.

    Both interrupt it like Ctrl-C, so it saves what it has and says how to resume. A signal that is
    ignored, as with `nohup`, stays ignored. Other threads than the main one cannot hear signals.

    >>> until_signal(lambda: 2)
    2
    """
    heard = _Heard()
    wanted = [found for name in _WANTED if (found := getattr(signal, name, None)) is not None]
    if current_thread() is not main_thread():
        wanted.clear()
    unheard = [number for number in wanted if signal.getsignal(number) is signal.SIG_DFL]
    try:
        for number in unheard:
            signal.signal(number, heard)
        status = command()
    except KeyboardInterrupt:
        status = INTERRUPTED
    finally:
        for number in unheard:
            signal.signal(number, signal.SIG_DFL)
    return status if heard.number is None else _STATUS + heard.number


class _Heard:
    """What interrupts a command if a signal comes, and the number of the first that came."""

    def __init__(self) -> None:
        self.number: int | None = None
        self._last = 0.0
        self._terminals = [stream for stream in (1, 2) if _is_terminal(stream)]

    def __call__(self, number: int, frame: object) -> None:
        if self.number is not None and monotonic() < self._last + _AGAIN:
            return
        self.number = self.number or number
        self._last = monotonic()
        self._leave_lost_terminal()
        raise KeyboardInterrupt

    def _leave_lost_terminal(self) -> None:
        """A terminal that was closed refuses every word; that must not stop the command's end."""
        for stream in self._terminals:
            if not _is_terminal(stream):
                nowhere = os.open(os.devnull, os.O_WRONLY)
                os.dup2(nowhere, stream)
                os.close(nowhere)


def _is_terminal(stream: int) -> bool:
    try:
        return os.isatty(stream)
    except OSError:  # it is closed
        return False
