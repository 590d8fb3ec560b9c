"""An external program on two pipes: every wait has a deadline, so it cannot hang us."""

from __future__ import annotations

import contextlib
import os
import queue
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from time import monotonic
from typing import IO

from kinrow.rules.sentence import Sentence
from kinrow.runtime.files import reason_of
from kinrow.runtime.groups import NEW_GROUP

_LONGEST = 4096  # bytes of a line; what is beyond is cut off
_WAITING = 1000  # lines that may wait to be read; a program that floods us waits
_BREAK = re.compile(rb"[\r\n]+")


class Ended(Exception):
    """The program has ended, or its pipes are closed; says how."""


class Late(Exception):
    """No line came in time."""


def kill_with_children(process: subprocess.Popen[bytes]) -> None:
    """Ends a process that leads a session, and what it has started, at once."""
    if sys.platform != "win32":
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        return
    import psutil

    with contextlib.suppress(psutil.Error):
        for child in psutil.Process(process.pid).children(recursive=True):
            with contextlib.suppress(psutil.Error):  # it may have ended by now
                child.kill()
    process.kill()


class Program:
    """A running program, in its own process group. Raises Ended if it cannot be started."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                start_new_session=True,
                creationflags=NEW_GROUP,
            )
        except OSError as error:
            raise Ended(Sentence("player.start", reason=reason_of(error))) from None
        self._lines: queue.Queue[bytes | None] = queue.Queue(_WAITING)
        self._closing = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    def send(self, *lines: str) -> None:
        """Writes lines, each ended by CR LF as the Gomocup protocol has it; raises Ended."""
        data = b"".join(line.encode("utf-8", "replace") + b"\r\n" for line in lines)
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(data)
        except (OSError, ValueError):
            raise Ended(self._how()) from None

    def line(self, deadline: float | None) -> str:
        """The next line that is not empty; `deadline` is one of `time.monotonic`.

        Raises Late once that is past, Ended when no more can come.
        """
        try:
            wait = None if deadline is None else max(0.0, deadline - monotonic())
            data = self._lines.get(timeout=wait)
        except queue.Empty:
            raise Late from None
        if data is None:
            with contextlib.suppress(queue.Full):
                self._lines.put_nowait(None)  # for whoever asks again
            raise Ended(self._how())
        return data.decode("utf-8", "replace")

    def close(self, patience: float = 0.5) -> None:
        """Ends the program and all that it started, gently at first; may be called twice."""
        self._closing.set()
        with contextlib.suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(patience)
        kill_with_children(self._process)
        self._process.wait()
        self._reader.join(1.0)
        if self._process.stdout is not None and not self._reader.is_alive():
            self._process.stdout.close()

    def _how(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            code = self._process.wait(0.2)
            if code < 0:
                with contextlib.suppress(ValueError):
                    return Sentence("player.signal", signal=signal.Signals(-code).name)
            return Sentence("player.status", status=code)
        return Sentence("player.output")

    def _read(self) -> None:
        pipe: IO[bytes] | None = self._process.stdout
        assert pipe is not None
        rest = b""
        with contextlib.suppress(OSError, ValueError):
            while chunk := pipe.read(_LONGEST):
                *whole, rest = _BREAK.split(rest + chunk)
                for line in whole:
                    self._put(line.strip())
                rest = rest[:_LONGEST]
        self._put(rest.strip())
        self._put(None)

    def _put(self, line: bytes | None) -> None:
        while line != b"" and not self._closing.is_set():
            with contextlib.suppress(queue.Full):
                return self._lines.put(line, timeout=0.1)
        return None
