"""What a survey of a table finds."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from kinrow.rules import Position, Rules, Sign
from kinrow.tables.layers import Layer
from kinrow.tables.table import Table


@dataclass(slots=True)
class PlySurvey:
    """The positions with a given number of stones.

    `values` counts all positions by value for the side to move, `canonical` one for each class
    under the board's symmetries, both with the finished ones, which `finished` and
    `canonical_finished` count apart; `examples` has a position with each value.
    `one_winning_move` counts positions with just one winning move. `wrong` is how many values the
    moves do not give, `first_wrong` one such position. `unchecked` counts positions whose moves
    the table does not have, the unfinished ones of an opening table's last ply; their values and
    winning moves cannot be checked.
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
    unchecked: int = 0

    def share(self, outcome: int) -> float:
        """The share of positions, 0 to 1, with this outcome for the side to move: -1, 0 or 1.

        It is 0 if there are no positions.

        >>> from kinrow.rules import Sign
        >>> PlySurvey(9, Sign.O, Counter({-1: 62, 0: 16})).share(-1) > 0.7
        True
        """
        count = sum(n for value, n in self.values.items() if (value > 0) - (value < 0) == outcome)
        return count / total if (total := self.values.total()) else 0.0


@dataclass(frozen=True, slots=True)
class TableSurvey:
    """What a survey of a table has found, from the empty board on, and how many seconds it took."""

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
        """Positions in which just one move wins, of those whose moves the table has."""
        return sum(ply.one_winning_move for ply in self.per_ply)

    @property
    def wrong(self) -> int:
        """Values that the moves, or the end of the game, do not give."""
        return sum(ply.wrong for ply in self.per_ply)

    @property
    def unchecked(self) -> int:
        """Positions whose values no moves of the table can check."""
        return sum(ply.unchecked for ply in self.per_ply)

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
            "unchecked": self.unchecked,
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
        "one_winning_move": None if ply.unchecked else ply.one_winning_move,
        "wrong": ply.wrong,
        "first_wrong": ply.first_wrong,
        "unchecked": ply.unchecked,
    }


def position_at(rules: Rules, layer: Layer, place: int) -> Position:
    """The position that stands at a place of a layer, such as `table.layer(4)`, from 0.

    >>> from kinrow.tables.tabulating import tabulate_in_memory
    >>> with tabulate_in_memory("1,3,2") as table:
    ...     position_at(table.rules, table.layer(1), 0)
    ...
    kinrow.position('1,3,2 X..')
    """
    first, second = layer.at(place)
    signs = str(rules.begins), str(rules.begins.other)
    cells = "".join(
        signs[0] if first >> at & 1 else signs[1] if second >> at & 1 else "."
        for at in range(rules.size)
    )
    return Position(rules, cells)
