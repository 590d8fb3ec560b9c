"""What one position may cost: seconds or nodes, as people write them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from kinrow.rules import OptionError
from kinrow.rules.cell import shown
from kinrow.rules.options import LARGEST
from kinrow.rules.sentence import Sentence

_FORM = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([a-zA-Z]*)\s*")
_SECONDS = {"": 1.0, "s": 1.0, "ms": 0.001, "m": 60.0, "min": 60.0, "h": 3600.0}
_NODES = {"n": 1, "node": 1, "nodes": 1, "k": 1000, "kn": 1000, "M": 10**6, "Mn": 10**6}
_SLOW = 100_000  # nodes a second of a slow search


@dataclass(frozen=True, slots=True)
class Limit:
    """What one position may cost: an `amount` of seconds ("s") or positions visited ("nodes").

    With a limit of nodes and one thread, answers are the same on every machine.

    >>> str(Limit(2.5, "s"))
    '2.5s'
    """

    amount: float
    unit: Literal["s", "nodes"]

    @classmethod
    def parse(cls, text: str | float | Limit) -> Limit:
        """Read "5s", "2min", "200000 nodes" or "200k"; a bare number is seconds.

        Raises OptionError for anything else, and for nothing at all.

        >>> [str(Limit.parse(text)) for text in ("2min", "200k", 5)]
        ['120s', '200000 nodes', '5s']
        """
        if isinstance(text, Limit):
            return text
        match = _FORM.fullmatch(str(text))
        number, unit = (float(match[1]), match[2]) if match else (0.0, "")
        if unit in _NODES:
            limit = cls(number * _NODES[unit], "nodes")
        else:
            limit = cls(number * _SECONDS.get(unit, 0.0), "s")
        least = 1 if limit.unit == "nodes" else 0
        if not (limit.amount and least <= limit.amount <= LARGEST):
            raise OptionError(Sentence("annotate.limit", limit=shown(text)))
        return cls(round(limit.amount), "nodes") if limit.unit == "nodes" else limit

    @property
    def seconds(self) -> float | None:
        """The time, if that is what is limited."""
        return self.amount if self.unit == "s" else None

    @property
    def at_most(self) -> float:
        """The seconds that a search may take, even if it is slow.

        >>> Limit(2.5, "s").at_most, Limit(200_000, "nodes").at_most
        (2.5, 2.0)
        """
        return self.amount / (1 if self.unit == "s" else _SLOW)

    @property
    def nodes(self) -> int:
        """The limit in nodes; a number too large to be reached if time is limited."""
        return int(self.amount) if self.unit == "nodes" else 2**64 - 1

    def __str__(self) -> str:
        return f"{self.amount:g}s" if self.unit == "s" else f"{int(self.amount)} nodes"
