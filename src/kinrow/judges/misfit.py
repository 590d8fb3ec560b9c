"""A value that is not what a task asks for, with the path to it, so that its place can be named."""

from __future__ import annotations

from typing import Final

from kinrow.rules import KinrowError
from kinrow.rules.cell import shown

Path = tuple[int | str, ...]
"""How to get to a value within lists and objects: ("moves", 2, 0) is data["moves"][2][0]."""

_LIST: Final = (list, tuple)


class Misfit(KinrowError, ValueError):
    """What was found where, and what was expected, unless `found` says that, too.

    >>> str(Misfit((2,), "move 3 is 7", "a list [row, col]"))
    'move 3 is 7, expected a list [row, col]'
    """

    def __init__(self, path: Path, found: str, expected: str = "") -> None:
        super().__init__(f"{found}, expected {expected}" if expected else found)
        self.path = path
        self.found = found
        self.expected = expected

    def within(self, *path: int | str, name: str) -> Misfit:
        """The same for one who sees the value inside a larger one, under a name.

        >>> str(Misfit((0,), "row is 7", "0 to 2").within("moves", 2, name="move 3"))
        'move 3: row is 7, expected 0 to 2'
        """
        return Misfit((*path, *self.path), f"{name}: {self.found}", self.expected)


def array(value: object, path: Path, expected: str, length: int | None = None) -> list[object]:
    """A list (or tuple) of that length. Raises Misfit.

    >>> array((0, 2), (), "a move [row, col]", 2)
    [0, 2]
    """
    if not isinstance(value, _LIST):
        raise Misfit(path, shown(value), expected)
    if length is not None and len(value) != length:
        raise Misfit(path, f"{shown(value)} with {len(value)} elements", expected)
    return list(value)


def whole(value: object, path: Path, name: str, low: int, high: int) -> int:
    """A whole number within bounds, both inclusive. Raises Misfit, also for true and false.

    >>> whole(True, (), "row", 0, 2)
    Traceback (most recent call last):
    kinrow.judges.misfit.Misfit: row is True, expected a whole number from 0 to 2
    """
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        expected = f"a whole number from {low} to {high}"
        raise Misfit(path, f"{name} is {shown(value)}", expected)
    return value
