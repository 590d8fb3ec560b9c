"""Positions and moves as text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from kinrow.rules.cell import Cell, shown
from kinrow.rules.errors import IllegalMove, KinrowError, NotationError
from kinrow.rules.sentence import Sentence

if TYPE_CHECKING:
    from kinrow.rules.position import Position


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


def parse_moves(text: str) -> tuple[Cell, ...]:
    """Read a list of moves, parted by space or commas.

    Raises NotationError naming the move by its number.

    >>> parse_moves("b2 a1")
    (Cell(row=1, col=1), Cell(row=0, col=0))
    """
    if not isinstance(text, str):
        raise NotationError(f"moves {shown(text)}: expected a text such as 'b2 a1'")
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
    if not isinstance(moves, Iterable):
        raise NotationError(f"moves {shown(moves)}: expected a text such as 'b2 a1', or cells")
    listed = parse_moves(moves) if isinstance(moves, str) else moves
    for number, move in enumerate(listed, start=1):
        try:
            position = position.play(move)
        except (IllegalMove, NotationError) as error:
            raise type(error)(_numbered(number, error)) from None
    return position


def _numbered(number: int, error: KinrowError) -> str:
    return Sentence("move {number}: {fault}", number=number, fault=error.sentence)
