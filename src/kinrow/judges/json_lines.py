"""The frame of the LeetCode tasks: one JSON value a line in, one a line out."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Final

from kinrow.judges.misfit import Misfit, Path
from kinrow.judges.reading import WORD, BadInput, ByteStream, InputLines

_DECODER: Final = json.JSONDecoder()
_BLANK: Final = re.compile(r"[ \t\r]*")
_LONG_NUMBER: Final = re.compile(r"-?[0-9]{1000,}")
_MOST_BYTES: Final = 2**26


def judge(
    source: ByteStream,
    write: Callable[[str], object],
    answer: Callable[[object], object],
    form: str,
) -> None:
    """Answer every line's value; `form` says in words what a line holds.

    Blank lines may only end the input. Raises BadInput, after the lines before it have been
    answered.

    >>> from io import BytesIO
    >>> judge(BytesIO(b"[1, 2]\\n[]\\n"), lambda text: print(text, end=""), len, "a list")
    2
    0
    """
    answers: list[str] = []

    def flush() -> None:
        ready, answers[:] = "".join(answers), []
        if ready:
            write(ready)

    lines = InputLines(source, _MOST_BYTES, before_wait=flush)
    expected = f"one JSON value: {form}"
    try:
        while (text := lines.read_any(expected)) is not None:
            if not WORD.search(text):
                _end(lines, expected)
                return
            answers.append(json.dumps(_answered(lines.number, text, answer, expected)) + "\n")
    finally:
        flush()


def _end(lines: InputLines, expected: str) -> None:
    """After a blank line: only blank lines may follow."""
    blank = lines.number
    try:
        lines.end("a blank line")
    except BadInput as error:
        if error.line > blank + 1:
            raise
        raise BadInput(blank, 1, "an empty line", expected) from None


def _answered(number: int, text: str, answer: Callable[[object], object], expected: str) -> object:
    value = _value(number, text, expected)
    try:
        return answer(value)
    except Misfit as misfit:
        column = column_of(text, misfit.path)
        raise BadInput(number, column, misfit.found, misfit.expected) from None


def _value(number: int, text: str, expected: str) -> object:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise BadInput(number, error.pos + 1, f"no JSON ({error.msg})", expected) from None
    except RecursionError:
        raise BadInput(number, 1, "lists within lists without end", expected) from None
    except ValueError:  # a number of more digits than Python reads
        match = _LONG_NUMBER.search(text)
        column = match.start() + 1 if match else 1
        raise BadInput(number, column, "a number of thousands of digits", expected) from None


def column_of(text: str, path: Path) -> int:
    """The column, from 1, where a value stands in a line of JSON.

    >>> column_of('{"n": 3, "moves": [[0, 0, 1], [0, 7, 2]]}', ("moves", 1, 1))
    35
    """
    at = _skip(text, 0)
    for step in path:
        at = _member(text, at, step) if isinstance(step, str) else _element(text, at, step)
    return at + 1


def _skip(text: str, at: int) -> int:
    match = _BLANK.match(text, at)
    return match.end() if match else at


def _element(text: str, at: int, index: int) -> int:
    """Where an element of the list at `at` begins."""
    at = _skip(text, at + 1)
    for _ in range(index):
        _, end = _DECODER.raw_decode(text, at)
        at = _skip(text, _skip(text, end) + 1)
    return at


def _member(text: str, at: int, key: str) -> int:
    """Where a value of the object at `at` begins; the last one if the key is there twice."""
    found = at
    while text[at] != "}":
        name, end = _DECODER.raw_decode(text, _skip(text, at + 1))
        value_at = _skip(text, _skip(text, end) + 1)
        if name == key:
            found = value_at
        _, end = _DECODER.raw_decode(text, value_at)
        at = _skip(text, end)
    return found
