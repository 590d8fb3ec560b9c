"""Which game a file is about: the one that it names, or that the caller names; never a guess."""

from __future__ import annotations

from kinrow.rules import KinrowError, NotationError, Rules, game
from kinrow.rules.cell import shown


class UnknownGame(NotationError):
    """A file does not say which game it records; the message says how to name it."""


def placed(error: KinrowError, place: str) -> NotationError:
    """The same error with its place in front.

    >>> placed(NotationError("what is it?"), "line 3")
    NotationError('line 3: what is it?')
    """
    kind = UnknownGame if isinstance(error, UnknownGame) else NotationError
    return kind(f"{place}: {error}")


def which_game(named: Rules | None, said: str | None, size: tuple[int, int] | None) -> Rules:
    """The rules of a game in a file.

    - `named`: what the caller says, which counts first;
    - `said`: what the file says, a name or spec such as "4,9,4";
    - `size`: rows and columns, if the file gives them. Rules of another board are refused.

    Raises UnknownGame if neither says which game it is, NotationError if the board does not fit.

    >>> str(which_game(None, "connect6", (19, 19)))
    '19,19,6,2,1'
    >>> which_game(None, None, (15, 15))
    Traceback (most recent call last):
    kinrow.records.asking.UnknownGame: which game is it? The file does not say: name it, \
as in --game 15,15,5 (in Python game="15,15,5")
    """
    rules = named
    if rules is None and said is not None:
        try:
            rules = game(said)
        except KinrowError:
            raise UnknownGame(
                _asked(f"{shown(said)} is not a game that kinrow knows", size)
            ) from None
    if rules is None:
        raise UnknownGame(_asked("The file does not say", size))
    if size is not None and size != (rules.rows, rules.cols):
        raise NotationError(
            f"a board of {size[0]} rows and {size[1]} columns, but {rules.title} has "
            f"{rules.rows} and {rules.cols}"
        )
    return rules


def _asked(why: str, size: tuple[int, int] | None) -> str:
    rows, cols = size or (15, 15)
    example = f"{rows},{cols},{min(5, min(rows, cols))}"
    return f'which game is it? {why}: name it, as in --game {example} (in Python game="{example}")'
