"""What a side threatens: lines that its next turn can complete, and threes that become open fours.

Written to be read, on the lines of the board alone; the core has its own for searches.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from kinrow.rules.bans import ban
from kinrow.rules.cell import Cell
from kinrow.rules.geometry import board_cells, guarded_lines, rays
from kinrow.rules.position import Position
from kinrow.rules.rules import Rules
from kinrow.rules.sign import Sign


@dataclass(frozen=True, slots=True)
class Threat:
    """A threat of one side: its stones, and the empty cells that it is about.

    - "four": a line of which no more cells are empty than the side places in its next turn.
    - "three": of k + 1 cells in a row, both ends are empty, and one stone between them, which the
      rules allow, leaves two cells that complete a line each, of which the other side can stop
      only one. Games with one stone per turn have such threats.
    """

    kind: Literal["four", "three"]
    sign: Sign
    stones: tuple[Cell, ...]
    gaps: tuple[Cell, ...]


def threats(position: Position) -> list[Threat]:
    """The threats of both sides in an unfinished game; none if a line does not win.

    >>> from kinrow.rules import game
    >>> found = threats(game("9,9,5").replay("e5 a1 e4 b1 e3 c1"))
    >>> [(each.kind, str(each.sign), [str(cell) for cell in each.gaps]) for each in found]
    [('three', 'X', ['e1', 'e2', 'e6']), ('three', 'X', ['e2', 'e6', 'e7'])]
    """
    rules = position.rules
    if position.finished or rules.objective != "line" or rules.misere:
        return []
    return [*_fours(position), *_threes(position)]


def stops(position: Position) -> set[Cell]:
    """The cells that each stop all fours of the side not to move; empty if it has none.

    In caro that can be a cell beyond a four, if the cell beyond its other end is taken already. For
    games with one stone per turn.

    >>> from kinrow.rules import game
    >>> [str(cell) for cell in stops(game("9,9,5").replay("a1 e5 a2 d5 a3 c5 a4"))]
    ['a5']
    >>> sorted(map(str, stops(game("9,9,5:caro").replay("e5 i5 f5 a8 g5 c9 h5"))))
    ['c5', 'd5']
    """
    spots = board_cells(position.rules.rows, position.rules.cols)
    against = [
        {*_gap(position, line), *_closing(position, guards)}
        for line, guards, sign in _lines_of_fours(position)
        if sign is not position.to_move
    ]
    return {spots[at] for at in set.intersection(*against)} if against else set()


def _gap(position: Position, line: tuple[int, ...]) -> Iterator[int]:
    return (at for at in line if position.cells[at] == ".")


def _closing(position: Position, guards: tuple[int, ...]) -> Iterator[int]:
    """In caro, the cell that closes a line of the side not to move, if the other end is closed."""
    marks = sorted(position.cells[at] for at in guards)
    if position.rules.caro and marks == [".", str(position.to_move)]:
        yield next(at for at in guards if position.cells[at] == ".")


def _fours(position: Position) -> Iterator[Threat]:
    for line, _, sign in _lines_of_fours(position):
        yield _threat("four", sign, position, line)


def _lines_of_fours(position: Position) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], Sign]]:
    """Each line of a four, with the cells beyond its ends and the side whose four it is."""
    cells = position.cells
    for line, guards in guarded_lines(position.rules):
        marks = [cells[at] for at in line]
        for sign in Sign:
            placed = marks.count(sign)
            most = position.left if sign is position.to_move else position.rules.stones
            open_ = placed + marks.count(".") == len(line)
            if not open_ or not 0 < len(line) - placed <= most:
                continue
            if _counts(position.rules, cells, guards, sign):
                yield line, guards, sign


def _counts(rules: Rules, cells: str, guards: tuple[int, ...], sign: Sign) -> bool:
    """Whether a line with these cells beyond its ends, once complete, would count."""
    if rules.exact_for(sign) and any(cells[at] == sign for at in guards):
        return False
    return not (rules.caro and len(guards) == 2 and all(cells[at] == sign.other for at in guards))


def _threes(position: Position) -> Iterator[Threat]:
    rules, cells = position.rules, position.cells
    if rules.stones != 1 or position.left != 1 or rules.k < 3:
        return
    for sign in Sign:
        for ray in rays(rules.rows, rules.cols):
            if sum(cells[at] == sign for at in ray) >= rules.k - 2:
                for window in _open_windows(rules, cells, ray, sign):
                    if _may_fill(rules, cells, window, sign):
                        yield _threat("three", sign, position, window)


def _open_windows(
    rules: Rules, cells: str, ray: tuple[int, ...], sign: Sign
) -> Iterator[tuple[int, ...]]:
    """The k + 1 cells in a row whose ends are empty, with one gap among stones between them."""
    wide = rules.k + 1
    for at in range(len(ray) - wide + 1):
        window = ray[at : at + wide]
        first, *inner, last = (cells[index] for index in window)
        if first != "." or last != "." or inner.count(sign) != len(inner) - 1 or "." not in inner:
            continue
        beyond = {cells[ray[side]] for side in (at - 1, at + wide) if 0 <= side < len(ray)}
        too_long = rules.exact_for(sign) and sign in beyond
        # In caro the other side's answer at the one end closes the line to the other end, too.
        if not too_long and not (rules.caro and sign.other in beyond):
            yield window


def _may_fill(rules: Rules, cells: str, window: tuple[int, ...], sign: Sign) -> bool:
    """Whether the stone that makes the four is allowed, as things are."""
    if not rules.renju or sign is not rules.begins:
        return True
    return all(ban(rules, cells, at) is None for at in window[1:-1] if cells[at] == ".")


def _threat(
    kind: Literal["four", "three"], sign: Sign, position: Position, line: tuple[int, ...]
) -> Threat:
    spots = board_cells(position.rules.rows, position.rules.cols)
    return Threat(
        kind,
        sign,
        tuple(spots[at] for at in line if position.cells[at] == sign),
        tuple(spots[at] for at in line if position.cells[at] == "."),
    )
