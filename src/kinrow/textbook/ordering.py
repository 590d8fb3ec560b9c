"""Move ordering: row by row, or cells on more lines first."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from kinrow.rules import Cell, Position, Rules, lines_through
from kinrow.rules.geometry import GAMES


def by_rows(position: Position) -> Sequence[Cell]:
    """The legal moves row by row, as the position has them.

    >>> from kinrow.rules import game
    >>> by_rows(game("1,3,2").start())
    Moves('a1 b1 c1')
    """
    return position.legal_moves


def by_lines(position: Position) -> list[Cell]:
    """The legal moves, those on the most lines first; ties row by row.

    >>> from kinrow.rules import game
    >>> [str(move) for move in by_lines(game("tictactoe").replay("a1"))]
    ['b2', 'c1', 'a3', 'c3', 'b1', 'a2', 'c2', 'b3']
    """
    lines_at = _lines_at(position.rules)
    return sorted(position.legal_moves, key=lines_at.__getitem__, reverse=True)


@lru_cache(GAMES)
def _lines_at(rules: Rules) -> dict[Cell, int]:
    return {
        Cell(*divmod(index, rules.cols)): len(through)
        for index, through in enumerate(lines_through(rules))
    }
