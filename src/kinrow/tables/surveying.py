"""A survey of a table, ply by ply: every value against those of the moves, and what to count.

The core plays each move by the plain rules and looks up where it leads. That is written apart from
the retrograde analysis, so a survey verifies a table as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinrow import _core
from kinrow.rules import Position, Rules, Sign
from kinrow.runtime.limits import table_bytes, threads_of
from kinrow.runtime.waiting import Deadline, Progress, ProgressCallback
from kinrow.tables.crew import in_order
from kinrow.tables.layers import LayerShape, Room, Values
from kinrow.tables.table import Table

Keeping = NDArray[np.uint8]
KeepingCallback = Callable[[int, int, Values, Keeping], object]
"""Called with ply, first place, values, and for each the number of moves that keep the outcome."""


@dataclass(slots=True)
class PlySurvey:
    """The positions with a given number of stones.

    `values` counts all positions by value for the side to move, `canonical` one for each class
    under the board's symmetries, both with the finished ones, which `finished` and
    `canonical_finished` count apart. `one_winning_move` counts positions with just one winning
    move. `wrong` is how many values the moves do not give, `first_wrong` one such position.
    """

    ply: int
    to_move: Sign
    values: Counter[int] = field(default_factory=Counter)
    canonical: Counter[int] = field(default_factory=Counter)
    finished: int = 0
    canonical_finished: int = 0
    one_winning_move: int = 0
    examples: dict[int, Position] = field(default_factory=dict)
    wrong: int = 0
    first_wrong: str | None = None

    def share(self, outcome: int) -> float:
        """The share of positions with this outcome for the side to move; 0 if there are none."""
        count = sum(n for value, n in self.values.items() if (value > 0) - (value < 0) == outcome)
        return count / total if (total := self.values.total()) else 0.0


@dataclass(frozen=True, slots=True)
class TableSurvey:
    """What a survey of a table has found, from the empty board on."""

    table: Table
    per_ply: tuple[PlySurvey, ...]
    seconds: float

    @property
    def positions(self) -> int:
        """All positions that play can reach."""
        return sum(ply.values.total() for ply in self.per_ply)

    @property
    def canonical(self) -> int:
        """The same up to the symmetries of the board."""
        return sum(ply.canonical.total() for ply in self.per_ply)

    @property
    def one_winning_move(self) -> int:
        """Positions in which just one move wins."""
        return sum(ply.one_winning_move for ply in self.per_ply)

    @property
    def wrong(self) -> int:
        """Values that the moves, or the end of the game, do not give."""
        return sum(ply.wrong for ply in self.per_ply)

    @property
    def longest_win(self) -> tuple[int, Position] | None:
        """The most stones that a forced win takes, and a position; None without scores."""
        if self.table.objective != "score":
            return None
        most: tuple[int, Position] | None = None
        for ply in self.per_ply:
            least = min((value for value in ply.examples if value > 0), default=None)
            if least is None:
                continue
            stones = self.table.rules.size - ply.ply + 1 - least
            if stones > 0 and (most is None or stones > most[0]):
                most = stones, ply.examples[least]
        return most

    def to_json(self) -> dict[str, Any]:
        """A dictionary for programs."""
        longest = self.longest_win
        return {
            "game": str(self.table.rules),
            "objective": self.table.objective,
            "sha256": self.table.sha256,
            "positions": self.positions,
            "canonical": self.canonical,
            "finished": sum(ply.finished for ply in self.per_ply),
            "canonical_finished": sum(ply.canonical_finished for ply in self.per_ply),
            "one_winning_move": self.one_winning_move,
            "longest_win": None
            if longest is None
            else {"stones": longest[0], "position": longest[1].fen()},
            "per_ply": [_ply_json(ply) for ply in self.per_ply],
            "wrong": self.wrong,
            "seconds": round(self.seconds, 6),
        }


def _ply_json(ply: PlySurvey) -> dict[str, Any]:
    return {
        "ply": ply.ply,
        "to_move": str(ply.to_move),
        "positions": ply.values.total(),
        "canonical": ply.canonical.total(),
        "finished": ply.finished,
        "canonical_finished": ply.canonical_finished,
        "values": {str(value): count for value, count in sorted(ply.values.items())},
        "win": ply.share(1),
        "draw": ply.share(0),
        "loss": ply.share(-1),
        "one_winning_move": ply.one_winning_move,
        "wrong": ply.wrong,
        "first_wrong": ply.first_wrong,
    }


def survey(
    table: Table,
    *,
    memory: str | int | None = None,
    threads: int | None = None,
    progress: ProgressCallback | None = None,
    keeping: KeepingCallback | None = None,
) -> TableSurvey:
    """Goes through all positions of a table, from the last ply to the first.

    Two plies at a time are in memory, or on the disk beyond `memory`. Raises TableFileError for
    a block that is damaged.

    >>> from tempfile import TemporaryDirectory
    >>> from kinrow.tables import tabulate
    >>> with TemporaryDirectory() as folder, tabulate("tictactoe", f"{folder}/a.table") as table:
    ...     found = survey(table)
    >>> found.positions, found.canonical, found.wrong, found.one_winning_move
    (5478, 765, 0, 1686)
    >>> found.longest_win
    (5, kinrow.position('3,3,3 XO./.../...'))
    """
    return _Surveyor(table, memory, threads, progress, keeping).run()


class _Surveyor:
    """A run over the plies of a table."""

    def __init__(
        self,
        table: Table,
        memory: str | int | None,
        threads: int | None,
        progress: ProgressCallback | None,
        keeping: KeepingCallback | None,
    ) -> None:
        self._table, self._progress, self._keeping = table, progress, keeping
        self._threads = threads_of(threads)
        self._room = Room(table_bytes(memory, self._threads), table.path.absolute().parent)
        self._clock = Deadline(None)
        self._done = 0

    def run(self) -> TableSurvey:
        found: list[PlySurvey] = []
        later: tuple[_core.TableLayer, Values] | None = None
        for ply in range(self._table.last_ply, -1, -1):
            layer = self._table.layer(ply)
            values = self._values(self._table.shapes[ply])
            found.append(self._ply(ply, layer, values, later))
            later = layer, values
        return TableSurvey(self._table, tuple(found[::-1]), self._clock.spent)

    def _values(self, shape: LayerShape) -> Values:
        values = self._room.values(shape.size)
        for number, (first, end) in enumerate(shape.blocks):
            block = self._table.block(shape.ply, number)
            values[first * shape.length : end * shape.length] = block
        return values

    def _ply(
        self,
        ply: int,
        layer: _core.TableLayer,
        values: Values,
        later: tuple[_core.TableLayer, Values] | None,
    ) -> PlySurvey:
        following, after = later or (None, None)
        shape, work = self._table.shapes[ply], _core.TableSurvey(layer, following)
        found = PlySurvey(ply, self._table.rules.turn_at(ply)[0])

        def looked_at(rows: tuple[int, int]) -> tuple[Any, int, Values, Keeping | None]:
            start, end = (row * shape.length for row in rows)
            block = values[start:end]
            kept = None if self._keeping is None else np.empty(len(block), np.uint8)
            return work.rows(*rows, block, after, kept), start, block, kept

        for tally, start, block, kept in in_order(self._threads, looked_at, shape.blocks):
            self._add(found, layer, tally)
            if self._keeping is not None and kept is not None:
                self._keeping(ply, start, block, kept)
            self._done += len(block)
            self._tell(ply)
        return found

    def _add(self, found: PlySurvey, layer: _core.TableLayer, tally: Any) -> None:
        values, finished, one_winning, wrong, first_wrong = tally
        for value, positions, classes, place in values:
            found.values[value] += positions
            found.canonical[value] += classes
            if value not in found.examples:
                found.examples[value] = position_at(self._table.rules, layer, place)
        found.finished += finished[0]
        found.canonical_finished += finished[1]
        found.one_winning_move += one_winning[0]
        if wrong and not found.wrong:
            found.first_wrong = position_at(self._table.rules, layer, first_wrong).fen()
        found.wrong += wrong

    def _tell(self, ply: int) -> None:
        if self._progress is not None:
            whole = sum(shape.size for shape in self._table.shapes.values())
            done, spent = self._done, self._clock.spent
            self._progress(Progress(done, spent, ply, done, whole, None, None, "survey"))


def position_at(rules: Rules, layer: _core.TableLayer, place: int) -> Position:
    """The position that stands at a place of a layer."""
    first, second = layer.at(place)
    signs = str(rules.begins), str(rules.begins.other)
    cells = "".join(
        signs[0] if first >> at & 1 else signs[1] if second >> at & 1 else "."
        for at in range(rules.size)
    )
    return Position(rules, cells)
