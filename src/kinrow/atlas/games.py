"""Games named by ranges: 4-9,4,4 is six games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

from kinrow.rules import NotationError, Rules, game
from kinrow.rules.cell import shown
from kinrow.rules.sentence import Sentence

_RANGES = re.compile(r"[0-9]+(-[0-9]+)?(,[0-9]+(-[0-9]+)?)*")
_MOST_FIGURES = 3  # of a number: larger ones are out of every range


def games(text: str) -> Iterator[Rules]:
    """The games of a name, a spec, or a spec with ranges such as 1-3,3,2-3:misere.

    Raises KinrowError for what is not a game.

    >>> [str(rules) for rules in games("1-2,3,2-3:exact")]
    ['1,3,2:exact', '1,3,3:exact', '2,3,2:exact', '2,3,3:exact']
    >>> [rules.title for rules in games("gomoku")]
    ['gomoku']
    >>> list(games("6-4,4,3"))
    Traceback (most recent call last):
    kinrow.rules.errors.NotationError: 6-4, expected a range that goes up, as in 4-9
    """
    numbers, colon, options = text.strip().partition(":")
    if not _RANGES.fullmatch(numbers):
        yield game(text)
        return
    for chosen in product(*(_span(part) for part in numbers.split(","))):
        yield game(",".join(map(str, chosen)) + colon + options)


def _span(text: str) -> range:
    low, _, high = text.partition("-")
    if max(len(low), len(high)) > _MOST_FIGURES:
        raise NotationError(Sentence("game.large", text=shown(text)))
    if high and int(low) > int(high):
        raise NotationError(Sentence("game.range", text=text))
    return range(int(low), int(high or low) + 1)
