"""Lessons: positions with the moves and the result that a network should have said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from kinrow.learning.folder import arrays_in, write_arrays


@dataclass(frozen=True, slots=True, eq=False)
class Lessons:
    """N positions of one game.

    - `cells`: (N, cells) int8: 0 X, 1 O, -1 empty;
    - `to_move`, `left`: (N,) int8, the side to move and its stones left in the turn;
    - `policy`: (N, cells) float32, the share of each move; all 0 if every move is as good;
    - `value`: (N, 3) float32, the chances of win, draw and loss of the side to move;
    - `exact`: (N,) bool, whether the value was proved.
    """

    cells: NDArray[np.int8]
    to_move: NDArray[np.int8]
    left: NDArray[np.int8]
    policy: NDArray[np.float32]
    value: NDArray[np.float32]
    exact: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.cells)

    @classmethod
    def joined(cls, parts: Sequence[Lessons]) -> Self:
        """Several as one, in their order."""
        names = [field.name for field in fields(cls)]
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))

    def write(self, path: Path) -> None:
        """Writes a file of NumPy's (.npz), whole or not at all."""
        arrays = {field.name: getattr(self, field.name) for field in fields(self)}
        write_arrays(path, arrays, compressed=True)

    @classmethod
    def read(cls, path: Path) -> Self:
        """Reads one; raises KinrowError if it is damaged.

        >>> from tempfile import TemporaryDirectory
        >>> some = Lessons(*(np.zeros((1, 3), np.int8),) * 6)
        >>> with TemporaryDirectory() as folder:
        ...     some.write(Path(folder, "some.npz"))
        ...     len(Lessons.read(Path(folder, "some.npz")))
        1
        """
        with arrays_in(path) as stored:
            return cls(*(stored[field.name] for field in fields(cls)))
