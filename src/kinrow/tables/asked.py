"""What a table is asked for: a position, whose game may be left out."""

from __future__ import annotations

from kinrow.rules import NotationError, Position, PositionLike, Rules, as_position
from kinrow.rules import game as rules_of
from kinrow.rules.cell import shown
from kinrow.rules.sentence import Sentence
from kinrow.rules.setup import names_a_game


def position_asked(rules: Rules, position: PositionLike) -> Position:
    """The position; a string may leave out the game, which then has these rules.

    >>> position_asked(rules_of("tictactoe"), "X../.O./...")
    kinrow.position('3,3,3 X../.O./...')
    >>> position_asked(rules_of("tictactoe"), "b2")
    Traceback (most recent call last):
    kinrow.rules.errors.NotationError: 'b2' is not a position, expected one such as X../.O./..., \
after which moves may follow with --after (in Python position('tictactoe', 'b2 a1'))
    """
    if not isinstance(position, str) or "(" in position:
        return as_position(position)
    first = position.split(maxsplit=1)[:1]
    if not first or _names_nothing(first[0]):
        raise NotationError(Sentence("table.position", text=shown(position)))
    return as_position(position) if names_a_game(first[0]) else rules.parse(position)


def _names_nothing(word: str) -> bool:
    """Whether a word is neither the rows of a board nor a game.

    >>> [_names_nothing(word) for word in ("b2", "tictactoe", "3,3,3", "X../...")]
    [True, False, False, False]
    """
    if not names_a_game(word) or "," in word:
        return False
    try:
        rules_of(word)
    except NotationError:
        return True
    return False
