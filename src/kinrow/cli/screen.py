"""What commands say: words, in colour if wanted, JSON, tables."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import zip_longest
from typing import Any

import typer

from kinrow.cli.language import text
from kinrow.runtime.statuses import BROKEN_PIPE
from kinrow.terminal import coloured, columns, console, drop

_ENDLESS = 10_000  # columns: nothing is cut off
_ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def paint(words: str, **style: Any) -> str:
    """Words with a style of `typer.style` (`fg`, `bold`, `dim`), if there is colour."""
    return typer.style(words, **style) if coloured(sys.stdout) else words


def say(words: str = "") -> None:
    """One line, or several, on standard output, at once; the end where nobody reads them."""
    with _printing():
        print(words, flush=True)


@contextmanager
def _printing() -> Iterator[None]:
    """Ends the command if nobody reads any more; any other fault names the output."""
    try:
        yield
    except OSError as error:
        from kinrow.runtime.files import is_broken_pipe

        if not is_broken_pipe(error):
            error.filename = text("screen.output")
            raise
        drop(sys.stdout)
        raise typer.Exit(BROKEN_PIPE) from None


def say_json(data: object) -> None:
    """One JSON value on a line of its own."""
    say(json.dumps(data))


def say_table(
    heads: Sequence[str], rows: Iterable[Sequence[str]], *, right: int, total: bool = False
) -> None:
    """A table; the last `right` columns are numbers, and `total` parts the last row.

    Heads of numbers are folded if the table is too wide; the numbers never are. Nothing is cut off.
    """
    from rich.table import Table
    from rich.text import Text

    listed = list(rows)
    if right == len(heads):
        heads = _narrowed(heads, listed)
    table = Table(box=None, header_style="bold", pad_edge=False, padding=(0, 2, 0, 0))
    for number, head in enumerate(heads):
        numeric = number >= len(heads) - right
        table.add_column(
            Text(head),
            justify="right" if numeric else "left",
            no_wrap=numeric or not number,
            overflow="fold",
        )
    for number, row in enumerate(listed, 1):
        last = total and number == len(listed)
        table.add_row(*(Text(cell) for cell in row), style="bold" if last else None)
    shown = console(sys.stdout)
    if right == len(heads):
        shown.width = _ENDLESS
    with _printing(), shown.capture() as capture:  # at the end Rich writes nothing, but it writes
        shown.print(table)
    say("\n".join(line.rstrip() for line in capture.get().rstrip("\n").split("\n")))


def _narrowed(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """The heads, folded at spaces to what stands below them if the table has no room."""
    below = [max((width(row[at]) for row in rows), default=0) for at in range(len(heads))]
    whole = sum(max(width(head), room) + 2 for head, room in zip(heads, below, strict=True)) - 2
    if whole <= columns():
        return list(heads)
    return ["\n".join(_lines(head, room)) for head, room in zip(heads, below, strict=True)]


def folded(words: str) -> str:
    """Words on lines that fit the screen, broken at spaces; later lines are indented by two.

    >>> print(folded("line: " + " ".join(f"a{row}" for row in range(1, 28))))
    line: a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15 a16 a17 a18 a19 a20 a21
      a22 a23 a24 a25 a26 a27
    """
    return "\n  ".join(_lines(words, columns(), columns() - 2))


def _lines(words: str, first: int, later: int | None = None) -> list[str]:
    lines: list[str] = []
    for word in words.split(" "):
        room = first if len(lines) < 2 else later or first
        if lines and width(lines[-1]) + 1 + width(word) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def width(words: str) -> int:
    """Columns that words take on a terminal: escapes none, Chinese characters two.

    >>> width("\\x1b[31mX\\x1b[0m"), width("井字棋")
    (1, 6)
    """
    plain = _ESCAPE.sub("", words)
    if plain.isascii():
        return len(plain)
    from rich.cells import cell_len

    return cell_len(plain)


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
