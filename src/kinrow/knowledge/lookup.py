"""Thousands of boards looked up at once: a table for the environments' oracle."""

from __future__ import annotations

import os
import warnings
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, Protocol
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import NDArray

from kinrow import _core
from kinrow.knowledge.turned import forms
from kinrow.rules import Rules
from kinrow.runtime.folders import cache_folder
from kinrow.runtime.left_out import LeftOut
from kinrow.tables import Table, TableFileError, table_files, tabulate
from kinrow.tables.records import table_game
from kinrow.tables.tabulating import default_objective, tabulate_in_memory

Numbers = NDArray[np.int8]
Flags = NDArray[np.bool_]
Stones = NDArray[np.uint8]

ILLEGAL = -2
_NONE = -1  # the regret of an action that is not legal, in a file's look-up
_SPREAD = 16  # cells of a board whose table has a place in memory for each position: 80 MB
_SPREADS: WeakValueDictionary[str, _core.SpreadTable] = WeakValueDictionary()  # by digest


class Truths(NamedTuple):
    """What is known of many boards: int8 (boards,), (boards,) and (boards, cells).

    `value` (1 win, 0 draw, -1 loss) and `score` (in a majority game the margin) are for the side
    asked for, `optimal` is 1 for each action of the side to move that keeps its outcome.
    """

    value: Numbers
    score: Numbers
    optimal: Numbers


Regrets = tuple[Numbers, Flags]
"""What one action on each board gives away, 0, 1 or 2, and whether it is legal; 0 if not."""


class Lookup(Protocol):
    """What a table says of many boards at once."""

    def look_up(
        self,
        stones: Stones,
        to_move: Numbers,
        left: NDArray[np.int16],
        legal: Flags,
        sides: Numbers,
    ) -> Truths:
        """The truth of all boards, for one side of each.

        `stones` (boards, planes, cells) begins with the stones of the side to move and those of the
        other one; `to_move` and `left` (boards,) are that side and the stones left in its turn,
        `legal` (boards, cells) the legal actions, and `sides` (boards,) the sides asked for.
        """

    def regrets(self, actions: NDArray[np.int32]) -> Regrets:
        """What actions on the boards that were looked up last give away."""


class SpreadLookup:
    """A table with a place in memory for each position, for boards of up to 16 cells.

    >>> from kinrow.rules import game
    >>> table = SpreadLookup(table_for(game("1,3,2")))
    >>> stones, legal = np.zeros((1, 2, 3), np.uint8), np.ones((1, 3), np.bool_)
    >>> x = np.zeros(1, np.int8)
    >>> [array.tolist() for array in table.look_up(stones, x, np.ones(1, np.int16), legal, x)]
    [[1], [1], [[0, 1, 0]]]
    >>> table.regrets(np.array([2], np.int32))
    (array([1], dtype=int8), array([ True]))
    """

    def __init__(self, table: Table) -> None:
        self._core = _spread(table)
        self._regrets = np.empty(0, np.uint32)

    def look_up(
        self,
        stones: Stones,
        to_move: Numbers,
        left: NDArray[np.int16],
        legal: Flags,
        sides: Numbers,
    ) -> Truths:
        """As `Lookup` has it."""
        boards = len(to_move)
        truths = Truths(*(np.empty(shape, np.int8) for shape in (boards, boards, legal.shape)))
        self._regrets = np.empty(boards, np.uint32)
        self._core.look_up(stones, to_move, legal, sides, *truths, self._regrets)
        return truths

    def regrets(self, actions: NDArray[np.int32]) -> Regrets:
        """As `Lookup` has it."""
        given, legal = np.empty(len(actions), np.int8), np.empty(len(actions), np.bool_)
        self._core.judge(self._regrets, actions, given, legal)
        return given, legal


def _spread(table: Table) -> _core.SpreadTable:
    """The table in memory, once for all that use it."""
    spread = _SPREADS.get(table.sha256)
    if spread is None:
        spread = _core.SpreadTable(table_game(table.rules, table.objective))
        for ply in reversed(range(table.last_ply + 1)):
            spread.add(table.core_layer(ply), table.of_ply(ply))
        _SPREADS[table.sha256] = spread
    return spread


