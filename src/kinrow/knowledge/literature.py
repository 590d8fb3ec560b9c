"""What the literature has settled or calls open: rows of a table, with names and years.

A name that is not known to us is left empty. A board that is turned by a quarter is the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import product
from pathlib import Path
from typing import Any

from kinrow.rules import Outcome, Rules, Sign
from kinrow.rules.transposed import transposed


@dataclass(frozen=True, slots=True)
class Attribution:
    """Who settled a game first, as far as is known: empty if it is not."""

    name: str = ""
    year: str = ""
    title: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, (self.name, self.year)))


@dataclass(frozen=True, slots=True)
class Published:
    """A game's published value and its source; `value` is None if it is published as open."""

    value: Outcome | None
    source: Attribution


KINROW = Attribution("kinrow")
"""The source of what was open before."""


@lru_cache(4096)
def published(rules: Rules) -> Published | None:
    """What is published about a game, whichever way its board lies and whoever begins, or None.

    >>> from kinrow.rules import game
    >>> found = published(game("5,6,4"))
    >>> found.value, str(found.source)
    (Outcome.WIN, 'Uiterwijk 2019')
    >>> published(game("4,12,4")).value is None
    True
    """
    rules = with_x_first(rules)
    turned = transposed(rules)
    for row in _table():
        if _is_of(row, rules) or _is_of(row, turned):
            return _published(row)
    return None


def named_games() -> Iterator[Rules]:
    """The games that somebody is named for, each board one way, rows not fewer than columns.

    >>> from kinrow.rules import game
    >>> game("15,15,5") in named_games(), game("4,4,4") in named_games()
    (True, False)
    """
    for row in _table():
        for m, n, k in product(*(_span(row, name) for name in "mnk")) if "name" in row else ():
            rules = Rules(rows=m, cols=n, k=k, exact=row.get("exact", False))
            if m >= n or not _is_of(row, transposed(rules)):
                yield rules if m >= n else transposed(rules)


def recoloured(rules: Rules) -> Rules:
    """The same game with X and O exchanged, so that the other one begins.

    >>> from kinrow.rules import game
    >>> str(recoloured(game("4,9,4"))), str(recoloured(game("jing4")))
    ('4,9,4:begins=O', '5,5,5,2,2:majority,threshold=4,turns=11,fill=O')
    """
    fill = None if rules.fill is None else rules.fill.other
    return replace(rules, begins=rules.begins.other, fill=fill)


def with_x_first(rules: Rules) -> Rules:
    """The same game with the colours in which X begins.

    >>> from kinrow.rules import game
    >>> str(with_x_first(game("4,9,4:begins=O")))
    '4,9,4'
    """
    return rules if rules.begins is Sign.X else recoloured(rules)


def _is_of(row: Mapping[str, Any], rules: Rules) -> bool:
    sizes = zip("mnk", (rules.rows, rules.cols, rules.k), strict=True)
    return all(size in _span(row, name) for name, size in sizes) and rules == Rules(
        rows=rules.rows, cols=rules.cols, k=rules.k, exact=row.get("exact", False)
    )


def _span(row: Mapping[str, Any], name: str) -> range:
    low, high = row[name]
    return range(low, high + 1)


def _published(row: Mapping[str, Any]) -> Published:
    value = None if row.get("open") else Outcome[row["value"].upper()]
    return Published(
        value, Attribution(*(row.get(name, "") for name in ("name", "year", "source")))
    )


@cache
def _table() -> list[dict[str, Any]]:
    text = Path(__file__).with_name("literature.json").read_text(encoding="utf-8")
    table: list[dict[str, Any]] = json.loads(text)
    return table
