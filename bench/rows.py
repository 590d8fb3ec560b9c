"""A row of the table: what was run, its time, what stands beside it in the same run, the ratio."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from rich.box import SIMPLE
from rich.table import Table


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement beside another; nothing here passes or fails.

    - `what` was run, and took `seconds`, and so many seconds of all processors; `mark` is the
      time we aim at, where there is one.
    - `beside` it something else was run, which took `beside_seconds`; None where it cannot do
      the job, and `beside` says why.
    - `stopped`: it was stopped then, unfinished, so that the ratio is a lower bound.

    >>> row = Row("kinrow", 0.5, mark=2.0, beside="a textbook", beside_seconds=10.0, stopped=True)
    >>> row.ratio, row.share
    (20.0, 0.25)
    """

    what: str
    seconds: float
    processor: float | None = None
    mark: float | None = None
    beside: str = ""
    beside_seconds: float | None = None
    stopped: bool = False
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """How many times as long as ours the other took."""
        if self.beside_seconds is None:
            return None
        return self.beside_seconds / max(self.seconds, 1e-9)

    @property
    def share(self) -> float | None:
        """Which part of the mark was used."""
        return None if self.mark is None else self.seconds / self.mark

    def cells(self) -> tuple[str, ...]:
        """The row as the table shows it.

        >>> Row("kinrow", 0.5, 0.9, mark=2.0, beside="a textbook", beside_seconds=10.0).cells()
        ('kinrow', '500 ms', '900 ms', '25 % of 2 s', 'a textbook', '10.0 s', '20.0 x', '')
        """
        over = "> " if self.stopped else ""
        return (
            self.what,
            time_text(self.seconds),
            "" if self.processor is None else time_text(self.processor),
            "" if self.share is None else f"{self.share:.0%} of {self.mark:g} s".replace("%", " %"),
            self.beside,
            "" if self.beside_seconds is None else over + time_text(self.beside_seconds),
            "" if self.ratio is None else f"{over}{_figure(self.ratio)} x",
            self.note,
        )

    def to_json(self) -> dict[str, Any]:
        """A dictionary for programs.

        >>> Row("kinrow", 0.5).to_json()["ratio"] is None
        True
        """
        return {
            "what": self.what,
            "seconds": self.seconds,
            "processor": self.processor,
            "mark": self.mark,
            "share": self.share,
            "beside": self.beside,
            "beside_seconds": self.beside_seconds,
            "stopped": self.stopped,
            "ratio": self.ratio,
            "note": self.note,
        }


@dataclass(frozen=True, slots=True)
class Section:
    """Rows that belong together."""

    title: str
    rows: tuple[Row, ...]


def table(sections: Iterable[Section], caption: str = "") -> Table:
    """All rows as one table, a line between sections."""
    grid = Table(box=SIMPLE, caption=caption, caption_justify="left", caption_style="")
    for heading, right in _COLUMNS:
        grid.add_column(heading, justify="right" if right else "left", no_wrap=right)
    for number, section in enumerate(sections):
        if number:
            grid.add_row()
        grid.add_row(f"[bold]{section.title}[/bold]")
        for row in section.rows:
            grid.add_row(*(cell.replace("[", r"\[") for cell in row.cells()))
    return grid


_COLUMNS = (
    ("what was run", False),
    ("time", True),
    ("processor", True),
    ("of the mark", True),
    ("beside it, same run", False),
    ("its time", True),
    ("ratio", True),
    ("note", False),
)


def time_text(seconds: float) -> str:
    """Seconds in three figures, with the unit that suits them.

    >>> [time_text(seconds) for seconds in (0.0000123, 0.0123, 1.23456, 123.456)]
    ['12.3 us', '12.3 ms', '1.23 s', '123 s']
    """
    for unit, scale in (("us", 1e-6), ("ms", 1e-3), ("s", 1.0)):
        if seconds < 999.5 * scale or unit == "s":
            break
    return f"{_figure(seconds / scale)} {unit}"


def _figure(number: float) -> str:
    """Three figures, thousands parted.

    >>> _figure(1.234), _figure(12.34), _figure(12345.6)
    ('1.23', '12.3', '12,346')
    """
    digits = 2 if number < 9.995 else 1 if number < 99.95 else 0
    return f"{number:,.{digits}f}"
