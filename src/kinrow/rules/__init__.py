"""The reference: what a k-in-a-row game is, in plain, readable Python."""

from __future__ import annotations

from kinrow.rules.board import Board
from kinrow.rules.cell import MOST_CELLS, MOST_COLS, MOST_ROWS, Cell
from kinrow.rules.errors import (
    IllegalMove,
    IllegalPosition,
    KinrowError,
    MemoryLimit,
    NotationError,
    OptionError,
    RulesError,
)
from kinrow.rules.games import NAMED, GameLike, NamedGame, game
from kinrow.rules.geometry import Line, lines, lines_through, symmetries
from kinrow.rules.interchange import position_from_json
from kinrow.rules.moves import Moves
from kinrow.rules.notation import format_moves, format_position, parse_moves
from kinrow.rules.picture import format_board
from kinrow.rules.position import Position
from kinrow.rules.reading import PositionLike, as_position
from kinrow.rules.rules import Rules
from kinrow.rules.setup import Setup, parse_setup
from kinrow.rules.sign import Sign
from kinrow.rules.value import Objective, Outcome, Value

__all__ = [
    "MOST_CELLS",
    "MOST_COLS",
    "MOST_ROWS",
    "NAMED",
    "Board",
    "Cell",
    "GameLike",
    "IllegalMove",
    "IllegalPosition",
    "KinrowError",
    "Line",
    "MemoryLimit",
    "Moves",
    "NamedGame",
    "NotationError",
    "Objective",
    "OptionError",
    "Outcome",
    "Position",
    "PositionLike",
    "Rules",
    "RulesError",
    "Setup",
    "Sign",
    "Value",
    "as_position",
    "format_board",
    "format_moves",
    "format_position",
    "game",
    "lines",
    "lines_through",
    "parse_moves",
    "parse_setup",
    "position_from_json",
    "symmetries",
]
