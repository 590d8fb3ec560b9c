"""The best moves, by asking any of the searches for the value of each move."""

from __future__ import annotations

from typing import Protocol

from kinrow.rules import Cell, Objective, PositionLike, as_position
from kinrow.textbook.answer import SearchResult
from kinrow.textbook.memo_alphabeta import alphabeta_memo


class SearchFunction(Protocol):
    """Any of the four searches of this package."""

    def __call__(self, position: PositionLike, objective: Objective = ...) -> SearchResult:
        """The value of a position for its side to move, and what it cost."""


def move_values(
    position: PositionLike,
    objective: Objective = "outcome",
    search: SearchFunction = alphabeta_memo,
) -> dict[Cell, int]:
    """What each legal move is worth to the side to move; empty once the game is over.

    >>> from kinrow.rules import game
    >>> values = move_values(game("tictactoe").parse("XOX/OXO/..."), "score")
    >>> {str(move): value for move, value in values.items()}
    {'a3': 3, 'b3': 1, 'c3': 3}
    """
    position = as_position(position)
    values = {}
    for move in position.legal_moves:
        child = position.play(move)
        value = search(child, objective).value
        values[move] = value if child.to_move is position.to_move else -value
    return values


def best_moves(
    position: PositionLike,
    objective: Objective = "outcome",
    search: SearchFunction = alphabeta_memo,
) -> tuple[Cell, ...]:
    """Every move that keeps the position's value, row by row.

    >>> from kinrow.rules import game
    >>> [str(move) for move in best_moves(game("tictactoe").replay("a1"))]
    ['b2']
    """
    values = move_values(position, objective, search)
    best = max(values.values(), default=0)
    return tuple(move for move, value in values.items() if value == best)
