"""A survey of a table, ply by ply: every value against those of the moves, and what to count.

The core plays each move by the plain rules and looks up where it leads. That is written apart from
the retrograde analysis, so a survey verifies a table as well.
"""

from __future__ import annotations

from typing import Any

from kinrow import _core
from kinrow.rules import OptionError
from kinrow.rules.calls import as_in
from kinrow.rules.cell import shown
from kinrow.rules.options import callable_or_none
from kinrow.rules.sentence import Sentence
from kinrow.runtime.limits import table_bytes, threads_of
from kinrow.runtime.waiting import Deadline, Progress, ProgressCallback
from kinrow.tables.in_order import in_order
from kinrow.tables.layers import LayerShape, Room, Values
from kinrow.tables.opening.surveying import surveyed_plies
from kinrow.tables.surveyed import PlySurvey, TableSurvey, position_at
from kinrow.tables.table import Table


def need_table(table: object) -> None:
    """Raises OptionError for what is not a table, such as the path of one.

    >>> need_table("a.table")
    Traceback (most recent call last):
    kinrow.rules.errors.OptionError: table 'a.table': expected a Table, as in Table('a.table')
    """
    if not isinstance(table, Table):
        raise OptionError(Sentence("table.type", table=shown(table)))


@as_in("survey(table)")
def survey(
    table: Table,
    *,
    memory: str | int | None = None,
    threads: int | None = None,
    progress: ProgressCallback | None = None,
) -> TableSurvey:
    """Goes through all positions of a table, from the last ply to the first.

    Two plies at a time are in memory, or on the disk beyond `memory`. The last ply of an opening
    table is counted, but there are no moves to verify it by; one thread goes through such a table,
    and reports no progress. Raises TableFileError for a block that is damaged, OptionError for
    what is not a table, a size of memory, a number of threads or a function.

    >>> from tempfile import TemporaryDirectory
    >>> from kinrow.tables import tabulate
    >>> with TemporaryDirectory() as folder, tabulate("tictactoe", f"{folder}/a.table") as table:
    ...     found = survey(table)
    ...
    >>> found.positions, found.canonical, found.wrong, found.one_winning_move
    (5478, 765, 0, 1686)
    >>> found.longest_win
    (5, kinrow.position('3,3,3 XO./.../...'))
    """
    need_table(table)
    callable_or_none("progress", progress)
    surveyor = _Surveyor(table, memory, threads, progress)
    if table.is_whole:
        return surveyor.run()
    clock = Deadline(None)
    return TableSurvey(table, surveyed_plies(table), clock.spent)


class _Surveyor:
    """A run over the plies of a table."""

    def __init__(
        self,
        table: Table,
        memory: str | int | None,
        threads: int | None,
        progress: ProgressCallback | None,
    ) -> None:
        self._table, self._progress = table, progress
        self._threads = threads_of(threads)
        self._room = Room(table_bytes(memory, self._threads), table.path.absolute().parent)
        self._clock = Deadline(None)
        self._done = 0

    def run(self) -> TableSurvey:
        found: list[PlySurvey] = []
        later: tuple[_core.TableLayer, Values] | None = None
        for ply in range(self._table.last_ply, -1, -1):
            layer = self._table.core_layer(ply)
            values = self._values(self._table.shapes[ply])
            found.append(self._ply(ply, layer, values, later))
            later = layer, values
        return TableSurvey(self._table, tuple(found[::-1]), self._clock.spent)

    def _values(self, shape: LayerShape) -> Values:
        values = self._room.values(shape.size)
        for number, (first, end) in enumerate(shape.blocks):
            block = self._table.block(shape.ply, number)
            values[first * shape.length : end * shape.length] = block
        return values

    def _ply(
        self,
        ply: int,
        layer: _core.TableLayer,
        values: Values,
        later: tuple[_core.TableLayer, Values] | None,
    ) -> PlySurvey:
        following, after = later or (None, None)
        shape, work = self._table.shapes[ply], _core.TableSurvey(layer, following)
        found = PlySurvey(ply, self._table.rules.turn_at(ply)[0])

        def looked_at(rows: tuple[int, int]) -> tuple[Any, int]:
            start, end = (row * shape.length for row in rows)
            return work.rows(*rows, values[start:end], after), end - start

        for tally, size in in_order(self._threads, looked_at, shape.blocks):
            self._add(found, layer, tally)
            self._done += size
            self._tell(ply)
        return found

    def _add(self, found: PlySurvey, layer: _core.TableLayer, tally: Any) -> None:
        values, finished, one_winning, wrong, first_wrong = tally
        for value, positions, classes, place in values:
            found.values[value] += positions
            found.canonical[value] += classes
            if value not in found.examples:
                found.examples[value] = position_at(self._table.rules, layer, place)
        found.finished += finished[0]
        found.canonical_finished += finished[1]
        found.one_winning_move += one_winning[0]
        if wrong and not found.wrong:
            found.first_wrong = position_at(self._table.rules, layer, first_wrong).fen()
        found.wrong += wrong

    def _tell(self, ply: int) -> None:
        if self._progress is not None:
            whole = sum(shape.size for shape in self._table.shapes.values())
            done, spent = self._done, self._clock.spent
            self._progress(Progress(done, spent, ply, done, whole, None, None, "survey"))
