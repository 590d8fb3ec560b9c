"""Bounds on the positions of a ply from the values of the ply before, so that less is searched.

No move is worth more than the position before it. So every answer to a lost position wins, and
none to a drawn one loses.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kinrow.rules import Objective, OptionError, Rules, Value
from kinrow.rules.options import instance_of, whole_number
from kinrow.rules.sentence import Sentence
from kinrow.tables.layers import Values
from kinrow.tables.opening.layer import OpeningLayer
from kinrow.tables.opening.moves import following, open_places, pieces, turn_sign
from kinrow.tables.table import Table

_WIDEST = 127  # no value is so large


@dataclass(frozen=True, slots=True)
class PlyBounds:
    """Bounds on the values at the first of the equal places of a layer."""

    objective: Objective
    lower: Values
    upper: Values

    def at(self, places: list[int]) -> dict[int, Value]:
        """Those of the places of which something is known."""
        most = 1 if self.objective == "outcome" else _WIDEST
        found: dict[int, Value] = {}
        for place in places:
            lower, upper = max(-most, int(self.lower[place])), min(most, int(self.upper[place]))
            if upper - lower < 2 * most:
                found[place] = Value(self.objective, lower, upper)
        return found


def check_known(known: object, rules: Rules, objective: Objective, plies: int | None) -> None:
    """Raises OptionError unless this is an opening table that a run over so many plies can use."""
    table = instance_of("known", known, Table, "Table('a.table')")
    if plies is None:
        raise OptionError(Sentence("table.known.plies", file=table.path))
    plies = whole_number("plies", plies, 0, most=rules.most_plies - 1, example=3)
    fits = not table.is_whole and (table.rules, table.objective) == (rules, objective)
    if not fits or table.last_ply < plies - 1:
        least = max(0, plies - 1)
        raise OptionError(
            Sentence(
                "table.known", file=table.path, game=rules.title, objective=objective, plies=least
            )
        )


def bounds_after(table: Table, layer: OpeningLayer) -> PlyBounds:
    """Bounds on the values of a layer from those that a table has for the ply before."""
    earlier, values = table.layer(layer.ply - 1), table.of_ply(layer.ply - 1)
    assert isinstance(earlier, OpeningLayer)
    lower = np.full(layer.size + 1, -_WIDEST, np.int8)  # the last one: beyond play
    upper = np.full(layer.size + 1, _WIDEST, np.int8)
    turned = turn_sign(earlier, layer) < 0
    for places in pieces(np.flatnonzero(open_places(earlier))):
        for _, free, after in following(earlier, places, layer):
            worth = values[places[free]]
            if turned:
                np.maximum.at(lower, after, -worth)
            else:
                np.minimum.at(upper, after, worth)
    for places in pieces(np.arange(layer.size)):
        least = layer.least(places).astype(np.int64)
        np.maximum.at(lower, least, lower[places])
        np.minimum.at(upper, least, upper[places])
    return PlyBounds(table.objective, lower, upper)