class FileLookup:
    """The same from the table's file, block by block, for larger boards."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._bits = (1 << np.arange(table.rules.size)).astype(np.uint32)
        self._regrets = np.empty((0, table.rules.size), np.int8)

    def look_up(
        self,
        stones: Stones,
        to_move: Numbers,
        left: NDArray[np.int16],
        legal: Flags,
        sides: Numbers,
    ) -> Truths:
        """As `Lookup` has it."""
        own, other = (stones[:, plane].astype(np.uint32) @ self._bits for plane in (0, 1))
        scores = self._values(own, other, to_move)
        boards, cells = np.nonzero(legal)
        after = self._values(own[boards] | self._bits[cells], other[boards], to_move[boards])
        turned = np.where(left[boards] > 1, np.int8(1), np.int8(-1))
        self._regrets = np.full(legal.shape, _NONE, np.int8)
        self._regrets[boards, cells] = np.sign(scores[boards]) - turned * np.sign(after)
        score = np.where(to_move == sides, scores, -scores)
        return Truths(np.sign(score), score, (self._regrets == 0).view(np.int8))

    def regrets(self, actions: NDArray[np.int32]) -> Regrets:
        """As `Lookup` has it."""
        boards, cells = self._regrets.shape
        given = self._regrets[np.arange(boards), np.clip(actions, 0, cells - 1)]
        legal = (actions >= 0) & (actions < cells) & (given != _NONE)
        return given * legal, legal

    def _values(
        self, own: NDArray[np.uint32], other: NDArray[np.uint32], to_move: Numbers
    ) -> Numbers:
        is_x = to_move == 0
        return self._table.values(np.where(is_x, own, other), np.where(is_x, other, own))


class FormLookup:
    """Boards of a game looked up in a table of another form of it, as `forms` has them.

    >>> from kinrow.rules import game
    >>> rules = game("3,1,2:begins=O")
    >>> inner = SpreadLookup(table_for(game("1,3,2")))
    >>> form = FormLookup(inner, game("1,3,2"), rules)
    >>> stones, legal = np.zeros((1, 2, 3), np.uint8), np.ones((1, 3), np.bool_)
    >>> o = np.ones(1, np.int8)
    >>> [array.tolist() for array in form.look_up(stones, o, np.ones(1, np.int16), legal, o)]
    [[1], [1], [[0, 1, 0]]]
    """

    def __init__(self, inner: Lookup, form: Rules, rules: Rules) -> None:
        cells = np.arange(rules.size, dtype=np.int32)
        is_turned = form.rows != rules.rows
        self._inner = inner
        # The cell of this game for each one of the form, and the other way about.
        self._own = cells.reshape(rules.rows, rules.cols).T.ravel() if is_turned else cells
        self._theirs = np.argsort(self._own).astype(np.int32)
        self._exchanged = np.int8(form.begins is not rules.begins)

    def look_up(
        self,
        stones: Stones,
        to_move: Numbers,
        left: NDArray[np.int16],
        legal: Flags,
        sides: Numbers,
    ) -> Truths:
        """As `Lookup` has it."""
        value, score, optimal = self._inner.look_up(
            np.take(stones, self._own, axis=2),
            to_move ^ self._exchanged,
            left,
            np.take(legal, self._own, axis=1),
            sides ^ self._exchanged,
        )
        return Truths(value, score, np.take(optimal, self._theirs, axis=1))

    def regrets(self, actions: NDArray[np.int32]) -> Regrets:
        """As `Lookup` has it."""
        last = len(self._theirs) - 1
        is_cell = (actions >= 0) & (actions <= last)
        theirs = self._theirs[np.clip(actions, 0, last)]
        return self._inner.regrets(np.where(is_cell, theirs, np.int32(-1)))


def lookup(rules: Rules) -> Lookup | None:
    """What looks up boards of this game; None if it has no table, and none can be made soon."""
    table = table_for(rules)
    if table is None:
        return None
    found = SpreadLookup(table) if rules.size <= _SPREAD else FileLookup(table)
    return found if table.rules == rules else FormLookup(found, table.rules, rules)


def table_for(rules: Rules) -> Table | None:
    """The user's own table of scores or margins; else, for up to 16 cells, one that is made.

    The user's may also be of the board turned by a quarter, or of the game that the other side
    begins: `lookup` finds boards in it. None for renju and caro, which have no tables. A damaged
    table of the user's is named in a warning. A table that is made is kept in the user's cache, and
    replaced if it is damaged; if the folder cannot be written to, the table is not kept.

    >>> from kinrow.rules import game
    >>> table_for(game("tictactoe")).rules.title, table_for(game("gomoku"))
    ('tictactoe', None)
    """
    if rules.special:
        return None
    kept = cache_folder() / f"{str(rules).replace(':', '-')}.table"
    for form, path in [*_users(rules), (rules, kept)]:
        try:
            table = Table(path)
        except (TableFileError, OSError) as error:
            if path is not kept:
                warnings.warn(LeftOut(path, error), stacklevel=2)
            continue
        if (table.rules, table.objective) == (form, default_objective(form)) and _is_sound(table):
            return table
        table.close()
    return _made(rules, kept) if rules.size <= _SPREAD else None


def _users(rules: Rules) -> list[tuple[Rules, Path]]:
    """The user's tables of a game in any form, those of the game itself first."""
    return [(form, path) for form in forms(rules) for path in table_files(form)]


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
        return tabulate_in_memory(rules)
