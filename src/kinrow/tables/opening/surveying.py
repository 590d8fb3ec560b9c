"""A survey of an opening table: every value against those of the moves, and what to count."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kinrow.tables.layers import Values
from kinrow.tables.opening.layer import OpeningLayer
from kinrow.tables.opening.moves import by_moves, ended, open_places
from kinrow.tables.surveyed import PlySurvey, position_at
from kinrow.tables.table import UNREACHABLE, Table


def surveyed_plies(table: Table) -> tuple[PlySurvey, ...]:
    """All plies. The values of the last one stand as they are where the game is not over."""
    found: list[PlySurvey] = []
    later: tuple[OpeningLayer, Values] | None = None
    for ply in range(table.last_ply, -1, -1):
        layer, values = table.layer(ply), table.of_ply(ply)
        assert isinstance(layer, OpeningLayer)
        found.append(_surveyed(table, layer, values, later))
        later = layer, values
    return tuple(found[::-1])


def _surveyed(
    table: Table, layer: OpeningLayer, values: Values, later: tuple[OpeningLayer, Values] | None
) -> PlySurvey:
    found = PlySurvey(layer.ply, table.rules.turn_at(layer.ply)[0])
    still_open = open_places(layer)
    if later is None:
        due = np.where(still_open, values, ended(layer, table.objective))
        keeping = np.zeros(layer.size, np.uint8)
    else:
        due, keeping = by_moves(layer, table.objective, *later)
    wrong = np.flatnonzero(due != values)
    found.wrong = len(wrong)
    if len(wrong):
        found.first_wrong = position_at(table.rules, layer, int(wrong[0])).fen()
    places = _one_each(layer, values)
    alike = layer.alike(places)
    for value in np.unique(values[places]):
        some = values[places] == value
        found.values[int(value)] = int(alike[some].sum())
        found.canonical[int(value)] = int(some.sum())
        found.examples[int(value)] = position_at(table.rules, layer, int(places[some][0]))
    over = ~still_open[places]
    found.finished, found.canonical_finished = int(alike[over].sum()), int(over.sum())
    if later is None:
        found.unchecked = int(alike[~over].sum())
    one = (values[places] > 0) & (keeping[places] == 1)
    found.one_winning_move = int(alike[one].sum())
    return found


def _one_each(layer: OpeningLayer, values: Values) -> NDArray[np.uint64]:
    """A place for each position that play can reach, up to symmetry."""
    places = np.flatnonzero(values != UNREACHABLE).astype(np.uint64)
    one_each: NDArray[np.uint64] = places[layer.least(places) == places]
    return one_each
