"""What commands say: words in colour where it is wanted, JSON, tables."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import zip_longest
from typing import Any

import typer

from kinrow.terminal import coloured, console

INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells have it."""

BROKEN_PIPE = 141
"""The exit status where nobody reads the output any more, as shells have it."""

_ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


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
