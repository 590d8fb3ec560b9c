"""Positions and moves as text; docs/reference/notation.md has all of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from kinrow.rules.cell import Cell, shown
from kinrow.rules.errors import IllegalMove, NotationError, OptionError
from kinrow.rules.moves import Moves, numbered, words_of
from kinrow.rules.sentence import Sentence

if TYPE_CHECKING:
    from kinrow.rules.position import Position


_EMPTY_RUN = re.compile(r"\.{6,}")  # shorter ones are read faster as dots
_RUN_LENGTH = re.compile(r"[1-9][0-9]?")


def format_position(position: Position) -> str:
    """Rows joined by "/", then the side to move and the stones left if the counts do not say them.

    Six or more empty cells in a row are written as their number. Raises OptionError for what is not
    a Position.

    >>> from kinrow.rules import game, Setup, Sign
    >>> format_position(game("tictactoe").replay("b2"))
    '.../.X./...'
    >>> format_position(Setup(game("3,9,3"), ("X........", "." * 9, "." * 9), Sign.X).position())
    'X8/9/9 X'
    """
    if not hasattr(position, "cells"):
        raise OptionError(Sentence("argument.position", position=shown(position)))
    rules, cells = position.rules, position.cells
    board = "/".join(_EMPTY_RUN.sub(lambda run: str(len(run[0])), row) for row in position.rows)
    plies = position.plies
    regular = rules.counts_at(plies) == (cells.count("X"), cells.count("O"))
    to_move, left = rules.turn_at(plies)
    if regular and (to_move, left) == (position.to_move, position.left):
        return board
    default = left if regular and to_move is position.to_move else rules.stones
    if position.left == default:
        return f"{board} {position.to_move}"
    return f"{board} {position.to_move} {position.left}"


def parse_rows(text: str) -> tuple[str, ...]:
    """The rows that are joined by "/", with a number expanded to that many empty cells.

    >>> parse_rows("X8/2.O/3")
    ('X........', '...O', '...')
    """
    return tuple(_RUN_LENGTH.sub(lambda run: "." * int(run[0]), row) for row in text.split("/"))


def parse_moves(text: str) -> Moves:
    """Read a list of moves, separated by spaces or commas.

    Raises NotationError naming the move by its number.

    >>> parse_moves("b2 a1")
    Moves('b2 a1')
    """
    if not isinstance(text, str):
        raise NotationError(Sentence("moves.text", moves=shown(text)))
    return Moves(text)


def format_moves(moves: Iterable[Cell | str]) -> str:
    """Moves as people write them, separated by spaces; raises NotationError for anything else.

    >>> format_moves(parse_moves("b2,a1"))
    'b2 a1'
    """
    return str(Moves(moves))


def steps(position: Position, moves: str | Iterable[Cell | str]) -> Iterator[tuple[Cell, Position]]:
    """Each move, one stone, with the position after it.

    Raises NotationError or IllegalMove naming the move by its number.

    >>> from kinrow.rules import game
    >>> for move, after in steps(game("1,3,3").start(), "b1 a1"):
    ...     print(move, after.fen())
    b1 1,3,3 .X.
    a1 1,3,3 OX.
    """
    if not isinstance(moves, Iterable):
        raise NotationError(Sentence("moves.type", moves=shown(moves)))
    listed = words_of(moves) if isinstance(moves, str) else moves
    for number, move in enumerate(listed, start=1):
        try:
            position = position.play(move)
        except (IllegalMove, NotationError) as error:
            raise type(error)(numbered(number, error)) from None
        yield Cell.of(move), position


def replay(position: Position, moves: str | Iterable[Cell | str]) -> Position:
    """The position after these moves, one stone each; raises as `steps` does.

    >>> from kinrow.rules import game
    >>> replay(game("tictactoe").start(), "b2 b2")
    Traceback (most recent call last):
    kinrow.rules.errors.IllegalMove: move 2: b2 is taken by X, expected an empty cell
    """
    for _, after in steps(position, moves):
        position = after
    return position
