"""Lessons: positions with the moves and the result that a network should have said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from kinrow.learning.cells import cells_of
from kinrow.learning.folder import arrays_in, typed, write_arrays
from kinrow.rules import KinrowError, Rules
from kinrow.rules.sentence import Sentence

_ROUNDING = 1e-3

Boards = tuple[NDArray[np.int8], NDArray[np.int8], NDArray[np.int8]]


def boards_of(positions: Sequence[tuple[str, int, int]], size: int) -> Boards:
    """The `cells`, `to_move` and `left` of `Lessons`, from positions as the core gives them.

    >>> [array.tolist() for array in boards_of([("X.O", 1, 1)], 3)]
    [[[0, -1, 1]], [1], [1]]
    """
    return (
        cells_of((cells for cells, _, _ in positions), size),
        np.array([to_move for _, to_move, _ in positions], np.int8),
        np.array([min(left, 127) for _, _, left in positions], np.int8),
    )


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

    def write(self, path: Path, rules: Rules) -> None:
        """Writes a file of NumPy's (.npz), whole or not at all, with its game and its name."""
        arrays = {field.name: getattr(self, field.name) for field in fields(self)}
        write_arrays(path, arrays | {"rules": str(rules), "name": path.name}, compressed=True)

    @classmethod
    def read(cls, path: Path, rules: Rules) -> Self:
        """Reads one; raises KinrowError if it is damaged, has what no game has, or other games.

        >>> from tempfile import TemporaryDirectory
        >>> from kinrow.learning.network.solved import SolvedPositions
        >>> from kinrow.rules import game
        >>> rules = game("tictactoe")
        >>> some = SolvedPositions(rules, nodes=1000, seed=1).play(0)
        >>> with TemporaryDirectory() as folder:
        ...     some.write(Path(folder, "some.npz"), rules)
        ...     len(Lessons.read(Path(folder, "some.npz"), rules))
        50
        """
        with arrays_in(path) as stored:
            # Files of before say neither their game nor their name.
            if (found := str(stored.get("rules", rules))) != str(rules):
                values = {"path": path, "found": found, "game": str(rules)}
                raise KinrowError(Sentence("learn.samples", **values))
            lessons = cls(*typed(stored, _layout(rules.size)))
            if str(stored.get("name", path.name)) != path.name or not lessons._possible(rules):
                raise ValueError
            return lessons

    def _possible(self, rules: Rules) -> bool:
        """Whether the numbers are such as games have."""
        most = max(rules.stones, rules.first_turn)
        ranges = (
            (self.cells, -1, 1),
            (self.to_move, 0, 1),
            (self.left, 1, most),
            (self.policy, 0, np.where(self.cells < 0, 1 + _ROUNDING, 0)),
            (self.policy.sum(1), 0, 1 + _ROUNDING),
            (self.value, 0, 1 + _ROUNDING),
            (self.value.sum(1), 1 - _ROUNDING, 1 + _ROUNDING),
        )
        return all(bool(((low <= one) & (one <= high)).all()) for one, low, high in ranges)


def _layout(size: int) -> dict[str, tuple[type[np.generic], int]]:
    """The arrays of a file for a board of so many cells, as `typed` takes them."""
    return {
        "cells": (np.int8, size),
        "to_move": (np.int8, 0),
        "left": (np.int8, 0),
        "policy": (np.float32, size),
        "value": (np.float32, 3),
        "exact": (np.bool_, 0),
    }
