"""The exact value of every position of a small game, worked out backwards, kept in a file.

Positions are base-3 numbers (0 empty, 1 the beginner, 2 the other; cell i weighs 3**i), the least
among those of all symmetries; values are scores for the side to move: the winner's empty cells + 1,
negative for a loss.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile

import numpy as np
from numpy.typing import NDArray

from kinrow.rules import Rules, symmetries
from kinrow.rules.geometry import guarded_lines
from kinrow.runtime.folders import cache_folder

Codes = NDArray[np.int64]
Values = NDArray[np.int8]

_LARGEST = 16  # cells
_MOST = 4_000_000  # positions up to symmetry
_CHUNK = 100_000
_FORMAT = "kinrow oracle table 1"


@dataclass(frozen=True, slots=True)
class ValueTable:
    """Codes in rising order, and the value of each."""

    rules: Rules
    codes: Codes
    values: Values


def tabulate(rules: Rules) -> ValueTable | None:
    """The table of a line game; None where the game has too many positions for one.

    >>> from kinrow.rules import game
    >>> table = tabulate(game("tictactoe"))
    >>> len(table.codes), int(table.codes[0]), int(table.values[0])  # the empty board is 0
    (765, 0, 0)
    >>> tabulate(game("gomoku")) is None
    True
    """
    if rules.objective != "line" or rules.size > _LARGEST:
        return None
    levels = _forward(rules)
    if levels is None:
        return None
    values = _backward(rules, levels)
    codes = np.concatenate([level.codes for level in levels])
    order = np.argsort(codes)
    return ValueTable(rules, codes[order], np.concatenate(values)[order])


@dataclass(slots=True)
class _Level:
    """The positions with so many stones, and the moves from them to the next level's."""

    codes: Codes
    finished: Values  # the score for the side to move where the game is over, else 0
    over: NDArray[np.bool_]
    parents: NDArray[np.int32]
    children: NDArray[np.int32]


def _forward(rules: Rules) -> list[_Level] | None:
    levels: list[_Level] = []
    codes, total = np.zeros(1, np.int64), 0
    for ply in range(rules.size + 1):
        total += len(codes)
        if total > _MOST:
            return None
        level = _judged(rules, codes, ply)
        levels.append(level)
        found = [*_moves(rules, level, ply)]
        if not found:
            break
        level.parents = np.concatenate([parents for parents, _ in found])
        codes, children = np.unique(
            np.concatenate([children for _, children in found]), return_inverse=True
        )
        level.children = children.astype(np.int32)
    return levels


def _judged(rules: Rules, codes: Codes, ply: int) -> _Level:
    over = np.full(len(codes), ply == rules.size)
    finished = np.zeros(len(codes), np.int8)
    if ply:
        mover, to_move = rules.turn_at(ply - 1)[0], rules.turn_at(ply)[0]
        won = np.concatenate([_lined(rules, part, ply) for part in _digit_chunks(rules, codes)])
        winner = mover.other if rules.misere else mover
        sign = 1 if winner is to_move else -1
        finished[won] = sign * (rules.size - ply + 1)
        over |= won
    nothing = np.zeros(0, np.int32)
    return _Level(codes, finished, over, nothing, nothing)


def _lined(rules: Rules, digits: NDArray[np.int64], ply: int) -> NDArray[np.bool_]:
    """Where the last mover has a line."""
    own = digits == _digit(rules, ply - 1)
    found = np.zeros(len(digits), np.bool_)
    for line, guards in guarded_lines(rules):
        made = own[:, list(line)].all(axis=1)
        if guards:
            made &= ~own[:, list(guards)].any(axis=1)
        found |= made
    return found


def _moves(rules: Rules, level: _Level, ply: int) -> Iterator[tuple[NDArray[np.int32], Codes]]:
    """Parents (places in the level) and canonical codes of their children, part by part."""
    going_on = np.flatnonzero(~level.over).astype(np.int32)
    stone = _digit(rules, ply)
    for start in range(0, len(going_on), _CHUNK):
        parents = going_on[start : start + _CHUNK]
        digits = digits_of(rules, level.codes[parents])
        for cell in range(rules.size):
            free = digits[:, cell] == 0
            child = digits[free]
            child[:, cell] = stone
            yield parents[free], canonical(rules, child)


def _backward(rules: Rules, levels: list[_Level]) -> list[Values]:
    values: list[Values] = []
    later: Values | None = None
    for ply in range(len(levels) - 1, -1, -1):
        level = levels[ply]
        value = level.finished
        if later is not None and len(level.parents):
            same = rules.turn_at(ply)[0] is rules.turn_at(ply + 1)[0]
            best = np.full(len(value), -128, np.int8)
            np.maximum.at(best, level.parents, (later if same else -later)[level.children])
            value = np.where(level.over, value, best)
        values.append(value)
        later = value
    return values[::-1]


def _digit(rules: Rules, ply: int) -> int:
    return 1 if rules.turn_at(ply)[0] is rules.begins else 2


def digits_of(rules: Rules, codes: Codes) -> NDArray[np.int64]:
    """The boards of these codes, int64 (boards, cells)."""
    digits: NDArray[np.int64] = codes[:, None] // 3 ** np.arange(rules.size) % 3
    return digits


def canonical(rules: Rules, digits: NDArray[np.int64]) -> Codes:
    """The least code among the symmetries of each board."""
    weights = np.array([[3**at for at in turn] for turn in symmetries(rules.rows, rules.cols)])
    codes: Codes = digits @ weights[0]
    for weight in weights[1:]:
        np.minimum(codes, digits @ weight, out=codes)
    return codes


def _digit_chunks(rules: Rules, codes: Codes) -> Iterator[NDArray[np.int64]]:
    for start in range(0, len(codes), _CHUNK):
        yield digits_of(rules, codes[start : start + _CHUNK])


def cached(rules: Rules, folder: Path | None = None) -> ValueTable | None:
    """The table from the user's cache folder, or a new one put there; None as for `tabulate`.

    A file whose checksum does not fit is written anew; a folder that cannot be written to is no
    error.
    """
    if rules.objective != "line" or rules.size > _LARGEST:
        return None
    path = (folder or cache_folder()) / f"oracle-{str(rules).replace(':', '-')}.table"
    table = _load(rules, path)
    if table is None:
        table = tabulate(rules)
        if table is not None:
            _save(table, path)
    return table


def _save(table: ValueTable, path: Path) -> None:
    payload = table.codes.astype("<i8").tobytes() + table.values.tobytes()
    header = {
        "format": _FORMAT,
        "rules": str(table.rules),
        "positions": len(table.codes),
        "sha256": hashlib.sha256(payload).hexdigest(),
    }
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as file:
            file.write(json.dumps(header).encode() + b"\n" + payload)
        os.replace(file.name, path)
    except OSError:
        return


def _load(rules: Rules, path: Path) -> ValueTable | None:
    try:
        with path.open("rb") as file:
            header = json.loads(file.readline(1000))
            payload = file.read()
        count = header["positions"]
        good = (
            header["format"] == _FORMAT
            and header["rules"] == str(rules)
            and header["sha256"] == hashlib.sha256(payload).hexdigest()
            and len(payload) == 9 * count
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None
    if not good:
        return None
    codes = np.frombuffer(payload, "<i8", count).astype(np.int64)
    return ValueTable(rules, codes, np.frombuffer(payload, np.int8, count, 8 * count))
