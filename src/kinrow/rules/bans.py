"""What renju forbids the first player: overlines, two fours, two threes at once.

Written from the definitions, to be read; the core has its own for searches. With k = 5 these are
the rules of the Renju International Federation, chapter 9; for other k the lengths differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from kinrow.rules.geometry import GAMES, GuardedLine, Line, guarded_lines

if TYPE_CHECKING:
    from kinrow.rules.rules import Rules

Ban = Literal["overline", "four", "three"]
"""Why a cell is forbidden: more than k in a row, a double four, or a double three."""

_Four = frozenset[int]
"""k - 1 stones that one more stone makes exactly k in a row."""


def ban(rules: Rules, cells: str, index: int) -> Ban | None:
    """Why the player who begins may not play on an empty cell; None if it is allowed.

    - A stone that completes exactly k in a row wins, whatever else it makes.
    - A four is k - 1 stones to which one more makes exactly k in a row; it is straight if there are
      two such places. Two fours at once are forbidden, in one row, too.
    - A three is k - 2 stones which one more stone makes a straight four, without making k in a row,
      on a cell that is not forbidden itself then. Two threes at once are forbidden.

    >>> from kinrow.rules import game
    >>> cross = game("7,7,5:renju").parse("OO...../.OO..../3X3/3X3/1XX4/7/7")
    >>> ban(cross.rules, cross.cells, 31), ban(cross.rules, cross.cells, 30)
    ('three', None)
    """
    black = str(rules.begins)
    if not _crowded(rules, cells, index):
        return None
    placed = _placed(cells, index, black)
    rows = _rows(rules, placed, index)
    if rows:
        return "overline" if all(rows) else None
    if len(set(_fours(rules, placed, index))) > 1:
        return "four"
    return "three" if len(set(_threes(rules, placed, index))) > 1 else None


def allowed(rules: Rules, cells: str) -> Iterator[int]:
    """The empty cells that are not forbidden to the player who begins, in their order.

    >>> from kinrow.rules import game
    >>> list(allowed(game("1,4,4:renju"), "X..O"))
    [1, 2]
    """
    return (at for at, sign in enumerate(cells) if sign == "." and ban(rules, cells, at) is None)


def _rows(rules: Rules, cells: str, index: int) -> list[bool]:
    """For each k in a row that the stone on a cell is part of, whether the row is longer."""
    black = cells[index]
    return [
        any(cells[at] == black for at in guards)
        for line, guards in _guarded_through(rules)[index]
        if [cells[at] for at in line].count(black) == rules.k
    ]


def _fours(rules: Rules, cells: str, index: int) -> Iterator[_Four]:
    """The fours that the stone on a cell belongs to; a straight one comes twice."""
    black = cells[index]
    for line, guards in _guarded_through(rules)[index]:
        signs = [cells[at] for at in line]
        if signs.count(black) != rules.k - 1 or "." not in signs:
            continue
        if all(cells[at] != black for at in guards):
            yield frozenset(at for at in line if cells[at] == black)


def _threes(rules: Rules, cells: str, index: int) -> Iterator[frozenset[int]]:
    """The threes that the stone on a cell belongs to."""
    for more in _fourths(rules, cells, index):
        placed = _placed(cells, more, cells[index])
        fours = list(_fours(rules, placed, more))
        straight = {four for four in fours if fours.count(four) == 2 and index in four}
        if not straight or not all(_rows(rules, placed, more)):
            continue
        if ban(rules, cells, more) is None:
            yield from (four - {more} for four in straight)


def _fourths(rules: Rules, cells: str, index: int) -> set[int]:
    """The cells on which a straight four may arise: empty in two lines that want for two stones."""
    gaps: list[int] = []
    for line, _ in _guarded_through(rules)[index]:
        signs = [cells[at] for at in line]
        if signs.count(cells[index]) == rules.k - 2 and signs.count(".") == 2:
            gaps += [at for at in line if cells[at] == "."]
    return {at for at in gaps if gaps.count(at) > 1}


def _placed(cells: str, index: int, sign: str) -> str:
    return cells[:index] + sign + cells[index + 1 :]


def _crowded(rules: Rules, cells: str, index: int) -> bool:
    """Whether enough stones are near for a ban: two threes share one, two fours in a row more."""
    black = str(rules.begins)
    needed = min(2 * (rules.k - 3), rules.k - 1)
    return [cells[at] for at in _neighbours(rules)[index]].count(black) >= needed


@lru_cache(GAMES)
def _guarded_through(rules: Rules) -> tuple[tuple[GuardedLine, ...], ...]:
    """For each cell, the lines through it with the cells beyond their ends."""
    through: list[list[GuardedLine]] = [[] for _ in range(rules.size)]
    for line, guards in guarded_lines(rules):
        for at in line:
            through[at].append((line, guards))
    return tuple(map(tuple, through))


@lru_cache(GAMES)
def _neighbours(rules: Rules) -> tuple[Line, ...]:
    """For each cell, the other cells of the lines through it."""
    return tuple(
        tuple({at for line, _ in lines for at in line} - {index})
        for index, lines in enumerate(_guarded_through(rules))
    )
