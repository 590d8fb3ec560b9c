"""Which column holds what: by name, by number, by a preset, or guessed from the heads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from kinrow.rules import KinrowError
from kinrow.rules.cell import shown
from kinrow.rules.sentence import Sentence

FIELDS = {
    "position": ("position", "board"),
    "black": ("black", "black_pieces", "bp"),
    "white": ("white", "white_pieces", "wp"),
    "to_move": ("to_move", "color", "colour", "side", "turn"),
    "move": ("move", "played", "zet"),
    "moves": ("moves", "game_moves", "record"),
    "player": ("player", "participant", "subject", "user"),
    "time": ("time", "response_time", "response_time_ms", "rt", "time_ms"),
    "opening_stone": ("opening_stone",),
}
"""What a row may hold, and the heads that say so by themselves.

- `position`: a board in kinrow's notation, such as "X../.O./...",
- or `black` and `white`: the stones of who moves first and second, as integers whose bit
  row * columns + column is a cell; then `move` may be an integer of one bit, too,
- or `moves`: a whole game, "b2 a1 c3" or a list of moves, which becomes one row for each move.
- `to_move`: Black (who moves first), White, X or O; checked against the stones.
- `move`: the cell that was played. `player`, `time`: for the report.
- `opening_stone`: 1 for a stone that was given, and not chosen by its player; it is not judged.
"""

UNJUDGED = ("player", "time", "opening_stone")
"""The fields that say nothing of the position and the move."""

SIDES = ("black", "b", "white", "w", "x", "o")
"""What a side to move may be called, in small letters."""

_BOARDS = (("position",), ("black", "white"), ("moves",))


class LayoutError(KinrowError, ValueError):
    """Columns that do not say where the positions are."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A known kind of file: its separator, whether it has heads, its columns, its game."""

    separator: str
    heads: tuple[str, ...]
    columns: Mapping[str, str]
    game: str


PRESETS = {
    "fourinarow": Preset(
        "\t",
        ("black", "white", "to_move", "move", "response_time_ms", "group", "participant"),
        {
            "black": "black",
            "white": "white",
            "to_move": "to_move",
            "move": "move",
            "time": "response_time_ms",
            "player": "participant",
        },
        "4,9,4",
    )
}
"""`fourinarow`: the layout of van Opheusden et al., Nature 618, 2023: tab-separated, no heads."""

Mapped = str | Mapping[str, str | int] | None


Values = Callable[[str], Iterable[object]]
"""The values of a column, by its head."""


def layout(columns: Mapped, heads: Sequence[str], values: Values | None = None) -> dict[str, str]:
    """The column of each field, among these heads.

    `columns` is "field=column,field=column" or a mapping; a column is a head, or its number from
    1. What is not mapped is guessed from the heads; a column is not guessed to hold the side to
    move if its values, which `values` gives, name no side: a `turn` may be a number. Raises
    LayoutError for an unknown field or column, and if no columns hold a board.

    >>> layout("position=2", ["move", "b"])
    {'position': 'b', 'move': 'move'}
    """
    found: dict[str, str] = {}
    for field, column in _pairs(columns):
        if field not in FIELDS:
            raise LayoutError(
                Sentence(
                    "argument.choice", name="field", value=repr(field), known=", ".join(FIELDS)
                )
            )
        found[field] = _head(column, heads)
    named = [board for board in _BOARDS if any(field in found for field in board)]
    if len(named) > 1:
        raise LayoutError(Sentence("columns.twice"))
    lowered = {head.strip().lower(): head for head in reversed(heads)}
    for field, known in FIELDS.items():
        guesses = [lowered[name] for name in known if name in lowered]
        if field == "to_move" and values is not None:
            guesses = [head for head in guesses if any(map(_is_side, values(head)))]
        if field not in found and guesses:
            found[field] = guesses[0]
    for board in named or _BOARDS:
        if all(field in found for field in board):
            others = {field for other in _BOARDS for field in other if other != board}
            return {field: column for field, column in found.items() if field not in others}
    raise LayoutError(Sentence("columns.board", columns=", ".join(heads) or "none"))


def check_distinct(heads: Sequence[str]) -> None:
    """Raises LayoutError if two columns have one name."""
    twice = next((head for head, count in Counter(heads).items() if count > 1), None)
    if twice is not None:
        raise LayoutError(Sentence("columns.same", column=repr(twice)))


def _is_side(value: object) -> bool:
    return str(value).strip().lower() in SIDES


def _pairs(columns: Mapped) -> Iterable[tuple[str, str | int]]:
    if columns is None:
        return ()
    if isinstance(columns, Mapping):
        return columns.items()
    if not isinstance(columns, str):
        raise LayoutError(Sentence("columns.pair", part=shown(columns)))
    pairs = []
    for part in columns.split(","):
        field, equals, column = (word.strip() for word in part.partition("="))
        if not equals or not column:
            raise LayoutError(Sentence("columns.pair", part=repr(part)))
        pairs.append((field, column))
    return pairs


def _head(column: str | int, heads: Sequence[str]) -> str:
    if column in heads:
        return str(column)
    number = int(column) if str(column).isdecimal() else 0
    if not 1 <= number <= len(heads):
        raise LayoutError(
            Sentence(
                "columns.column", column=repr(column), count=len(heads), heads=", ".join(heads)
            )
        )
    return heads[number - 1]
