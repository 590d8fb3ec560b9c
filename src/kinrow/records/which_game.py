"""Which game a file records: the one that it names or the caller names; never a guess."""

from __future__ import annotations

from kinrow.rules import IllegalPosition, KinrowError, NotationError, Rules, game
from kinrow.rules.cell import shown
from kinrow.rules.sentence import Sentence, joined

_MOST_REASONS = 5


class UnknownGame(NotationError):
    """A file does not say which game it records; the message says how to name it."""


def placed(error: KinrowError, place: str) -> NotationError:
    """The same error with its place in front.

    >>> placed(NotationError("what is it?"), "line 3")
    NotationError('line 3: what is it?')
    """
    kind = UnknownGame if isinstance(error, UnknownGame) else NotationError
    fault = error.sentence
    if isinstance(error, IllegalPosition):  # its sentence alone does not say why
        reasons = joined(error.faults[:_MOST_REASONS])
        fault = Sentence("record.place", place=fault, fault=reasons)
    return kind(Sentence("record.place", place=place, fault=fault))


def at_line(number: int) -> str:
    """The place of an error: a line of a file, from 1.

    >>> at_line(3)
    'line 3'
    """
    return Sentence("record.line", number=number)


def which_game(named: Rules | None, said: str | None, size: tuple[int, int] | None) -> Rules:
    """The rules of a game in a file.

    - `named`: what the caller says, which counts first;
    - `said`: what the file says, a name or spec such as "4,9,4";
    - `size`: rows and columns, if the file gives them. Rules for another board size are rejected.

    Raises UnknownGame if neither says which game it is, NotationError if the board does not fit,
    RulesError if no game has such a board.

    >>> str(which_game(None, "connect6", (19, 19)))
    '19,19,6,2,1'
    >>> which_game(None, None, (15, 15))
    Traceback (most recent call last):
    kinrow.records.which_game.UnknownGame: the file does not say which game it records: \
name the game, as in --game 15,15,5 (in Python game="15,15,5")
    """
    rules = named
    if rules is None and said is not None:
        try:
            rules = game(said)
        except KinrowError:
            why = Sentence("record.unknown", name=shown(said))
            raise _unknown(why, size) from None
    if rules is None:
        raise _unknown(Sentence("record.silent"), size)
    if size is not None and size != (rules.rows, rules.cols):
        own = {"own_rows": rules.rows, "own_cols": rules.cols}
        words = Sentence("record.board", rows=size[0], cols=size[1], game=rules.title, **own)
        raise NotationError(words)
    return rules


def _unknown(why: str, size: tuple[int, int] | None) -> UnknownGame:
    """The error with an example that can be given. Raises RulesError if there is none."""
    example = example_of(size)
    game(example)
    return UnknownGame(Sentence("record.game", why=why, how=named_as(example)))


def named_as(example: str) -> Sentence:
    """How a caller names such a game.

    >>> named_as("connect6")
    '--game connect6 (in Python game="connect6")'
    """
    return Sentence("record.option", example=example)


def named_in_request(words: str) -> str:
    """The sentence of an UnknownGame for a client that sends JSON.

    >>> try:
    ...     which_game(None, None, (9, 9))
    ... except UnknownGame as error:
    ...     print(named_in_request(error.sentence))
    ...
    the file does not say which game it records: name the game, as in "game": "9,9,5"
    """
    if not isinstance(words, Sentence):
        return words
    code = "record.field" if words.code == "record.option" else words.code
    values = {
        name: named_in_request(value) if isinstance(value, str) else value
        for name, value in words.values.items()
    }
    return Sentence(code, **values)


def example_of(size: tuple[int, int] | None) -> str:
    """A game that may be meant, on a board of so many rows and columns, if they are known.

    >>> example_of((19, 19)), example_of(None)
    ('19,19,5', '15,15,5')
    """
    rows, cols = size or (15, 15)
    return f"{rows},{cols},{min(5, rows, cols)}"
