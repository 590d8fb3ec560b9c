"""Table: a strong solution in a file, queried for one position or for millions at once."""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Callable
from functools import cached_property, partial
from io import BytesIO
from pathlib import Path
from threading import RLock
from types import TracebackType
from typing import Any, BinaryIO, Self
from weakref import finalize

import numpy as np
from numpy.typing import NDArray

from kinrow import _core
from kinrow.rules import (
    Cell,
    Objective,
    OptionError,
    Position,
    PositionLike,
    Rules,
    Value,
)
from kinrow.rules.calls import made_as
from kinrow.rules.cell import shown
from kinrow.rules.options import as_whole, whole_number
from kinrow.rules.sentence import Sentence
from kinrow.rules.turns import is_in_turn
from kinrow.runtime.conversion import index_of, sets_of
from kinrow.runtime.files import opened
from kinrow.runtime.limits import bytes_of
from kinrow.runtime.own import Owner
from kinrow.tables.asked import position_asked
from kinrow.tables.directory import Inconsistent, read_directory
from kinrow.tables.errors import TableFileError
from kinrow.tables.layers import Layer, LayerShape, Values
from kinrow.tables.opening.layer import OpeningLayer
from kinrow.tables.opening.stones import StoneSets
from kinrow.tables.records import read_header, read_record, set_type, table_game

UNREACHABLE = -128
"""The value of stones that play from the empty board cannot leave so."""

BitSets = NDArray[np.unsignedinteger[Any]]


