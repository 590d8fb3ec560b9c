"""The arguments of calls: whole numbers, seconds and choices; an error says what was expected."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import EnumType
from numbers import Real
from operator import index
from typing import TYPE_CHECKING, Any, TypeVar

from kinrow.rules.cell import shown
from kinrow.rules.errors import OptionError
from kinrow.rules.sentence import Sentence

if TYPE_CHECKING:
    from kinrow.rules.games import GameLike
    from kinrow.rules.rules import Rules

_readers: list[Callable[..., Rules]] = []
T = TypeVar("T")
Reader = TypeVar("Reader", bound="Callable[..., Rules]")


LARGEST = 2**63 - 1
"""The largest whole number that the core takes."""


def whole_number(name: str, value: object, least: int, example: int, most: int = LARGEST) -> int:
    """The value; raises OptionError unless it is a whole number from `least` to `most`.

    NumPy's whole numbers are accepted, too.

    >>> whole_number("depth", 5, 0, example=3)
    5
    >>> whole_number("depth", -1, 0, example=3)
    Traceback (most recent call last):
    kinrow.rules.errors.OptionError: depth -1: expected a whole number from 0, such as 3
    """
    found = as_whole(value)
    if found is None or found < least:
        raise OptionError(
            Sentence("argument.whole", name=name, value=shown(value), least=least, example=example)
        )
    if found > most:
        raise OptionError(
            Sentence("argument.most", name=name, value=shown(value), least=least, most=most)
        )
    return found


def no_list(name: str, value: object, example: str) -> OptionError:
    """The error for an argument that should have several values.

    >>> print(no_list("games", 5, "['tictactoe']"))
    games 5: expected a list, such as ['tictactoe']
    """
    words = Sentence("argument.several", name=name, value=shown(value), example=example)
    return OptionError(words)


def seconds_of(name: str, value: object, *, zero: bool = False) -> float:
    """The value as a float; raises OptionError unless it is a number of seconds above 0.

    With `zero`, that is allowed, too.

    >>> seconds_of("time", 2), seconds_of("increment", 0, zero=True)
    (2.0, 0.0)
    >>> seconds_of("time", "2s")
    Traceback (most recent call last):
    kinrow.rules.errors.OptionError: time '2s': expected seconds above 0, such as 2.5
    """
    try:
        if isinstance(value, Real) and not isinstance(value, bool):
            seconds = float(value)
            if seconds > 0 or (zero and seconds == 0):
                return seconds
    except OverflowError:  # no float is so large
        pass
    values = {"name": name, "seconds": shown(value)}
    if zero:
        raise OptionError(Sentence("argument.time.zero", **values))
    raise OptionError(Sentence("argument.time", **values))


def as_whole(value: object) -> int | None:
    """The whole number that a value is, as an int; None if it is not one.

    >>> import numpy as np
    >>> as_whole(np.int64(3)), as_whole(3.0), as_whole(True)
    (3, None, None)
    """
    if isinstance(value, bool):
        return None
    try:
        return index(value)  # type: ignore[arg-type] # a TypeError says that it is none
    except TypeError:
        return None


def one_of(name: str, value: object, known: Iterable[str]) -> str:
    """The value; raises OptionError unless it is one of those that are known.

    >>> one_of("illegal", "ignore", ("raise", "lose"))
    Traceback (most recent call last):
    kinrow.rules.errors.OptionError: illegal 'ignore': expected one of raise, lose
    """
    listed = list(known)
    if not isinstance(value, str) or value not in listed:
        raise OptionError(
            Sentence("argument.choice", name=name, value=shown(value), known=", ".join(listed))
        )
    return value


class ChoiceType(EnumType):
    """The type of enums that say themselves what they expect, also where an array is given.

    Enums compare what cannot be hashed with every member, and NumPy has its own error for that.
    """

    def __call__(cls, value: Any = None, *args: Any, **kwargs: Any) -> Any:
        """The member of that value, as usual; without one, the error says what was expected."""
        if type(value).__hash__ is None:
            return vars(cls)["_missing_"].__get__(None, cls)(value)
        return super().__call__(value, *args, **kwargs)


def flag_of(name: str, value: object) -> bool:
    """The value; raises OptionError unless it is True or False.

    >>> flag_of("oracle", "yes")
    Traceback (most recent call last):
    kinrow.rules.errors.OptionError: oracle: 'yes', expected True or False
    """
    if not isinstance(value, bool):
        raise OptionError(Sentence("field.flag", name=name, value=shown(value)))
    return value


def instance_of(name: str, value: object, kind: type[T], example: str) -> T:
    """The value; raises OptionError unless it is of that type. The example makes one.

    >>> instance_of("rules", 5, str, "'3,3,3'")
    Traceback (most recent call last):
    kinrow.rules.errors.OptionError: rules 5: expected an object, as in '3,3,3'
    """
    if not isinstance(value, kind):
        words = Sentence("argument.instance", name=name, value=shown(value), example=example)
        raise OptionError(words)
    return value


def text_of(name: str, value: object) -> str:
    """The value; raises OptionError unless it is a string.

    >>> text_of("spec", 5)
    Traceback (most recent call last):
    kinrow.rules.errors.OptionError: spec 5: expected a string
    """
    if not isinstance(value, str):
        raise OptionError(Sentence("argument.text", name=name, value=shown(value)))
    return value


def seed_of(seed: object) -> int | None:
    """What determines random choices; None, with which they differ every time, stays.

    Raises OptionError for what is not a whole number.

    >>> seed_of(3), seed_of(None)
    (3, None)
    """
    return None if seed is None else whole_number("seed", seed, -LARGEST, example=1)


def callable_or_none(name: str, value: object) -> None:
    """Raises OptionError for what is neither None nor can be called.

    >>> callable_or_none("stop", 3)
    Traceback (most recent call last):
    kinrow.rules.errors.OptionError: stop 3: expected a function, or None
    """
    if value is not None and not callable(value):
        raise OptionError(Sentence("argument.callable", name=name, value=shown(value)))


def reads_games(reader: Reader) -> Reader:
    """Marks `game`, which `as_rules` calls: its module imports those of whoever takes a game."""
    _readers.append(reader)
    return reader


def as_rules(game: GameLike) -> Rules:
    """The rules of a game, however it is given; raises what `game` raises.

    >>> as_rules("tictactoe").k
    3
    """
    return _readers[-1](game)
