"""Samples: positions with the move and the value that a search found, and how the game ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from kinrow.learning.cells import cells_of
from kinrow.learning.folder import arrays_in, typed, write_arrays
from kinrow.rules import KinrowError, Rules, game
from kinrow.rules.sentence import Sentence

_SURE = 30_000  # no score is beyond it
_HELD_OUT = 10  # of so many games one

FORCED = 20_000
"""Scores beyond this are wins and losses that the engine's search has seen."""

UNKNOWN = -2
"""The result of a game that says nothing about a position, because a random move came later."""


@dataclass(frozen=True, slots=True)
class Samples:
    """N positions of one game, in the order of play.

    - `cells`: (N, cells) int8, the sign on each cell: 0 X, 1 O, -1 empty;
    - `to_move`: (N,) int8, 0 X or 1 O;
    - `move`: (N,) int16, the cell that the search chose;
    - `score`: (N,) int16, its value for the side to move, in the engine's unit;
    - `exact`: (N,) bool, whether that value is a win that was followed to its end;
    - `result`: (N,) int8, how the game ended for the side to move: 1, 0, -1, or UNKNOWN;
    - `number`: (N,) int32, the number of the game.

    >>> Samples.gather(game("tictactoe"), []).cells.shape
    (0, 9)
    """

    rules: Rules
    cells: NDArray[np.int8]
    to_move: NDArray[np.int8]
    move: NDArray[np.int16]
    score: NDArray[np.int16]
    exact: NDArray[np.bool_]
    result: NDArray[np.int8]
    number: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.move)

    @classmethod
    def gather(cls, rules: Rules, rows: Sequence[tuple[Any, ...]]) -> Self:
        """Of rows in the order of the fields; cells as the core writes them, "X", "O" or "."."""
        cells = cells_of((row[0] for row in rows), rules.size)
        columns = list(zip(*rows, strict=True))[1:] or [()] * 6
        types = (np.int8, np.int16, np.int16, np.bool_, np.int8, np.int32)
        return cls(rules, cells, *(np.array(c, t) for c, t in zip(columns, types, strict=True)))

    @classmethod
    def joined(cls, parts: Sequence[Samples]) -> Self:
        """Several samples of one game as one."""
        first = parts[0]
        assert all(part.rules == first.rules for part in parts)
        names = [field.name for field in fields(cls)][1:]
        return cls(first.rules, *(np.concatenate([getattr(p, n) for p in parts]) for n in names))

    @property
    def held_out(self) -> NDArray[np.bool_]:
        """(N,) every tenth game, which fits leave out to be measured by it.

        >>> none = Samples.gather(game("tictactoe"), [])
        >>> none.held_out.tolist()
        []
        """
        held: NDArray[np.bool_] = self.number % _HELD_OUT == _HELD_OUT - 1
        return held

    def where(self, chosen: NDArray[np.bool_]) -> Self:
        """Only the positions with True in `chosen`, (N,)."""
        names = [field.name for field in fields(self)][1:]
        return type(self)(self.rules, *(getattr(self, name)[chosen] for name in names))

    def write(self, path: Path) -> None:
        """Writes a file of NumPy's (.npz), whole or not at all."""
        names = [field.name for field in fields(self)][1:]
        arrays = {name: getattr(self, name) for name in names}
        write_arrays(path, arrays | {"rules": str(self.rules)}, compressed=True)

    @classmethod
    def read(cls, path: Path, rules: Rules, numbers: Sequence[int]) -> Self:
        """Reads the games of these numbers; raises KinrowError if the file is damaged, has what no
        game has, or other games."""
        with arrays_in(path) as stored:
            if game(str(stored["rules"])) != rules:
                raise KinrowError(
                    Sentence("learn.samples", path=path, found=stored["rules"], game=str(rules))
                )
            found = cls(rules, *typed(stored, _layout(rules.size)))
            if not found._possible() or {*found.number.tolist()} != {*numbers}:
                raise ValueError
            return found

    def _possible(self) -> bool:
        """Whether the numbers are such as games have: fits take them for places in tables."""
        ranges = (
            (self.cells, -1, 1),
            (self.to_move, 0, 1),
            (self.move, 0, self.rules.size - 1),
            (self.score, -_SURE, _SURE),
            (self.result, UNKNOWN, 1),
        )
        return all(((low <= one) & (one <= high)).all() for one, low, high in ranges) and bool(
            (self.cells[np.arange(len(self)), self.move] == -1).all()
        )


def _layout(size: int) -> dict[str, tuple[type[np.generic], int]]:
    """The arrays of a file for a board of so many cells, as `typed` takes them."""
    return {
        "cells": (np.int8, size),
        "to_move": (np.int8, 0),
        "move": (np.int16, 0),
        "score": (np.int16, 0),
        "exact": (np.bool_, 0),
        "result": (np.int8, 0),
        "number": (np.int32, 0),
    }
