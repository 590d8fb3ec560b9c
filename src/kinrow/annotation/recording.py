"""A table read as positions and moves of one game, each row with what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from kinrow.annotation.games import expand
from kinrow.annotation.job import truths
from kinrow.annotation.layout import UNJUDGED
from kinrow.annotation.rows import RecordedRow, read_row
from kinrow.annotation.store import AnswerStore
from kinrow.annotation.truth import Plain, columns
from kinrow.rules import KinrowError, Objective, Position, Rules
from kinrow.rules.sentence import Sentence

Column = Callable[[str], list[object]]
"""The values of a column of the table, by its head."""


@dataclass(frozen=True, slots=True)
class RowFault:
    """A row that cannot be used: its line in the file (or its number from 1), and all reasons.

    `file` and `game`: if it is a move of a game, the file, and the number of the game in it. In
    JSON, `line` is 0.
    """

    line: int
    reasons: tuple[str, ...]
    file: str | None = None
    game: int | None = None

    @property
    def sentence(self) -> Sentence:
        """The file, the game and the line, as far as there are any, and what is wrong there."""
        fault: Sentence | list[str] = list(self.reasons)
        if self.line or self.game is None:
            fault = Sentence("row.line", line=self.line, reasons=fault)
        if self.game is not None:
            fault = Sentence("record.number", number=self.game, fault=fault)
        if self.file is not None:
            fault = Sentence("record.place", place=self.file, fault=fault)
        assert isinstance(fault, Sentence)
        return fault

    def __str__(self) -> str:
        return self.sentence


class BadRow(KinrowError, ValueError):
    """A row that cannot be used, if that is to stop the run."""


@dataclass(frozen=True, slots=True)
class Recording:
    """The rows of a table; if they were whole games, which row each move came from.

    - `origin`: None, or for each row the row of the table that it is a move of,
    - `extra`: the columns that whole games bring: ply, position, move,
    - `layout`: the column of each field, for who reads the result.
    """

    rows: Sequence[RecordedRow]
    layout: Mapping[str, str]
    origin: Sequence[int] | None
    extra: Mapping[str, list[object]]

    def faults(
        self, lines: Sequence[int], places: Sequence[tuple[str | None, int]] | None = None
    ) -> tuple[RowFault, ...]:
        """The rows that cannot be used; `lines` are those of the table's rows.

        `places`: the file and the game of each of the table's rows, if they are moves of games.
        """
        origin = self.origin or range(len(self.rows))
        return tuple(
            RowFault(lines[at], row.faults, *(() if places is None else places[at]))
            for at, row in zip(origin, self.rows, strict=False)
            if row.faults
        )

    @property
    def positions(self) -> Iterable[Position]:
        """Those of all rows that can be."""
        return (row.position for row in self.rows if row.position is not None)


def record(
    rules: Rules, layout: Mapping[str, str], column: Column, broken: Mapping[int, str]
) -> Recording:
    """Read the rows of a table; `broken` says which are not rows at all, and why."""
    if "moves" not in layout:
        return Recording(_rows(rules, layout, column, broken), layout, None, {})
    games = expand(rules, column(layout["moves"]))
    faults = dict(games.faults)
    faults |= {
        number: broken[origin] for number, origin in enumerate(games.origin) if origin in broken
    }
    fields = {"position": "position", "move": "move"}
    rows = _rows(rules, fields, games.columns.__getitem__, faults)
    for number in games.cut:
        reasons = (*rows[number].faults, Sentence("row.rest"))
        rows[number] = replace(rows[number], faults=reasons)
    kept = {field: layout[field] for field in ("player", "time") if field in layout}
    return Recording(rows, fields | kept, games.origin, games.columns)


def _rows(
    rules: Rules, layout: Mapping[str, str], column: Column, broken: Mapping[int, str]
) -> list[RecordedRow]:
    fields = [field for field in layout if field not in UNJUDGED]
    values = zip(*(column(layout[field]) for field in fields), strict=True)
    found = []
    for number, row in enumerate(values):
        if number in broken:
            found.append(RecordedRow(None, None, (broken[number],)))
        else:
            found.append(read_row(rules, dict(zip(fields, row, strict=True))))
    return found


def added(recording: Recording, store: AnswerStore, objective: Objective) -> dict[str, list[Plain]]:
    """The columns that annotating adds, a value for each row; empty if a row cannot be used."""
    heads = columns(objective)
    found: dict[str, list[Plain]] = {head: [] for head in heads}
    known = [row.position for row in recording.rows if row.position is not None]
    truth = truths(store, objective, known)
    for row in recording.rows:
        values = {} if row.position is None else next(truth).row(row.move)
        for head in heads:
            found[head].append(values.get(head))
    return found
