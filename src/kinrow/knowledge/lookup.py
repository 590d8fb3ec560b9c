"""Thousands of boards looked up at once: a table for the environments' oracle."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from kinrow.rules import Rules
from kinrow.runtime.conversion import SIGNS
from kinrow.runtime.folders import cache_folder
from kinrow.tables import Table, TableFileError, table_files, tabulate

Scores = NDArray[np.int8]
Flags = NDArray[np.bool_]
Stones = NDArray[np.uint8]

ILLEGAL = -2
_SPREAD = 16  # cells of a board whose table is spread over all numbers of boards: 43 MB


class Lookup(Protocol):
    """Scores of many boards, and of every action on them."""

    def of_boards(
        self,
        own: Stones,
        other: Stones,
        to_move: NDArray[np.int8],
        left: NDArray[np.int16],
        legal: Flags,
    ) -> tuple[Scores, Scores]:
        """Scores of all boards, int8 (boards,), and outcomes of all actions, int8 (boards, cells).

        `own` and `other` (boards, cells) are the stones of the side to move and of the other one,
        `to_move` and `left` (boards,) that side and the stones left in its turn, `legal`
        (boards, cells) the legal actions. Scores are for the side to move. Outcomes are 1, 0 or
        -1, or ILLEGAL.
        """


class SpreadTable:
    """A table spread over the numbers of all boards in base 3, for boards of up to 16 cells.

    >>> import numpy as np
    >>> from kinrow.rules import game
    >>> table = SpreadTable(table_for(game("1,3,2")))
    >>> empty, all_cells = np.zeros((1, 3), np.uint8), np.ones((1, 3), np.bool_)
    >>> table.of_boards(empty, empty, np.zeros(1, np.int8), np.ones(1, np.int16), all_cells)
    (array([1], dtype=int8), array([[0, 1, 0]], dtype=int8))
    """

    def __init__(self, table: Table) -> None:
        self._first = SIGNS.index(table.rules.begins)
        self._weights = 3 ** np.arange(table.rules.size)
        self._scores = np.zeros(3**table.rules.size, np.int8)
        for ply in range(table.last_ply + 1):
            table.layer(ply).spread(table.of_ply(ply), self._scores)

    def of_boards(
        self,
        own: Stones,
        other: Stones,
        to_move: NDArray[np.int8],
        left: NDArray[np.int16],
        legal: Flags,
    ) -> tuple[Scores, Scores]:
        """As `Lookup` has it."""
        stone = np.where(to_move == self._first, 1, 2)
        numbers = own @ self._weights * stone + other @ self._weights * (3 - stone)
        # If a cell is taken, the number is of no board, but it is in range once it is clipped.
        after = numbers[:, None] + stone[:, None] * self._weights
        actions = self._scores.take(after, mode="clip")
        return self._scores[numbers], outcomes(actions, left, legal)


class FileLookup:
    """The same from the table's file, block by block, for larger boards."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._bits = (1 << np.arange(table.rules.size)).astype(np.uint32)

    def of_boards(
        self,
        own: Stones,
        other: Stones,
        to_move: NDArray[np.int8],
        left: NDArray[np.int16],
        legal: Flags,
    ) -> tuple[Scores, Scores]:
        """As `Lookup` has it."""
        sets = own.astype(np.uint32) @ self._bits, other.astype(np.uint32) @ self._bits
        scores = self._values(*sets, to_move)
        actions = np.zeros(legal.shape, np.int8)
        boards, cells = np.nonzero(legal)
        after = sets[0][boards] | self._bits[cells], sets[1][boards]
        actions[boards, cells] = self._values(*after, to_move[boards])
        return scores, outcomes(actions, left, legal)

    def _values(
        self, own: NDArray[np.uint32], other: NDArray[np.uint32], to_move: NDArray[np.int8]
    ) -> Scores:
        is_x = to_move == 0
        return self._table.values(np.where(is_x, own, other), np.where(is_x, other, own))


def outcomes(scores: Scores, left: NDArray[np.int16], legal: Flags) -> Scores:
    """Outcomes for whoever acts, from the scores for whoever is to move afterwards.

    >>> import numpy as np
    >>> outcomes(np.array([[3, 0, -2]], np.int8), np.array([1]), np.array([[True, True, False]]))
    array([[-1,  0, -2]], dtype=int8)
    """
    found = np.sign(scores)
    found[left <= 1] *= -1
    found[~legal] = ILLEGAL
    return found


def lookup(rules: Rules) -> Lookup | None:
    """What looks up boards of this game; None if it has no table of scores, and is too large."""
    table = table_for(rules)
    if table is None:
        return None
    return SpreadTable(table) if rules.size <= _SPREAD else FileLookup(table)


def table_for(rules: Rules) -> Table | None:
    """The user's own table of scores; else, for up to 16 cells, one that is made and kept.

    It is kept in the user's cache. A damaged file is made anew, and a folder that cannot be
    written to is no error.

    >>> from kinrow.rules import game
    >>> table_for(game("tictactoe")).rules.title, table_for(game("gomoku"))
    ('tictactoe', None)
    """
    if rules.objective != "line":
        return None
    kept = cache_folder() / f"{str(rules).replace(':', '-')}.table"
    for path in (*table_files(rules), kept):
        try:
            table = Table(path)
        except (TableFileError, OSError):
            continue
        if (table.rules, table.objective) == (rules, "score") and _is_sound(table):
            return table
    return _made(rules, kept) if rules.size <= _SPREAD else None


def _is_sound(table: Table) -> bool:
    """Whether a small table is whole; of a large one each block is checked when it is read."""
    if table.rules.size > _SPREAD:
        return True
    try:
        for ply in range(table.last_ply + 1):
            table.layer(ply)
            table.of_ply(ply)
    except (TableFileError, OSError):
        return False
    return True


def _made(rules: Rules, path: Path) -> Table:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=path.parent, prefix=".") as folder:
            tabulate(rules, Path(folder, "a.table")).close()
            os.replace(Path(folder, "a.table"), path)
            return Table(path)
    except OSError:
        with TemporaryDirectory() as folder:
            # The file stays readable once its folder is gone.
            return tabulate(rules, Path(folder, "a.table"))
