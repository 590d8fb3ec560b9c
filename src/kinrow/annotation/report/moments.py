"""The rows of an annotated file, as a report reads them: who, when, how long, what it cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kinrow.annotation.layout import Mapped, layout
from kinrow.annotation.rows import is_given, missing, read_row, whole
from kinrow.annotation.store import notes
from kinrow.annotation.table_error import TableError
from kinrow.annotation.tables import GAME_KINDS, kind_of, read_table
from kinrow.annotation.truth import COLUMNS, UNKNOWN
from kinrow.rules import Cell, GameLike, Outcome, Position, Rules
from kinrow.rules.games import game as game_of
from kinrow.rules.sentence import Sentence

if TYPE_CHECKING:
    import polars as pl


_EXACT = frozenset(map(str, Outcome))
"""The words for outcomes that are not bounds."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A move that was played, with the truth about it.

    - `row`: its number in the file, from 1. `ply`: the stones on the board before it.
    - `player`, `time`: None if the file has no such column; `time` in the column's own unit.
    - `outcomes`: of every legal move. `regret`: None if bounds leave it open.
    """

    row: int
    position: Position
    move: Cell
    player: str | None
    time: float | None
    outcome: str
    move_outcome: str
    best: tuple[str, ...]
    outcomes: Mapping[str, str]
    regret: int | None
    forced: str | None

    @property
    def ply(self) -> int:
        """Stones on the board before the move."""
        return self.position.plies

    @property
    def exact(self) -> bool:
        """Whether the outcomes of the position and of every move are known."""
        return {self.outcome, self.move_outcome, *self.outcomes.values()} <= _EXACT

    @property
    def side(self) -> str:
        """The sign that was to move."""
        return str(self.position.to_move)


@dataclass(frozen=True, slots=True)
class Annotated:
    """An annotated file: its game, its moves, the rows it has, and the head of its times.

    Stones of an opening, which no player chose, are not among the moves; `given` counts them.
    """

    rules: Rules
    moments: tuple[Moment, ...]
    rows: int
    time_head: str | None
    by_name: bool
    given: int = 0


def read_annotated(path: Path, game: GameLike | None, columns: Mapped) -> Annotated:
    """Read what annotate wrote; game and columns are those of the run, if not given.

    Raises KinrowError for a file that is not an annotated table.
    """
    from kinrow.annotation.files import store_path, unnamed_game

    kind = kind_of(path)
    if kind in GAME_KINDS:
        raise TableError(Sentence("report.table", path=path))
    known = notes(store_path(path))
    game = game or (str(known["game"]) if "game" in known else None)
    if game is None:
        raise unnamed_game(path)
    frame = read_table(path, kind).frame
    absent = [head for head in COLUMNS if head not in frame.columns]
    if absent:
        raise TableError(Sentence("report.column", path=path, column=repr(absent[0])))
    remembered = known.get("columns")
    if columns is None and isinstance(remembered, dict):
        columns = {field: head for field, head in remembered.items() if head in frame.columns}
    heads = [head for head in frame.columns if head not in COLUMNS]
    fields = layout(columns, heads, lambda head: frame[head].to_list())
    return _annotated(game_of(game), frame, fields)


def _annotated(rules: Rules, frame: pl.DataFrame, fields: Mapping[str, str]) -> Annotated:
    moments, given = [], 0
    for number, row in enumerate(frame.iter_rows(named=True), start=1):
        values = {field: row[head] for field, head in fields.items()}
        if is_given(values.pop("opening_stone", None)):
            given += 1
            continue
        if missing(row["outcome"]) or missing(row["move_outcome"]):
            continue
        player, time = values.pop("player", None), values.pop("time", None)
        read = read_row(rules, values)
        if read.position is not None and read.move is not None:
            who, when = _name(player), _number(time)
            moments.append(_moment(number, read.position, read.move, who, when, row))
    named, time_head = "player" in fields, fields.get("time")
    return Annotated(rules, tuple(moments), frame.height, time_head, named, given)


def _moment(
    number: int,
    position: Position,
    move: Cell,
    player: str | None,
    time: float | None,
    row: Mapping[str, object],
) -> Moment:
    listed = (item.partition(":") for item in str(row["move_outcomes"] or "").split())
    unlisted = dict.fromkeys(map(str, position.legal_moves), UNKNOWN)
    return Moment(
        number,
        position,
        move,
        player,
        time,
        str(row["outcome"]),
        str(row["move_outcome"]),
        tuple(str(row["best_moves"] or "").split()),
        unlisted | {cell: word for cell, _, word in listed},
        None if missing(row["regret"]) else whole(row["regret"], "regret"),
        None if missing(row["forced"]) else str(row["forced"]),
    )


def _name(value: object) -> str | None:
    """Whose move it was; somebody may be called Nan, Null or None."""
    if isinstance(value, str):
        return value.strip() or None
    return None if missing(value) else str(value)


def _number(value: object) -> float | None:
    """A time: no negative number, and none without an end."""
    text = str(value)
    try:
        number = float(text)
    except ValueError:
        return None
    if "_" in text:  # Python reads 1_000, other programs do not
        return None
    return number if 0 <= number < float("inf") else None
