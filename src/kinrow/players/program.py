"""An external program on two pipes: every wait has a deadline, so it cannot hang us."""

from __future__ import annotations

import contextlib
import queue
import re
import signal
import subprocess
import threading
from collections.abc import Sequence
from time import perf_counter
from typing import IO

from kinrow.rules.sentence import Sentence
from kinrow.runtime.files import reason_of
from kinrow.runtime.programs import begin_program, end_program
from kinrow.runtime.threads import starting

_LONGEST = 4096  # bytes of a line; what is beyond is cut off
_MOST_SAID = 200  # bytes of its last line of errors that a message repeats
_WAITING = 1000  # lines that may wait to be read; a program that floods us waits
_PATIENCE = 4e6  # seconds: no wait lasts longer on Windows
_BREAK = re.compile(rb"[\r\n]+")


class Ended(Exception):
    """The program has ended, or its pipes are closed; says how."""


class Late(Exception):
    """No line came in time."""


class Program:
    """A running program, in its own process group. Raises Ended if it cannot be started."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = begin_program(command)
        except OSError as error:
            raise Ended(Sentence("player.start", reason=reason_of(error))) from None
        self._lines: queue.Queue[bytes | None] = queue.Queue(_WAITING)
        self._closing = threading.Event()
        self._errors = b""  # the end of what it wrote to its standard error
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._listener = threading.Thread(target=self._listen, daemon=True)
        try:
            with starting():
                self._reader.start()
                self._listener.start()
        except BaseException:
            with self._process:  # which closes its pipes
                end_program(self._process)
            raise

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
        """The next line that is not empty; `deadline` is one of `time.perf_counter`.

        Raises Late once that is past, even if a program that never pauses has written more, and
        Ended when no more can come.
        """
        wait = None if deadline is None else min(deadline - perf_counter(), _PATIENCE)
        if wait is not None and wait <= 0:
            raise Late
        try:
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
        end_program(self._process)
        self._process.wait()
        pipes = (self._reader, self._process.stdout), (self._listener, self._process.stderr)
        for thread, pipe in pipes:
            thread.join(1.0)
            if pipe is not None and not thread.is_alive():
                pipe.close()

    def _how(self) -> str:
        """How it ended, and the last line of its standard error, which says why."""
        how = Sentence("player.output")
        with contextlib.suppress(subprocess.TimeoutExpired):
            code = self._process.wait(0.2)
            how = Sentence("player.status", status=code)
            if code < 0:
                with contextlib.suppress(ValueError):
                    how = Sentence("player.signal", signal=signal.Signals(-code).name)
            self._listener.join(0.2)
        lines = [line for line in _BREAK.split(self._errors) if line.strip()]
        if not lines:
            return how
        last = lines[-1].strip()[:_MOST_SAID].decode("utf-8", "replace")
        plain = "".join(char if char.isprintable() else "?" for char in last)
        return Sentence("player.said", how=how, line=plain)

    def _listen(self) -> None:
        """Reads all that comes on standard error, so that the program never waits for us."""
        pipe = self._process.stderr
        assert pipe is not None
        with contextlib.suppress(OSError, ValueError):
            while chunk := pipe.read(_LONGEST):
                self._errors = (self._errors + chunk)[-_LONGEST:]

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
