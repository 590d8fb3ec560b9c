"""Whole games become one row for each move, so that they are annotated as tables are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from kinrow.rules import Cell, KinrowError, NotationError, Position, Rules
from kinrow.rules.notation import format_position, parse_moves

HEADS = ("game", "ply", "to_move", "position", "move", "player")
"""The columns of the rows of a whole game, before those that a kind of file adds."""

LAYOUT = {"position": "position", "move": "move", "to_move": "to_move"}


@dataclass(frozen=True, slots=True)
class Stone:
    """One move of a record: what was written for its cell, and the line that it stands on."""

    cell: str
    line: int
    side: str | None = None
    more: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Game:
    """A whole game as a file has it.

    `rows` and `cols` are 0 where the file does not say, `players` who moves first and second,
    `rules` a spec such as "4,9,4", or what the file has in its place.
    """

    rows: int
    cols: int
    stones: tuple[Stone, ...]
    players: tuple[str | None, str | None] = (None, None)
    rules: str | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One row of a game: the position before a move, and the move as it was written."""

    ply: int
    position: Position
    stone: Stone


def steps(rules: Rules, stones: Iterable[Stone]) -> list[Step]:
    """The moves of a game with the positions before them.

    The first move that cannot be is the last step: nothing that follows it has a position.

    >>> from kinrow.rules import game
    >>> stones = [Stone(cell, line=1) for cell in ("a1", "a1", "b1")]
    >>> [step.position.fen() for step in steps(game("1,3,2"), stones)]
    ['1,3,2 ...', '1,3,2 X..']
    """
    found: list[Step] = []
    position = rules.start()
    for ply, stone in enumerate(stones):
        found.append(Step(ply, position, stone))
        side = "Black" if position.to_move is rules.begins else "White"
        if stone.side not in (None, side):
            break
        try:
            position = position.play(Cell.parse(stone.cell))
        except KinrowError:
            break
    return found


def step_row(
    game: int, step: Step, players: tuple[str | None, str | None] = (None, None)
) -> dict[str, object]:
    """The columns of a step; the side is the one that the record says, else the one to move."""
    to_move, begins = step.position.to_move, step.position.rules.begins
    side = step.stone.side or ("Black" if to_move is begins else "White")
    return {
        "game": game,
        "ply": step.ply,
        "to_move": side,
        "position": format_position(step.position),
        "move": step.stone.cell,
        "player": players[side != "Black"],
        **step.stone.more,
    }


@dataclass(frozen=True, slots=True)
class Expansion:
    """Rows of whole games: which row of the table each came from, and its new columns."""

    origin: list[int]
    columns: dict[str, list[object]]
    faults: dict[int, str]


def expand(rules: Rules, games: Sequence[object]) -> Expansion:
    """One row for each move of each game, given as a text such as "b2 a1 c3".

    A game that cannot be read, or has no moves, keeps one row, with the reason.
    """
    origin: list[int] = []
    columns: dict[str, list[object]] = {"ply": [], "position": [], "move": []}
    faults: dict[int, str] = {}
    for number, text in enumerate(games):
        try:
            cells = parse_moves("" if text is None else str(text))
            if not cells:
                raise NotationError("a game without moves")
            listed = steps(rules, (Stone(str(cell), 0) for cell in cells))
            rows = [step_row(number, step) for step in listed]
        except NotationError as error:
            faults[len(origin)] = str(error)
            rows = [{}]
        for row in rows:
            origin.append(number)
            for name, column in columns.items():
                column.append(row.get(name))
    return Expansion(origin, columns, faults)
