"""Game tree search as in the textbooks: readable Python on the reference rules."""

from __future__ import annotations

from kinrow.textbook.answer import SearchResult
from kinrow.textbook.leaf import INFINITY, utility
from kinrow.textbook.memo_alphabeta import alphabeta_memo
from kinrow.textbook.memo_minimax import minimax_memo
from kinrow.textbook.moves import SearchFunction, best_moves, move_values
from kinrow.textbook.ordering import by_lines, by_rows
from kinrow.textbook.plain_alphabeta import alphabeta
from kinrow.textbook.plain_minimax import minimax
from kinrow.textbook.trace import Node, SearchTree, Trace

__all__ = [
    "INFINITY",
    "Node",
    "SearchFunction",
    "SearchResult",
    "SearchTree",
    "Trace",
    "alphabeta",
    "alphabeta_memo",
    "best_moves",
    "by_lines",
    "by_rows",
    "minimax",
    "minimax_memo",
    "move_values",
    "utility",
]
