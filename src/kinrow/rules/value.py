"""What a position is worth: an outcome, a score or a margin, exact or between bounds."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import total_ordering
from typing import Literal, get_args

from kinrow.rules.calls import made_as
from kinrow.rules.cell import shown
from kinrow.rules.errors import OptionError
from kinrow.rules.options import ChoiceType, as_whole, one_of
from kinrow.rules.sentence import Sentence

Objective = Literal["outcome", "score", "margin"]
"""What is asked of a position: win, draw or loss; how soon; or by how many lines."""

_OBJECTIVES: tuple[str, ...] = get_args(Objective)


class Outcome(IntEnum, metaclass=ChoiceType):
    """How a game ends for one side.

    >>> Outcome.WIN.opposite, str(Outcome.DRAW), Outcome.LOSS < Outcome.DRAW
    (Outcome.LOSS, 'draw', True)
    >>> Outcome("win")
    Outcome.WIN
    """

    LOSS = -1
    DRAW = 0
    WIN = 1

    @classmethod
    def _missing_(cls, value: object) -> Outcome:
        named = {str(outcome): outcome for outcome in cls}
        return named[one_of("outcome", value, named)]

    @property
    def opposite(self) -> Outcome:
        """The same end as the other side sees it."""
        return Outcome(-int(self))

    def __str__(self) -> str:
        return self.name.lower()

    def __repr__(self) -> str:
        return f"Outcome.{self.name}"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


@made_as("Value('score', 0, 3)")
@total_ordering
@dataclass(frozen=True, slots=True)
class Value:
    """Bounds, both inclusive, on what a position is worth to one side (usually the one to move).

    Units: for "outcome" -1, 0, 1; for "score" the winner's empty cells + 1, negative for a loss;
    for "margin" lines for minus lines against. Raises OptionError if lower > upper, if an outcome
    lies outside -1 to 1, and for bounds that are not whole numbers.

    Values of one objective are ordered by their lower bounds, and by the upper ones if those are
    equal: of two moves the greater is the better as far as is known.

    >>> value = Value("score", 11, 11)
    >>> value.complete, value.outcome, value.score, str(value)
    (True, Outcome.WIN, 11, 'win, score 11')
    >>> Value("outcome", 0, 1) > Value("outcome", 0, 0) > Value("outcome", -1, 1)
    True
    """

    objective: Objective
    lower: int
    upper: int

    def __post_init__(self) -> None:
        one_of("objective", self.objective, _OBJECTIVES)
        for name in ("lower", "upper"):
            bound = getattr(self, name)
            if not isinstance(bound, int):
                object.__setattr__(self, name, self._whole(bound))
        if self.lower > self.upper:
            raise OptionError(Sentence("value.bounds", lower=self.lower, upper=self.upper))
        if self.objective == "outcome" and not -1 <= self.lower <= self.upper <= 1:
            raise OptionError(Sentence("value.outcome", lower=self.lower, upper=self.upper))

    def _whole(self, bound: object) -> int:
        """NumPy's whole numbers as Python's."""
        found = as_whole(bound)
        if found is None:
            raise OptionError(
                Sentence("value.whole", lower=shown(self.lower), upper=shown(self.upper))
            )
        return found

    @property
    def complete(self) -> bool:
        """Whether the bounds meet, so that the value is exact.

        >>> Value("outcome", 0, 1).complete
        False
        """
        return self.lower == self.upper

    @property
    def outcome(self) -> Outcome | None:
        """Win, draw or loss, as soon as the bounds allow no other; None before.

        >>> Value("margin", 2, 7).outcome, Value("margin", 0, 7).outcome
        (Outcome.WIN, None)
        """
        low, high = _sign(self.lower), _sign(self.upper)
        return Outcome(low) if low == high else None

    @property
    def score(self) -> int | None:
        """The exact score; known also for the outcome draw, which is score 0 in a line game.

        >>> Value("score", 3, 3).score, Value("outcome", 0, 0).score, Value("outcome", 1, 1).score
        (3, 0, None)
        """
        return self._exact("score")

    @property
    def margin(self) -> int | None:
        """The exact margin; known also for the outcome draw, which is margin 0 in a majority game.

        >>> Value("margin", -2, -2).margin, Value("score", 3, 3).margin
        (-2, None)
        """
        return self._exact("margin")

    @property
    def opposite(self) -> Value:
        """The same value as the other side sees it.

        >>> Value("score", -4, 2).opposite
        Value(objective='score', lower=-2, upper=4)
        """
        return Value(self.objective, -self.upper, -self.lower)

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Value):
            return NotImplemented
        if self.objective != other.objective:
            raise OptionError(Sentence("value.order", one=self.objective, other=other.objective))
        return (self.lower, self.upper) < (other.lower, other.upper)

    def _exact(self, objective: Objective) -> int | None:
        if self.objective == objective and self.complete:
            return self.lower
        if self.objective == "outcome" and self.outcome is Outcome.DRAW:
            return 0
        return None

    @property
    def signs(self) -> tuple[int, int]:
        """What the bounds say of who wins, each -1, 0 or 1.

        >>> Value("score", -3, 5).signs, Value("margin", 2, 2).signs
        ((-1, 1), (1, 1))
        """
        return _sign(self.lower), _sign(self.upper)

    def __str__(self) -> str:
        words = {
            (0, 1): "draw or win",
            (-1, 0): "draw or loss",
            (-1, 1): "unknown",
        }.get(self.signs) or str(Outcome(self.signs[0]))
        if self.objective == "outcome" or self.lower == self.upper == 0:
            return words
        if self.complete:
            return f"{words}, {self.objective} {self.lower}"
        return f"{words}, {self.objective} {self.lower} to {self.upper}"


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
