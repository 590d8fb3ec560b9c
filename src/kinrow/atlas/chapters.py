"""What the pages are made of: games in chapters by their rules, a grid of boards for each k."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import prod

from kinrow.atlas.charts import WIDEST, Spot, cost, grid
from kinrow.atlas.words import Words
from kinrow.knowledge.atlas import published_row, theory_row
from kinrow.knowledge.row import AtlasRow, variant
from kinrow.rules import Rules
from kinrow.rules.transposed import transposed

_DEAR = 1000


def chapters(rows: Sequence[AtlasRow]) -> dict[str, list[AtlasRow]]:
    """Line games by what their rules say beyond m,n,k, in the order of the rows.

    >>> from kinrow.rules import Outcome, game
    >>> row = AtlasRow(rules=game("1,1,1:misere"), value=Outcome.LOSS, how="theory")
    >>> list(chapters([row]))
    ['misere']
    """
    found: dict[str, list[AtlasRow]] = {}
    for row in rows:
        if row.rules.objective == "line":
            found.setdefault(variant(row.rules), []).append(row)
    return found


def title_of(kind: str, words: Words) -> str:
    """A chapter's title.

    >>> title_of("2,1", Words()), title_of("misere", Words())
    ('2 stones per turn, 1 on the first', 'misère: a line loses')
    """
    turns = kind.split(",")
    if len(turns) == 2 and kind.replace(",", "").isdigit():
        return words("kind.turns", p=turns[0], q=turns[1])
    known = kind in ("", "misere", "exact")
    return words(f"kind.{kind}") if known else words("kind.other", rules=kind)


def grids(rows: Sequence[AtlasRow], words: Words) -> dict[int, str]:
    """For each k a picture of the boards; what no row says, theory or the literature may.

    Of the boards larger than a grid those with a row, each one way.
    """
    by_rules = {row.rules: row for row in rows}
    found = {}
    for k in sorted({row.rules.k for row in rows}):
        of_k = [row.rules for row in rows if row.rules.k == k]
        sides = [max(rules.rows, rules.cols) for rules in of_k]
        most = max((side for side in sides if side <= WIDEST), default=0)
        sizes = list(product(range(1, most + 1), repeat=2))
        sizes += sorted({(m, n) for m, n in map(_upright, of_k) if m > WIDEST}, key=prod)
        spots = {(m, n): _spot(replace(of_k[0], rows=m, cols=n), by_rules) for m, n in sizes}
        if spots:
            found[k] = grid(f"k = {k}", spots, words)
    return found


def costs(rows: Sequence[AtlasRow], title: str, words: Words) -> str | None:
    """A picture of what the searches cost, by k; None if none was worth the name.

    Each board is shown one way, and a k where no search took a thousand nodes not at all; nor are
    games that theory settles: they were no work.
    """
    series: dict[str, list[AtlasRow]] = {}
    for row in rows:
        if row.nodes and not row.theory and row.rules.rows >= row.rules.cols:
            series.setdefault(f"k = {row.rules.k}", []).append(row)
    dear = {
        name: found
        for name, found in series.items()
        if max(row.nodes or 0 for row in found) >= _DEAR
    }
    return cost(title, dear, words) if dear else None


def one_way(rows: Sequence[AtlasRow]) -> list[AtlasRow]:
    """The rows without those whose board, turned by a quarter, is there as well.

    >>> from kinrow.rules import Outcome, game
    >>> both = (game("4,3,3"), game("3,4,3"))
    >>> rows = [AtlasRow(rules=rules, value=Outcome.WIN, how="computed") for rules in both]
    >>> [str(row.rules) for row in one_way(rows)]
    ['4,3,3']
    """
    known = {row.rules for row in rows}
    return [
        row
        for row in rows
        if row.rules.rows >= row.rules.cols or transposed(row.rules) not in known
    ]


def _upright(rules: Rules) -> tuple[int, int]:
    return max(rules.rows, rules.cols), min(rules.rows, rules.cols)


def _spot(rules: Rules, by_rules: Mapping[Rules, AtlasRow]) -> Spot:
    row = by_rules.get(rules) or by_rules.get(transposed(rules))
    if row is None:
        row = theory_row(rules) or published_row(rules)
    return Spot("open") if row is None else Spot(str(row.value), row.how)
