"""Thousands of boards looked up at once: a table for the environments' oracle."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from kinrow import _core
from kinrow.rules import Rules
from kinrow.runtime.conversion import core_game
from kinrow.runtime.folders import cache_folder
from kinrow.tables import Table, TableFileError, table_files, tabulate

Scores = NDArray[np.int8]
Flags = NDArray[np.bool_]
Stones = NDArray[np.uint8]
Truths = tuple[Scores, Scores, Scores]

ILLEGAL = -2
_SPREAD = 16  # cells of a board whose table is spread over all numbers of boards: 43 MB


class Lookup(Protocol):
    """What a table says of many boards at once."""

    def of_boards(
        self,
        stones: Stones,
        to_move: NDArray[np.int8],
        left: NDArray[np.int16],
        legal: Flags,
    ) -> Truths:
        """Scores of all boards, outcomes of all actions on them, and which of these are optimal.

        `stones` (boards, planes, cells) begins with the stones of the side to move and those of the
        other one; `to_move` and `left` (boards,) are that side and the stones left in its turn,
        `legal` (boards, cells) the legal actions. All is for the side to move: scores int8
        (boards,), outcomes int8 (boards, cells), 1, 0, -1 or ILLEGAL, and optimal int8
        (boards, cells), 1 for each action that keeps the outcome.
        """


class SpreadLookup:
    """A table spread over the numbers of all boards in base 3, for boards of up to 16 cells.

    >>> import numpy as np
    >>> from kinrow.rules import game
    >>> table = SpreadLookup(table_for(game("1,3,2")))
    >>> stones, legal = np.zeros((1, 2, 3), np.uint8), np.ones((1, 3), np.bool_)
    >>> table.of_boards(stones, np.zeros(1, np.int8), np.ones(1, np.int16), legal)[:2]
    (array([1], dtype=int8), array([[0, 1, 0]], dtype=int8))
    """

    def __init__(self, table: Table) -> None:
        self._core = _core.SpreadTable(core_game(table.rules))
        for ply in range(table.last_ply + 1):
            self._core.add(table.layer(ply), table.of_ply(ply))

    def of_boards(
        self,
        stones: Stones,
        to_move: NDArray[np.int8],
        left: NDArray[np.int16],
        legal: Flags,
    ) -> Truths:
        """As `Lookup` has it."""
        scores, actions = np.empty(len(to_move), np.int8), np.empty(legal.shape, np.int8)
        optimal = np.empty_like(actions)
        self._core.look_up(
            stones.reshape(-1),
            to_move,
            left,
            legal.view(np.uint8).reshape(-1),
            scores,
            actions.reshape(-1),
            optimal.reshape(-1),
        )
        return scores, actions, optimal


class FileLookup:
    """The same from the table's file, block by block, for larger boards."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._bits = (1 << np.arange(table.rules.size)).astype(np.uint32)

    def of_boards(
        self,
        stones: Stones,
        to_move: NDArray[np.int8],
        left: NDArray[np.int16],
        legal: Flags,
    ) -> Truths:
        """As `Lookup` has it."""
        own, other = (stones[:, plane].astype(np.uint32) @ self._bits for plane in (0, 1))
        scores = self._values(own, other, to_move)
        actions = np.full(legal.shape, ILLEGAL, np.int8)
        boards, cells = np.nonzero(legal)
        after = self._values(own[boards] | self._bits[cells], other[boards], to_move[boards])
        turned = np.where(left[boards] > 1, np.int8(1), np.int8(-1))
        actions[boards, cells] = turned * np.sign(after)
        return scores, actions, (actions == np.sign(scores)[:, None]).astype(np.int8)

    def _values(
        self, own: NDArray[np.uint32], other: NDArray[np.uint32], to_move: NDArray[np.int8]
    ) -> Scores:
        is_x = to_move == 0
        return self._table.values(np.where(is_x, own, other), np.where(is_x, other, own))


def lookup(rules: Rules) -> Lookup | None:
    """What looks up boards of this game; None if it has no table of scores, and is too large."""
    table = table_for(rules)
    if table is None:
        return None
    return SpreadLookup(table) if rules.size <= _SPREAD else FileLookup(table)


def table_for(rules: Rules) -> Table | None:
    """The user's own table of scores; else, for up to 16 cells, one that is made and kept.

    It is kept in the user's cache. A damaged file is made anew; if the folder cannot be written
    to, the table is not kept.

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
