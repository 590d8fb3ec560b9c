"""An opening table made: the last ply by searches, the plies before it by their moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinrow.rules import OptionError, Rules, Value
from kinrow.rules.geometry import symmetries
from kinrow.rules.options import whole_number
from kinrow.rules.sentence import Sentence
from kinrow.runtime.conversion import core_position
from kinrow.runtime.waiting import Deadline, Progress, ProgressCallback
from kinrow.solver.proof_crew import Board
from kinrow.solver.searches import Searches
from kinrow.tables.layers import LayerShape, Values, entry_of
from kinrow.tables.opening.bounds import bounds_after
from kinrow.tables.opening.layer import OpeningLayer
from kinrow.tables.opening.moves import by_moves, ended, open_places
from kinrow.tables.opening.stones import StoneSets
from kinrow.tables.part import Part
from kinrow.tables.records import VALUES, Header, StoredRecord, pack
from kinrow.tables.surveyed import position_at
from kinrow.tables.table import Table

_MOST_PLACES = 2**24  # of a ply
_BLOCK = 2**10  # values in a block of the last ply: what a kill may cost


@dataclass(frozen=True, slots=True)
class OpeningTabulation:
    """A run over the first plies of a game; `known` has at least all but the last of them."""

    header: Header
    memory: int
    threads: int
    progress: ProgressCallback | None
    known: Table | None = None

    def run(self, part: Part, path: Path) -> None:
        """All plies, from the last to the first."""
        sets = StoneSets(self.header.rules)
        last = self.header.last_ply
        assert last is not None
        entries: list[dict[str, Any]] = []
        later: tuple[OpeningLayer, Values] | None = None
        for ply in range(last, -1, -1):
            layer = OpeningLayer(sets, self.header.rules, ply)
            shape = self._shape(layer, searched=later is None)
            part.add_classes(ply, layer.classes())
            if later is None:
                found = self._searched(part, shape, layer)
            else:
                found, _ = by_moves(layer, self.header.objective, *later)
                self._add(part, shape, found)
            entries.append(entry_of(layer.rules, shape))
            later = layer, found
        part.finish(path, entries)

    def _shape(self, layer: OpeningLayer, *, searched: bool) -> LayerShape:
        shape = LayerShape.of(layer, layer.ply)
        if not searched:
            return shape
        step = max(1, _BLOCK // layer.row_length)
        return LayerShape(layer.ply, shape.rows, shape.length, step)

    def _add(self, part: Part, shape: LayerShape, values: Values) -> None:
        """Adds the blocks of a ply that are not there yet."""
        for number in range(len(part.plies[shape.ply].values), shape.count):
            part.add(self._record(shape, number, values[shape.places(number)]))

    def _record(self, shape: LayerShape, number: int, values: Values) -> StoredRecord:
        return pack(shape.ply, VALUES, number, values.tobytes(), self.header.compression)

    def _searched(self, part: Part, shape: LayerShape, layer: OpeningLayer) -> Values:
        """The values of the last ply, block by block; those that are there are taken over."""
        values = ended(layer, self.header.objective)
        there = part.restore(shape.ply, values)
        todo = open_places(layer)
        todo[: shape.places(there).start] = False
        work = _LastPly(self, layer, int(todo.sum()))
        for number in range(there, shape.count):
            places = shape.places(number)
            work.settle(np.flatnonzero(todo[places]) + places.start, values)
            part.add(self._record(shape, number, values[places]))
        return values


class _LastPly:
    """The searches for one ply."""

    def __init__(self, run: OpeningTabulation, layer: OpeningLayer, whole: int) -> None:
        rules, objective = run.header.rules, run.header.objective
        self._layer, self._progress = layer, run.progress
        self._searches = Searches[int](
            rules, objective, run.memory, run.threads, board_of=partial(board_at, layer)
        )
        self._bounds = bounds_after(run.known, layer) if run.known and layer.ply else None
        self._clock = Deadline(None)
        self._done, self._whole = 0, whole

    def settle(self, places: NDArray[np.int64], values: Values) -> None:
        """Fills in the values of these places; equal positions are searched once."""
        least = self._layer.least(places.astype(np.uint64))
        asked = sorted({int(place) for place in least})
        given = self._bounds.at(asked) if self._bounds else {}
        found = {place: value.lower for place, value in given.items() if value.complete}
        todo = [place for place in asked if place not in found]
        for answers in self._asked(todo, given, len(places)):
            found |= answers
        for place, stands in zip(places, least, strict=True):
            values[place] = found[int(stands)]
        self._done += len(places)

    def _asked(
        self, todo: list[int], given: Mapping[int, Value], places: int
    ) -> Iterator[dict[int, int]]:
        known = 0
        for answers in self._searches.ask(todo, lambda _: None, given):
            known += len(answers)
            self._tell(known * places // len(todo))
            yield {place: value.lower for place, value in answers.items()}

    def _tell(self, more: int) -> None:
        if self._progress is not None:
            done, spent = self._done + more, self._clock.spent
            ply, whole = self._layer.ply, self._whole
            self._progress(Progress(done, spent, ply, done, whole, None, None, "tabulate"))


def board_at(layer: OpeningLayer, place: int) -> Board:
    """The position at a place, as the core takes it."""
    return core_position(position_at(layer.rules, layer, place))


def check_plies(rules: Rules, plies: int) -> None:
    """Raises OptionError for plies that the game does not have, or that have too many positions."""
    whole_number("plies", plies, 0, most=rules.most_plies - 1, example=3)
    most = max(ply for ply in range(rules.most_plies) if _places(rules, ply) <= _MOST_PLACES)
    if plies > most:
        raise OptionError(Sentence("table.plies", plies=plies, game=rules.title, most=most))


def _places(rules: Rules, ply: int) -> int:
    """How many places a ply has, about."""
    x, o = rules.counts_at(ply)
    group = len(symmetries(rules.rows, rules.cols))
    return comb(rules.size, x) * comb(rules.size - x, o) // group
