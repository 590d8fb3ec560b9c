"""The layers of a game in memory, or on the disk if they are too large for it."""

from __future__ import annotations

import errno
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from kinrow.rules import Rules
from kinrow.tables.errors import written

Values = NDArray[np.int8]


class Layer(Protocol):
    """The positions of one ply: those of the core, or of an opening table."""

    @property
    def rows(self) -> int:
        """Sets of stones of the side that begins, up to symmetry."""

    @property
    def row_length(self) -> int:
        """Places in a row."""

    def classes(self) -> Any:
        """These sets, in the order of the rows."""

    def at(self, index: int) -> tuple[int, int]:
        """The stones of both sides at one place; those of the side that begins first."""

    def locate(self, first: Any, second: Any, out: NDArray[np.uint64]) -> None:
        """Writes the places of positions; for those that play cannot reach, how many there are."""


_BLOCK = 2**18  # values in a block, about


@dataclass(frozen=True, slots=True)
class LayerShape:
    """How many rows a ply has, how long they are, and how many of them a block holds."""

    ply: int
    rows: int
    length: int
    step: int

    @classmethod
    def of(cls, layer: Layer, ply: int) -> LayerShape:
        """The shape of a layer in a new table: blocks of about 256 KiB, of one row at least.

        >>> from kinrow import _core
        >>> from kinrow.rules import game
        >>> from kinrow.tables.records import table_game
        >>> LayerShape.of(_core.TableLayer(table_game(game("4,4,4"), "score"), 6), 6)
        LayerShape(ply=6, rows=28, length=286, step=916)
        """
        length = layer.row_length
        return cls(ply, layer.rows, length, max(1, _BLOCK // length))

    @property
    def size(self) -> int:
        """Places of the layer, one byte each."""
        return self.rows * self.length

    @property
    def blocks(self) -> list[tuple[int, int]]:
        """The first row of each block, and the one after its last.

        >>> LayerShape(ply=2, rows=5, length=100000, step=2).blocks
        [(0, 2), (2, 4), (4, 5)]
        """
        return [self.block(number) for number in range(self.count)]

    @property
    def count(self) -> int:
        """How many blocks there are."""
        return -(-self.rows // self.step)

    def block(self, number: int) -> tuple[int, int]:
        """The first row of a block, and the one after its last."""
        first = number * self.step
        return first, min(first + self.step, self.rows)

    def places(self, number: int) -> slice:
        """Where the values of a block lie among those of the layer.

        >>> LayerShape(ply=2, rows=5, length=10, step=2).places(2)
        slice(40, 50, None)
        """
        first, end = self.block(number)
        return slice(first * self.length, end * self.length)


def entry_of(rules: Rules, shape: LayerShape) -> dict[str, Any]:
    """What a table's directory says of a ply, except where its records are.

    >>> from kinrow.rules import game
    >>> entry_of(game("tictactoe"), LayerShape(ply=1, rows=3, length=1, step=9))["to_move"]
    'O'
    """
    counts = rules.counts_at(shape.ply)
    first, second = counts if rules.begins == "X" else counts[::-1]
    to_move, left = rules.turn_at(shape.ply)
    return {
        "ply": shape.ply,
        "first": first,
        "second": second,
        "to_move": str(to_move),
        "left": left,
        "rows": shape.rows,
        "row_length": shape.length,
        "rows_per_block": shape.step,
    }


class Room:
    """Makes arrays for the values of layers: in memory, or mapped from a temporary file."""

    def __init__(self, memory: int, folder: Path) -> None:
        self._most, self._folder = memory // 2, folder  # two layers are there at the same time

    def values(self, size: int) -> Values:
        """An array for so many values."""
        if size <= self._most:
            return np.empty(size, np.int8)
        with written(self._folder), TemporaryFile(dir=self._folder) as file:
            _take_room(file.fileno(), size)
            return np.memmap(file, np.int8, "r+", shape=(size,))


def _take_room(file: int, size: int) -> None:
    """Makes a file so long, with room on the disk where the system can do that.

    Without it, a full disk kills the process when it writes to the mapped file.
    """
    os.ftruncate(file, size)
    if sys.platform not in ("win32", "darwin"):
        try:
            os.posix_fallocate(file, 0, size)
        except OSError as error:
            if error.errno not in (errno.EINVAL, errno.EOPNOTSUPP):  # not every file system can
                raise
