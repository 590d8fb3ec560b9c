"""What may be given for a position: a game, a string, a Board; and `position()`, which reads it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Protocol

from kinrow.rules.calls import as_in
from kinrow.rules.cell import Cell, shown
from kinrow.rules.errors import NotationError, RulesError
from kinrow.rules.games import GameLike, game
from kinrow.rules.names import name_of
from kinrow.rules.notation import replay
from kinrow.rules.options import as_whole
from kinrow.rules.position import Position
from kinrow.rules.rules import Rules
from kinrow.rules.sentence import Sentence

__all__ = ["HasPosition", "PositionLike", "as_position", "position", "two_arguments"]


class HasPosition(Protocol):
    """Something that stands at a position: a Board, a Solution."""

    @property
    def position(self) -> Position:
        """The position at which it stands."""


PositionLike = Position | HasPosition | GameLike
"""A position, as itself, as text or as what stands at it; a game stands for its empty board."""

_REPR = re.compile(r"(?:kinrow\.)?(?:position|Board)\((['\"])(.*)\1\)")
_ONE_ROW = re.compile(r"(\d+,\d+,\d+\S*)\s+([XO\d]+\s*.*)")


@as_in("position('tictactoe', 'b2 a1')")
def position(
    start: PositionLike = "tictactoe", moves: str | Iterable[Cell | str] = (), *more: object
) -> Position:
    """The position that a string describes, or the start of a game; then these moves.

    - `start`: a string as `Position.fen` or `repr` writes it, a game (its name, spec, numbers or
      rules) for its empty board, a Position, or a Board.
    - `moves`: a string such as "b2 a1", or cells; one stone each.

    Raises NotationError, RulesError, IllegalPosition or IllegalMove; each says what is wrong, and
    where.

    >>> position("tictactoe X../.O./...")
    kinrow.position('3,3,3 X../.O./...')
    >>> position((3, 3, 3), "b2 a1") == position("3,3,3 O../.X./...")
    True
    """
    two_arguments("position", start, moves, more)
    first = as_position(start)
    if isinstance(moves, str) and "/" in moves:
        whole = shown(f"{name_of(first.rules) or first.rules} {moves}", most=80)
        raise NotationError(Sentence("moves.board", text=shown(moves), whole=whole))
    return replay(first, moves)


def two_arguments(call: str, start: object, moves: object, more: tuple[object, ...]) -> None:
    """Raises NotationError for numbers or moves that are given one by one to that call.

    >>> two_arguments("position", 3, 3, (3,))
    Traceback (most recent call last):
    kinrow.rules.errors.NotationError: position takes a game and its moves, expected the numbers \
as a tuple, as in position((3, 3, 3))
    >>> two_arguments("position", "tictactoe", "b2", ("a1",))
    Traceback (most recent call last):
    kinrow.rules.errors.NotationError: position takes a game and its moves, expected all moves in \
one string, as in position('tictactoe', 'b2 a1')
    """
    if not more:
        return
    if as_whole(start) is None:
        raise NotationError(Sentence("position.strings", call=call, game=shown(start)))
    raise NotationError(Sentence("position.tuple", call=call, numbers=shown((start, moves, *more))))


def as_position(asked: PositionLike) -> Position:
    """The position itself, that of a Board or of a string, or the start of a game.

    >>> as_position("tictactoe") == as_position("3,3,3 .../.../...") == game((3, 3, 3)).start()
    True
    >>> as_position("X../.O./...")
    Traceback (most recent call last):
    kinrow.rules.errors.NotationError: 'X../.O./...' is a board without its game, expected the \
game first, as in 'tictactoe X../.O./...'
    """
    if isinstance(asked, Position):
        return asked
    held = getattr(asked, "position", None)
    if isinstance(held, Position):
        return held
    if isinstance(asked, str):
        return _parse(asked)
    return game(asked).start()  # type: ignore[arg-type]  # what is not a game is refused there


def _parse(text: str) -> Position:
    """The position of a string: a game, with or without a board after it."""
    written = _REPR.fullmatch(text.strip())
    spec, board = _parted(written[2] if written else text)
    if board is None:
        return _game_alone(spec).start()
    if not spec:
        raise NotationError(Sentence("setup.bare", text=shown(text)))
    return game(spec).parse(board)


def _game_alone(spec: str) -> Rules:
    """The game of a string without a board; moves after it are a common slip."""
    try:
        return game(spec)
    except NotationError:
        words = spec.split()
        if len(words) < 2 or not is_game(words[0]):
            raise
    raise NotationError(Sentence("position.moves", text=shown(spec), game=repr(words[0])))


def is_game(name: str) -> bool:
    """Whether `game` takes this string.

    >>> is_game("gomoku"), is_game("chess"), is_game("99,3,3")
    (True, False, False)
    """
    try:
        game(name)
    except (NotationError, RulesError):
        return False
    return True


def _parted(text: str) -> tuple[str, str | None]:
    """The game and the board in a string; the board begins with the first word of rows or cells."""
    for match in re.finditer(r"\S+", text):
        if "/" in match[0] or ("." in match[0] and "," not in match[0]):
            return text[: match.start()].strip(), text[match.start() :]
    filled = _ONE_ROW.fullmatch(text.strip())  # a row without an empty cell, or with their number
    return (filled[1], filled[2]) if filled else (text, None)
