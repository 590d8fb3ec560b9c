"""Lines from a pipe as they arrive, each with its time; CRLF, LF or CR, and any bytes."""

from __future__ import annotations

import os
import queue
import re
import threading
from collections.abc import Callable, Iterator
from time import perf_counter, sleep

_LONGEST = 4096  # bytes of a line; what is beyond is cut off
_MOMENT = 0.005  # seconds in which a manager sends the next of several lines
_BREAK = re.compile(rb"[\r\n]")

TimedLine = tuple[float, str]
"""When the line came (`time.perf_counter`), and its text."""


def split(chunks: Iterator[bytes]) -> Iterator[str]:
    """The lines of a stream that comes in pieces, but not the empty ones; a last one needs no end.

    >>> list(split(iter([b"a\\r", b"\\nb\\nc"])))
    ['a', 'b', 'c']
    """
    rest = b""
    for chunk in chunks:
        *whole, rest = _BREAK.split(rest + chunk)
        yield from filter(None, map(_text, whole))
        rest = rest[:_LONGEST]
    if rest:
        yield _text(rest)


def _text(line: bytes) -> str:
    """A line as text, without the mark that some managers send in front of UTF-8."""
    return line[:_LONGEST].decode("utf-8", "replace").removeprefix("\ufeff")


class LineReader:
    """Reads a file descriptor in a separate thread, so that a brain can listen while it thinks."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._lines: queue.SimpleQueue[TimedLine | None] = queue.SimpleQueue()

    def begin(self, heard: Callable[[str | None], object]) -> Iterator[TimedLine]:
        """Line after line, until the input ends.

        `heard` is called with every line at once, from the other thread; None at the end.
        """
        threading.Thread(target=self._read, args=[heard], daemon=True).start()
        while (line := self._lines.get()) is not None:
            yield line

    def quiet(self) -> bool:
        """Whether no line is there, and none comes in the next few milliseconds."""
        sleep(_MOMENT)
        return self._lines.empty()

    def _read(self, heard: Callable[[str | None], object]) -> None:
        for text in split(self._chunks()):
            self._lines.put((perf_counter(), text))
            heard(text)
        self._lines.put(None)
        heard(None)

    def _chunks(self) -> Iterator[bytes]:
        try:
            while chunk := os.read(self._descriptor, _LONGEST):
                yield chunk
        except OSError:
            return
