"""Game tree search as the textbooks have it: readable Python on the reference rules."""

from __future__ import annotations

from kinrow.textbook.alphabeta import alphabeta
from kinrow.textbook.alphabeta_memo import alphabeta_memo
from kinrow.textbook.answer import Answer
from kinrow.textbook.minimax import minimax
from kinrow.textbook.minimax_memo import minimax_memo
from kinrow.textbook.moves import Search, best_moves, move_values
from kinrow.textbook.ordering import by_lines
from kinrow.textbook.trace import Node, Trace, Tree
from kinrow.textbook.worth import INFINITY, worth

__all__ = [
    "INFINITY",
    "Answer",
    "Node",
    "Search",
    "Trace",
    "Tree",
    "alphabeta",
    "alphabeta_memo",
    "best_moves",
    "by_lines",
    "minimax",
    "minimax_memo",
    "move_values",
    "worth",
]
