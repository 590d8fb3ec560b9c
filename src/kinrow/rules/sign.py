"""The two signs: X and O, whichever of them begins."""

from __future__ import annotations

from enum import StrEnum

from kinrow.rules.options import ChoiceType, one_of


class Sign(StrEnum, metaclass=ChoiceType):
    """One of the two players, by the sign of its stones.

    Raises OptionError for anything but "X" and "O".

    >>> Sign.X.other, str(Sign.O), Sign("X")
    (Sign.O, 'O', Sign.X)
    """

    X = "X"
    O = "O"  # noqa: E741 - the sign's own name

    other: Sign
    """The opponent."""

    @classmethod
    def _missing_(cls, value: object) -> Sign:
        return cls(one_of("sign", value, map(str, cls)))

    def __str__(self) -> str:
        return "X" if self is Sign.X else "O"

    def __repr__(self) -> str:
        return f"Sign.{self}"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


Sign.X.other, Sign.O.other = Sign.O, Sign.X