@made_as("Table('a.table')")
class Table(Owner):
    """A file that `tabulate` has written; its blocks are read when they are first asked for.

    `memory` bounds the blocks that are kept. Closing it releases the file. Raises
    FileMissing if there is no such file, TableFileError if it is not a table or is damaged.

    >>> from tempfile import TemporaryDirectory
    >>> from kinrow.tables import tabulate
    >>> folder = TemporaryDirectory()
    >>> table = tabulate("4,3,3", f"{folder.name}/a.table")
    >>> table[".../.../.../..."], str(table.rules), table.objective
    (Value(objective='score', lower=6, upper=6), '4,3,3', 'score')
    >>> table.values([0b1, 0b1], [0b0, 0b10])  # X on a1; X on a1 and O on b1
    array([-4,  6], dtype=int8)
    >>> table.close()
    >>> folder.cleanup()
    """

    def __init__(
        self, path: str | os.PathLike[str], *, memory: str | int | None = "256MiB"
    ) -> None:
        self._file: BinaryIO = opened(path, "a.table")
        self.path = Path(path)
        finalize(self, self._file.close)
        try:
            header = read_header(self._file, self.path)
            length = self._file.tell()
            self.rules: Rules = header.rules
            self.objective: Objective = header.objective
            self._compression = header.compression
            self.symmetries = header.symmetries
            self.is_whole = header.last_ply is None
            directory = read_directory(self._file, header, length)
            self._plies, self.sha256 = directory.plies, directory.sha256
            self._layer_of = self._layers_of()
        except Inconsistent:
            self._file.close()
            raise self._damaged() from None
        except BaseException:
            self._file.close()
            raise
        self._most = bytes_of(memory)
        self._blocks: OrderedDict[tuple[int, int], Values] = OrderedDict()
        self._layers: dict[int, Layer] = {}
        self._held = 0
        self._lock = RLock()

    def _damaged(self) -> TableFileError:
        return TableFileError(Sentence("table.damaged", reason=self.path))

    def _layers_of(self) -> Callable[[int], Layer]:
        """What makes the layer of a ply."""
        if self.is_whole:
            return partial(_core.TableLayer, table_game(self.rules, self.objective))
        return partial(OpeningLayer, StoneSets(self.rules), self.rules)

    symmetries: tuple[tuple[int, ...], ...]
    """Where each cell goes, for each symmetry by which positions are folded."""

    is_whole: bool
    """Whether the table has every position; an opening table has those of the first plies."""

    sha256: str
    """The digest of the directory, which has the digests of everything else in the file."""

    @cached_property
    def last_ply(self) -> int:
        """The most stones that stand on the board."""
        return len(self._plies) - 1

    @cached_property
    def shapes(self) -> dict[int, LayerShape]:
        """Rows and their length, by ply."""
        return {number: ply.shape for number, ply in enumerate(self._plies)}

    def layer(self, ply: int) -> Layer:
        """The positions of a ply; raises OptionError for one that the table does not have."""
        ply = self._ply(ply)
        with self._lock:
            if ply not in self._layers:
                layer = self._layer_of(ply)
                if not np.array_equal(layer.classes(), self.classes(ply)):
                    raise self._damaged()
                self._layers[ply] = layer
            return self._layers[ply]

    def core_layer(self, ply: int) -> _core.TableLayer:
        """The same as the core has them; of a table of the whole game."""
        layer = self.layer(ply)
        assert isinstance(layer, _core.TableLayer)
        return layer

    def classes(self, ply: int) -> BitSets:
        """The stones of the side that begins in each row of a ply, as bit sets."""
        ply = self._ply(ply)
        with self._lock:
            data = self._read(*self._plies[ply].classes)
        due = self._plies[ply].shape.rows * self._sets_type.itemsize
        if len(data) != due:
            raise self._damaged()
        return np.frombuffer(data, set_type(self.rules)).astype(self._sets_type)

    @cached_property
    def _sets_type(self) -> np.dtype[np.unsignedinteger[Any]]:
        return np.dtype(set_type(self.rules)).newbyteorder("=")

    def block(self, ply: int, number: int) -> Values:
        """A block of values, in the order of their places."""
        ply = self._ply(ply)
        last = self.shapes[ply].count - 1
        number = whole_number("number", number, 0, example=0, most=last)
        with self._lock:
            key = ply, number
            if key in self._blocks:
                self._blocks.move_to_end(key)
                return self._blocks[key]
            values = np.frombuffer(self._read(*self._plies[ply].values[number]), np.int8)
            places = self.shapes[ply].places(number)
            if len(values) != places.stop - places.start:
                raise self._damaged()
            self._blocks[key] = values
            self._held += len(values)
            while self._held > self._most and len(self._blocks) > 1:
                self._held -= len(self._blocks.popitem(last=False)[1])
            return values

    def of_ply(self, ply: int) -> Values:
        """All values of a ply, in the order of their places."""
        ply = self._ply(ply)
        blocks = [self.block(ply, number) for number in range(len(self.shapes[ply].blocks))]
        return np.concatenate([*blocks, np.zeros(0, np.int8)])

    def _ply(self, ply: int) -> int:
        return whole_number("ply", ply, 0, example=3, most=self.last_ply)

    def _read(self, offset: int, digest: str) -> bytes:
        if self._file.closed:
            raise TableFileError(Sentence("table.closed", path=self.path))
        self._file.seek(offset)
        record = read_record(self._file)
        if record is None or record.digest.hex() != digest:
            raise self._damaged()
        return record.data(self._compression)

    def __getitem__(self, position: PositionLike) -> Value:
        """The value for the side to move; a string may leave out the game.

        Raises TableFileError for a position of another game, or one that play cannot reach.
        """
        asked = self.position(position)
        x, o = self._stones(asked)
        return self._value(asked, int(self.values([x], [o])[0]))

    def __contains__(self, position: PositionLike) -> bool:
        """Whether it has the value of a position; raises NotationError for what is none."""
        asked = self.position(position)
        if asked.rules != self.rules or not self.has(asked):
            return False
        x, o = self._stones(asked)
        return int(self.values([x], [o])[0]) != UNREACHABLE

    __iter__ = None  # a table is not a list of positions

    def _stones(self, position: Position) -> tuple[int, int]:
        """Both sides' bit sets. Raises TableFileError for a position of another game or turn."""
        if position.rules != self.rules:
            game, due = position.rules.title, self.rules.title
            raise TableFileError(Sentence("table.game", game=game, due=due))
        if not self.has(position):
            if position.plies > self.last_ply:
                raise self._beyond(position)
            raise TableFileError(Sentence("table.unreachable", position=position.fen()))
        return sets_of(position, "X"), sets_of(position, "O")

    def _beyond(self, position: Position) -> TableFileError:
        about = {"position": position.fen(), "last": self.last_ply}
        return TableFileError(Sentence("table.beyond", **about))

    def _value(self, position: Position, value: int) -> Value:
        if value == UNREACHABLE:
            raise TableFileError(Sentence("table.unreachable", position=position.fen()))
        return Value(self.objective, value, value)

    def position(self, position: PositionLike) -> Position:
        """The position; a string may leave out the game, which is the table's."""
        return position_asked(self.rules, position)

    def moves(self, position: PositionLike) -> dict[Cell, Value]:
        """The value of every move, for the side to move; as `__getitem__` for errors.

        Raises TableFileError also for an unfinished position of an opening table's last ply.
        """
        position = self.position(position)
        x, o = self._stones(position)
        moves = position.legal_moves
        if moves and not self.has_moves(position):
            raise self._beyond(position.play(moves[0]))
        bits = [1 << index_of(self.rules, move) for move in moves]
        if position.to_move == "X":
            after = self.values([x | bit for bit in bits], [o] * len(bits))
        else:
            after = self.values([x] * len(bits), [o | bit for bit in bits])
        known = (self._value(position, int(value)) for value in after)
        mine = position.left > 1
        ends = (value if mine else value.opposite for value in known)
        return dict(zip(moves, ends, strict=True))

    def has(self, position: PositionLike) -> bool:
        """Whether sides and turns are those of a game from the empty board, up to the last ply.

        >>> from tempfile import TemporaryDirectory
        >>> from kinrow.tables import tabulate
        >>> with TemporaryDirectory() as folder, tabulate("1,3,2", f"{folder}/a.table") as table:
        ...     [table.has(table.rules.parse(text)) for text in ("X..", "X.. X")]
        [True, False]
        """
        position = self.position(position)
        return is_in_turn(position) and position.plies <= self.last_ply

    def has_moves(self, position: PositionLike) -> bool:
        """Whether it has where the moves of a position that it has lead."""
        plies = self.position(position).plies
        return self.is_whole or plies < self.last_ply

    def values(self, x: BitSets | list[int], o: BitSets | list[int]) -> Values:
        """The values of many positions for their sides to move, int8 (positions,).

        `x` and `o` (positions,) are the stones of both signs as bit sets: bit row * cols + col is
        a cell. UNREACHABLE stands for stones that play cannot leave so, and for those that an
        opening table does not have. Raises OptionError for what are not whole numbers of 32 bits,
        or of 64 on boards of more than 32 cells, or not as many of both.
        """
        sets = [self._sets("x", x), self._sets("o", o)]
        if len(sets[0]) != len(sets[1]):
            lengths = {"first": len(sets[0]), "second": len(sets[1])}
            raise OptionError(Sentence("table.lengths", **lengths))
        first, second = sets if self.rules.begins == "X" else sets[::-1]
        plies = np.bitwise_count(first | second).astype(np.uint8)
        found = np.full(len(plies), UNREACHABLE, np.int8)
        for ply in np.flatnonzero(np.bincount(plies, minlength=1)):
            if int(ply) < len(self._plies):
                some = np.flatnonzero(plies == ply)
                if len(some) == len(plies):
                    return self._at_ply(int(ply), first, second)
                found[some] = self._at_ply(int(ply), first[some], second[some])
        return found

    def _sets(self, name: str, stones: object) -> BitSets:
        try:
            # NumPy would make floats of a list in which some numbers have 64 bits and some less.
            listed = isinstance(stones, (list, tuple))
            found = np.array(stones, object) if listed else np.asarray(stones)
            if found.ndim == 1 and _are_whole(found):
                bits = np.iinfo(self._sets_type)
                if not found.size or (found.min() >= bits.min and found.max() <= bits.max):
                    return np.ascontiguousarray(found, self._sets_type)
        except ValueError:  # arrays of several lengths
            pass
        cells, value = self.rules.size, shown(stones)
        raise OptionError(Sentence("table.sets", name=name, value=value, cells=cells))

    def _at_ply(self, ply: int, first: BitSets, second: BitSets) -> Values:
        shape = self.shapes[ply]
        places = np.empty(len(first), np.uint64)
        self.layer(ply).locate(first, second, places)
        found = np.full(len(first), UNREACHABLE, np.int8)
        size = shape.step * shape.length
        if shape.size <= size:
            if shape.size:
                there = places < shape.size
                found = self.block(ply, 0).take(places, mode="clip")
                found[~there] = UNREACHABLE
            return found
        blocks = places // np.uint64(size)
        order = np.argsort(blocks, kind="stable")
        edges = np.flatnonzero(np.diff(blocks[order], prepend=blocks[order[0]] + np.uint64(1)))
        for some in np.split(order, edges[1:]) if len(order) else ():
            start = int(blocks[some[0]]) * size
            if start < shape.size and (inside := some[places[some] < shape.size]).size:
                block = self.block(ply, start // size)
                found[inside] = block[places[inside] - np.uint64(start)]
        return found

    def into_memory(self) -> Self:
        """Reads the whole file and closes it, so that it can be deleted; the table itself."""
        with self._lock, self._file as file:
            file.seek(0)
            self._file = BytesIO(file.read())
        return self

    def close(self) -> None:
        """Releases the file and the memory."""
        self._file.close()
        self._blocks.clear()
        self._layers.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<table of {self.rules.title}: {self.objective}, sha256 {self.sha256[:12]}>"


def _are_whole(numbers: NDArray[Any]) -> bool:
    if numbers.dtype == object:
        return all(as_whole(number) is not None for number in numbers)
    return numbers.dtype.kind in "iu" or not numbers.size
