"""Positions and moves as text and as JSON: what is written here is read back here, unchanged."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from kinrow.rules.cell import Cell, shown
from kinrow.rules.errors import IllegalMove, KinrowError, NotationError
from kinrow.rules.games import game
from kinrow.rules.rules import Rules
from kinrow.rules.sentence import Sentence
from kinrow.rules.setup import Setup
from kinrow.rules.sign import Sign

if TYPE_CHECKING:
    from kinrow.rules.position import Position

_COUNT = re.compile(r"[1-9][0-9]{0,2}")
_FORM = Sentence(
    "rows joined by /, then, if need be, the side to move and the stones left in its turn"
)


def format_position(position: Position) -> str:
    """Rows joined by "/", then the side to move and the stones left, where counts do not tell.

    >>> from kinrow.rules import game, Setup, Sign
    >>> format_position(game("tictactoe").replay("b2"))
    '.../.X./...'
    >>> format_position(Setup(game("tictactoe"), ("...", ".X.", "..."), Sign.X).position())
    '.../.X./... X'
    """
    rules, cells = position.rules, position.cells
    board = "/".join(position.rows)
    plies = position.plies
    regular = rules.counts_at(plies) == (cells.count("X"), cells.count("O"))
    to_move, left = rules.turn_at(plies)
    if regular and (to_move, left) == (position.to_move, position.left):
        return board
    default = left if regular and to_move is position.to_move else rules.stones
    if position.left == default:
        return f"{board} {position.to_move}"
    return f"{board} {position.to_move} {position.left}"


def parse_setup(rules: Rules, text: str) -> Setup:
    """Read a text such as "X../.O./... X"; space around it does not matter.

    What stands in the rows is not judged here but by `Setup.faults()`, all at once. Raises
    NotationError for a text without rows, or with something else after them than a turn.

    >>> from kinrow.rules import game
    >>> parse_setup(game("tictactoe"), "X../.O./... X").to_move
    Sign.X
    >>> parse_setup(game("tictactoe"), "X../.O./... Z")
    Traceback (most recent call last):
    kinrow.rules.errors.NotationError: column 13: 'Z' is not the side to move, expected X or O
    """
    words = [(match.start() + 1, match[0]) for match in re.finditer(r"\S+", text)]
    if not words:
        raise NotationError(Sentence("empty text, expected {form}", form=_FORM))
    if len(words) > 3:
        column, word = words[3]
        form = "column {column}: {word} is too much, expected {form}"
        raise NotationError(Sentence(form, column=column, word=shown(word), form=_FORM))
    to_move, left = None, None
    if len(words) > 1:
        column, word = words[1]
        if word not in ("X", "O"):
            form = "column {column}: {word} is not the side to move, expected X or O"
            raise NotationError(Sentence(form, column=column, word=shown(word)))
        to_move = Sign(word)
    if len(words) > 2:
        column, word = words[2]
        if not _COUNT.fullmatch(word):
            form = (
                "column {column}: {word} is no number of stones left, "
                "expected a whole number from 1"
            )
            raise NotationError(Sentence(form, column=column, word=shown(word)))
        left = int(word)
    return Setup(rules, tuple(words[0][1].split("/")), to_move, left)


def setup_from_json(data: object) -> Setup:
    """The setup that a position's `to_json` describes; "to_move" and "left" may be absent.

    Raises NotationError for data of another shape, RulesError for bad rules.

    >>> setup_from_json({"rules": "1,3,2", "rows": ["X.."]}).rows
    ('X..',)
    """
    if not isinstance(data, Mapping):
        raise NotationError(f"{shown(data)} is no position: expected an object")
    spec, rows = data.get("rules"), data.get("rows")
    if isinstance(spec, str):
        rules = game(spec)
    elif isinstance(spec, Mapping):
        rules = Rules.from_json(spec)
    else:
        raise NotationError(f"rules: {shown(spec)}, expected an object or a text such as '3,3,3'")
    if not isinstance(rows, list | tuple) or not all(isinstance(row, str) for row in rows):
        raise NotationError(f"rows: {shown(rows)}, expected a list of texts, one a row")
    return Setup(rules, tuple(rows), data.get("to_move"), data.get("left"))


def parse_moves(text: str) -> tuple[Cell, ...]:
    """Read a list of moves, parted by space or commas.

    Raises NotationError naming the move by its number.

    >>> parse_moves("b2 a1")
    (Cell(row=1, col=1), Cell(row=0, col=0))
    """
    return tuple(
        _parse_move(number, word)
        for number, word in enumerate(text.replace(",", " ").split(), start=1)
    )


def _parse_move(number: int, word: str) -> Cell:
    try:
        return Cell.parse(word)
    except NotationError as error:
        raise NotationError(_numbered(number, error)) from None


def format_moves(moves: Iterable[Cell]) -> str:
    """Moves as people write them, parted by spaces.

    >>> format_moves(parse_moves("b2,a1"))
    'b2 a1'
    """
    return " ".join(map(str, moves))


def replay(position: Position, moves: str | Iterable[Cell | str]) -> Position:
    """The position after these moves, one stone each.

    Raises NotationError or IllegalMove naming the move by its number.

    >>> from kinrow.rules import game
    >>> replay(game("tictactoe").start(), "b2 b2")
    Traceback (most recent call last):
    kinrow.rules.errors.IllegalMove: move 2: b2 is taken by X
    """
    listed = parse_moves(moves) if isinstance(moves, str) else moves
    for number, move in enumerate(listed, start=1):
        cell = _parse_move(number, move) if isinstance(move, str) else move
        try:
            position = position.play(cell)
        except IllegalMove as error:
            raise IllegalMove(_numbered(number, error)) from None
    return position


def _numbered(number: int, error: KinrowError) -> str:
    return Sentence("move {number}: {fault}", number=number, fault=error.sentence)
