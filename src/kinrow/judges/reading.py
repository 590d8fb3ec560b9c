"""Read lines of any length from anywhere without ever holding more than a bounded one."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, Protocol

from kinrow.rules import NotationError
from kinrow.rules.cell import shown

_CHUNK: Final = 2**16
# Enough for any editor's habits; an endless input of empty lines ends here.
_MOST_BLANK_LINES: Final = 10_000
_BOM: Final = b"\xef\xbb\xbf"
BLANKS: Final = " \t\r\v\f"
"""What may stand between numbers and after the end of a line. (Python's own idea of white space
takes in characters that no judge takes for a blank.)"""
WORD: Final = re.compile(f"[^{BLANKS}]+")


class ByteStream(Protocol):
    """A binary stream such as `sys.stdin.buffer`, or io.BytesIO."""

    def read1(self, size: int, /) -> bytes:
        """Some bytes as soon as there are any, at most `size`; none at the end."""


class BadInput(NotationError):
    """Input that is not what the task says: line and column (from 1), what was found there, and
    what was expected, unless `found` says that, too.

    >>> str(BadInput(2, 5, "'7'", "0, 1 or 2"))
    "line 2, column 5: '7', expected 0, 1 or 2"
    """

    def __init__(self, line: int, column: int, found: str, expected: str) -> None:
        said = f"{found}, expected {expected}" if expected else found
        super().__init__(f"line {line}, column {column}: {said}")
        self.line = line
        self.column = column


class InputLines:
    """The lines of a stream, one at a time, without their ends; at most `most` bytes each.

    `before_wait` is called each time before the stream is read, which may take long: a good
    moment to answer what has been asked so far.

    >>> from io import BytesIO
    >>> lines = InputLines(BytesIO(b"3\\r\\n1 2"), most=100)
    >>> lines.read("T"), lines.read("a row"), lines.number
    ('3', '1 2', 2)
    >>> lines.read("a row")
    Traceback (most recent call last):
    kinrow.judges.reading.BadInput: line 3, column 1: the input ends here, expected a row
    """

    def __init__(
        self, source: ByteStream, most: int, before_wait: Callable[[], object] = lambda: None
    ) -> None:
        self.number = 0
        self._source = source
        self._most = most
        self._before_wait = before_wait
        self._chunk = b""
        self._at = 0

    def read(self, expected: str) -> str:
        """The next line. Raises BadInput at the end, and for a line too long or not UTF-8."""
        line = self.read_any(expected)
        if line is None:
            raise BadInput(self.number + 1, 1, "the input ends here", expected)
        return line

    def read_any(self, expected: str) -> str | None:
        """As `read`, but None at the end of the input."""
        raw, whole = self._next()
        if raw is None:
            return None
        self.number += 1
        if self.number == 1:
            raw = raw.removeprefix(_BOM)
        text = self._text(raw, whole, expected)
        if not whole:
            found = f"the line does not end within {self._most} bytes"
            raise BadInput(self.number, len(text) + 1, found, expected)
        return text.removesuffix("\r")

    def end(self, after: str) -> None:
        """Read to the end, where nothing but blank lines may follow. Raises BadInput."""
        expected = f"the end of the input after {after}"
        for _ in range(_MOST_BLANK_LINES):
            line = self.read_any(expected)
            if line is None:
                return
            word = WORD.search(line)
            if word is not None:
                raise BadInput(self.number, word.start() + 1, shown(word[0]), expected)
        raise BadInput(self.number + 1, 1, f"{_MOST_BLANK_LINES} blank lines", expected)

    def _next(self) -> tuple[bytes | None, bool]:
        """The bytes of the next line, and whether they are all; None at the end."""
        end = self._chunk.find(b"\n", self._at)
        if 0 <= end - self._at <= self._most:
            start, self._at = self._at, end + 1
            return self._chunk[start:end], True
        return self._gather()

    def _gather(self) -> tuple[bytes | None, bool]:
        """As `_next`, for a line that runs on into bytes still to be read."""
        parts, size = [], 0
        while True:
            end = self._chunk.find(b"\n", self._at)
            stop = len(self._chunk) if end < 0 else end
            parts.append(self._chunk[self._at : stop])
            size += stop - self._at
            if size > self._most:
                return b"".join(parts)[: self._most], False
            if end >= 0:
                self._at = end + 1
                return b"".join(parts), True
            self._before_wait()
            self._chunk, self._at = self._source.read1(_CHUNK), 0
            if not self._chunk:
                return (b"".join(parts), True) if size else (None, True)

    def _text(self, raw: bytes, whole: bool, expected: str) -> str:
        try:
            return raw.decode()
        except UnicodeDecodeError as error:
            before = raw[: error.start].decode()
            # A line that was cut short may end within a character.
            if not whole and len(raw) - error.start < 4:
                return before
            byte = f"byte 0x{raw[error.start]:02x} is not UTF-8 text"
            raise BadInput(self.number, len(before) + 1, byte, expected) from None
