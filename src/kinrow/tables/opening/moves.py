"""What the positions of a ply are worth by their moves."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from kinrow.rules import Objective
from kinrow.tables.layers import Values
from kinrow.tables.opening.layer import OpeningLayer
from kinrow.tables.opening.sets import ONE, Sets, bit
from kinrow.tables.opening.stones import COMPLETE, IMPOSSIBLE, OPEN
from kinrow.tables.table import UNREACHABLE

_AT_ONCE = 2**16  # places, with a value for each cell


def by_moves(
    layer: OpeningLayer, objective: Objective, later: OpeningLayer, values: Values
) -> tuple[Values, NDArray[np.uint8]]:
    """The value of every place, and how many moves keep its outcome.

    `values` are those of the next ply, `later`. Finished positions have no moves.
    """
    best = ended(layer, objective)
    keeping = np.zeros(layer.size, np.uint8)
    for places in pieces(np.flatnonzero(open_places(layer))):
        worth = _worth(layer, places, later, values)
        best[places] = worth.max(1)
        same = np.sign(worth) == np.sign(best[places])[:, None]
        keeping[places] = (same & (worth != UNREACHABLE)).sum(1)
    return best, keeping


def open_places(layer: OpeningLayer) -> NDArray[np.bool_]:
    """Which places have positions in which the game is not over."""
    found: NDArray[np.bool_] = layer.all_kinds == OPEN
    return found


def ended(layer: OpeningLayer, objective: Objective) -> Values:
    """The values of the places where the game is over, or that play cannot reach."""
    rules = layer.rules
    kinds = layer.all_kinds
    found = np.zeros(layer.size, np.int8)
    found[kinds == IMPOSSIBLE] = UNREACHABLE
    if layer.ply:
        last, mover = rules.turn_at(layer.ply - 1)[0], rules.turn_at(layer.ply)[0]
        worth = 1 if objective == "outcome" else rules.size - layer.ply + 1
        found[kinds == COMPLETE] = worth if (last is mover) != rules.misere else -worth
    return found


def pieces(places: NDArray[np.int64]) -> Iterator[NDArray[np.uint64]]:
    """The places in parts, so that memory is bounded."""
    for at in range(0, len(places), _AT_ONCE):
        yield places[at : at + _AT_ONCE].astype(np.uint64)


def following(
    layer: OpeningLayer, places: NDArray[np.uint64], later: OpeningLayer
) -> Iterator[tuple[int, NDArray[np.bool_], NDArray[np.intp]]]:
    """For each cell: at which places it is empty, and the places in `later` after a stone there."""
    first, second = layer.stones(places)
    by_first = layer.rules.turn_at(layer.ply)[0] is layer.rules.begins
    for cell in range(layer.rules.size):
        free = ((first | second) >> np.uint64(cell) & ONE) == 0
        after = _after(first[free], second[free], cell, by_first=by_first)
        at = np.empty(len(after[0]), np.uint64)
        later.locate(*after, at)
        yield cell, free, at.astype(np.intp)


def turn_sign(layer: OpeningLayer, later: OpeningLayer) -> int:
    """1 if the same side is to move in both plies, else -1."""
    turns = [layer.rules.turn_at(ply)[0] for ply in (layer.ply, later.ply)]
    return 1 if turns[0] is turns[1] else -1


def _worth(
    layer: OpeningLayer, places: NDArray[np.uint64], later: OpeningLayer, values: Values
) -> NDArray[np.int8]:
    """The value of each move (places, cells) for the side to move; UNREACHABLE means no move."""
    sign = turn_sign(layer, later)
    found = np.full((len(places), layer.rules.size), UNREACHABLE, np.int8)
    for cell, free, at in following(layer, places, later):
        found[free, cell] = sign * values[at]
    return found


def _after(first: Sets, second: Sets, cell: int, *, by_first: bool) -> tuple[Sets, Sets]:
    stone = bit(cell)
    return (first | stone, second) if by_first else (first, second | stone)
