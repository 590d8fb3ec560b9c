"""Tabulate: the value of every position of a game, ply by ply from the end, into a file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from kinrow import _core
from kinrow.cluster import Cluster
from kinrow.cluster.workers import check_cluster
from kinrow.rules import GameLike, Objective, OptionError, Rules
from kinrow.rules import game as rules_of
from kinrow.rules.calls import as_in
from kinrow.rules.options import callable_or_none, one_of
from kinrow.rules.sentence import Sentence
from kinrow.runtime.files import path_of, target_of
from kinrow.runtime.limits import table_bytes, threads_of
from kinrow.runtime.waiting import Deadline, Progress, ProgressCallback
from kinrow.solver.solver import is_exact
from kinrow.tables.errors import TableFileError, written
from kinrow.tables.in_order import in_order
from kinrow.tables.layers import LayerShape, Room, Values, entry_of
from kinrow.tables.opening.bounds import check_known
from kinrow.tables.opening.tabulating import OpeningTabulation, check_plies
from kinrow.tables.part import Part, part_of
from kinrow.tables.records import (
    COMPRESSIONS,
    MAGIC,
    VALUES,
    Compression,
    Header,
    StoredRecord,
    header_of,
    pack,
    read_header,
    table_game,
)
from kinrow.tables.shards import Blocks, solved_by
from kinrow.tables.table import Table

Later = tuple[_core.TableLayer, Values] | None
"""The next ply and its values; None after the last one."""


@as_in("tabulate('tictactoe', 'a.table')")
def tabulate(
    game: GameLike,
    path: str | os.PathLike[str],
    *,
    objective: Objective | None = None,
    plies: int | None = None,
    resume: bool = False,
    memory: str | int | None = None,
    threads: int | None = None,
    compression: Compression = "zstd",
    progress: ProgressCallback | None = None,
    cluster: Cluster | None = None,
    known: Table | None = None,
) -> Table:
    """Writes the table of a game, and opens it.

    - `objective`: "outcome", or by default the most informative one: "score", in a majority game
      "margin".
    - `plies`: an opening table, only the positions with up to so many stones. Those with so many
      are searched, the values of the others follow from the moves. It has outcomes by default.
    - `resume`: continue from the file `path` + ".part", which holds the table until it is complete
      and survives Ctrl-C and a kill at any moment. A table that is complete is only opened, and
      one of another game or kind, or another file, is refused.
    - `memory`: for the values of two plies, by default a quarter of the machine's; beyond it they
      are kept on disk.
    - `compression`: "zstd", or "zlib", which any Python can read.
    - `cluster`: its workers solve the blocks of each ply. The file is the same.
    - `known`: an opening table of the same game and objective, with one ply less or more plies. All
      moves of a lost position win, and none of a drawn one loses; that is not searched again.

    Raises TableFileError for a board of more than 25 cells, or 64 for an opening table, for a path
    that cannot be written, for the unfinished file of another table and for one that another
    process is writing, deletes or replaces, RulesError for an objective that does not fit the game,
    OptionError for another compression, for a `progress` that cannot be called, for what is not a
    cluster, for more plies than the game has or there is room for, for plies with a cluster, and
    for a known table that does not fit.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with tabulate("tictactoe", f"{folder}/a.table") as table:
    ...         print(table["XX./OO./..."])
    ...
    win, score 5
    >>> with TemporaryDirectory() as folder:
    ...     with tabulate("9,4,4", f"{folder}/b.table", plies=0) as table:
    ...         print(table["9,4,4"], table.last_ply)
    win 0
    """
    rules = rules_of(game)
    asked = objective or default_objective(rules, plies)
    is_exact(asked, rules)
    one_of("compression", compression, COMPRESSIONS)
    _check_means(rules, plies, progress, cluster)
    if known is not None:
        check_known(known, rules, asked, plies)
    out = _place(path)
    if resume and (found := finished_table(rules, out, asked, compression, plies)) is not None:
        return found
    header = header_of(rules, asked, compression, plies)
    if resume and _is_another(out, header):
        raise TableFileError(Sentence("table.another", path=out))
    count = threads_of(threads)
    room = table_bytes(memory, count)
    work: _Tabulation | OpeningTabulation
    if plies is None:
        work = _Tabulation(header, room, count, progress, cluster)
    else:
        work = OpeningTabulation(header, room, count, progress, known)
    with closing(Part(out, header, resume=resume)) as part:
        work.run(part, out)
    return Table(out)


def _check_means(
    rules: Rules, plies: int | None, progress: ProgressCallback | None, cluster: Cluster | None
) -> None:
    """Raises OptionError for what a run can neither call nor work on, or not for so many plies."""
    callable_or_none("progress", progress)
    check_cluster(cluster)
    if plies is not None:
        check_plies(rules, plies)
        if cluster is not None:
            raise OptionError(Sentence("table.cluster"))


def finished_table(
    rules: Rules,
    path: Path,
    objective: Objective | None,
    compression: Compression,
    plies: int | None = None,
) -> Table | None:
    """The table that a run has completed; None for another one, or if it is still to be resumed."""
    if part_of(path).exists() or not path.exists():
        return None
    try:
        with path.open("rb") as file:
            header = read_header(file, path)
        asked = objective or default_objective(rules, plies)
        if header != header_of(rules, asked, compression, plies):
            return None
        return Table(path)
    except TableFileError:
        return None


def _is_another(path: Path, header: Header) -> bool:
    """Whether a file is there, to be replaced in the end, that does not begin as this table."""
    if not path.exists():
        return False
    head = MAGIC + header.line()
    with path.open("rb") as file:
        return not head.startswith(file.read(len(head)))


def tabulate_in_memory(game: GameLike) -> Table:
    """The table of a small game, which leaves no file.

    >>> tabulate_in_memory("1,3,2")[".X."].outcome
    Outcome.LOSS
    """
    with TemporaryDirectory() as folder:
        return tabulate(game, Path(folder, "a.table")).into_memory()


def default_objective(rules: Rules, plies: int | None = None) -> Objective:
    """The most informative objective; for an opening table the one that is found soonest.

    >>> from kinrow.rules import game
    >>> default_objective(game("jing4"))
    'margin'
    """
    if plies is not None:
        return "outcome"
    return "score" if rules.objective == "line" else "margin"


def _place(path: str | os.PathLike[str]) -> Path:
    found = path_of(path, "a.table")
    with written(found):
        target = target_of(found)
    if target.is_dir() or not target.absolute().parent.is_dir():
        raise TableFileError(Sentence("file.place", path=path))
    return found


class _Tabulation:
    """A run over the plies of a game."""

    def __init__(
        self,
        header: Header,
        memory: int,
        threads: int,
        progress: ProgressCallback | None,
        cluster: Cluster | None,
    ) -> None:
        self._cluster = cluster
        self.header = header
        self._game = table_game(header.rules, header.objective)
        self._memory, self._threads = memory, threads
        self._progress = progress
        self._clock = Deadline(None)
        self._done = self._whole = self._places = 0

    def run(self, part: Part, path: Path) -> None:
        """All plies, from the last to the first."""
        room = Room(self._memory, part.path.absolute().parent)
        plies = range(self._game.last_ply, -1, -1)
        shapes = [LayerShape.of(_core.TableLayer(self._game, ply), ply) for ply in plies]
        self._whole = sum(_cost(self._game, shape) for shape in shapes)
        later: Later = None
        for shape in shapes:
            layer = _core.TableLayer(self._game, shape.ply)
            values = room.values(shape.size)
            self._ply(part, shape, layer, values, later)
            later = layer, values
        part.finish(path, [entry_of(self.header.rules, shape) for shape in shapes])

    def _ply(
        self,
        part: Part,
        shape: LayerShape,
        layer: _core.TableLayer,
        values: Values,
        later: Later,
    ) -> None:
        part.add_classes(shape.ply, layer.classes())
        there = part.restore(shape.ply, values)
        cost = _cost(self._game, shape) / max(1, shape.count)
        self._done += round(cost * there)
        solved = self._solved_here if self._cluster is None else self._solved_there
        for record in solved(shape, there, layer, values, later):
            part.add(record)
            self._done += round(cost)
            self._places += record.size
            self._tell(shape.ply)

    def _solved_here(
        self, shape: LayerShape, there: int, layer: _core.TableLayer, values: Values, later: Later
    ) -> Iterator[StoredRecord]:
        """The records of the other blocks of a ply, in order; fills in their values."""
        following, after = later or (None, None)
        retrograde = _core.Retrograde(layer, following)

        def solved(number: int) -> StoredRecord:
            block = values[shape.places(number)]
            first, end = shape.block(number)
            retrograde.solve(first, end, after, block)
            return pack(shape.ply, VALUES, number, block.tobytes(), self.header.compression)

        yield from in_order(self._threads, solved, range(there, shape.count))

    def _solved_there(
        self, shape: LayerShape, there: int, layer: _core.TableLayer, values: Values, later: Later
    ) -> Iterator[StoredRecord]:
        """The same by the workers of the cluster."""
        assert self._cluster is not None
        header, after = self.header, None if later is None else later[1]
        blocks = Blocks(
            header.rules, header.objective, header.compression, shape, there, shape.count
        )
        for record in solved_by(self._cluster, blocks, after):
            data = record.data(header.compression)
            values[shape.places(record.number)] = np.frombuffer(data, np.int8)
            yield record

    def _tell(self, ply: int) -> None:
        if self._progress is not None:
            spent = self._clock.spent
            done, whole = self._done, self._whole
            self._progress(Progress(self._places, spent, ply, done, whole, None, None, "tabulate"))


def _cost(game: _core.TableGame, shape: LayerShape) -> int:
    """What a ply costs, in moves looked at; a place costs as much as eight moves in itself.

    A stone of the side that begins costs twice as much, as it leads to another row.
    """
    return shape.size * (8 + (2 if game.turn(shape.ply)[0] else 1) * (game.last_ply - shape.ply))
