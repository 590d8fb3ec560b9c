"""A line of play in the form that analysis boards read: a series of INFO lines."""

from __future__ import annotations

from collections.abc import Iterator

from kinrow.arena.board import BrainBoard
from kinrow.players.alphabeta import SearchLine


def report(number: int, count: int, line: SearchLine, board: BrainBoard) -> Iterator[str]:
    """The report of line `number`, from 0, of so many.

    >>> from kinrow.rules import Cell
    >>> for text in report(0, 3, SearchLine(4, 25, 900, (Cell(7, 8),)), BrainBoard(15, 15)):
    ...     print(text)
    INFO PV 0
    INFO NUMPV 3
    INFO DEPTH 4
    INFO EVAL 25
    INFO NODES 900
    INFO BESTLINE 8,7
    INFO PV DONE
    """
    yield f"INFO PV {number}"
    yield f"INFO NUMPV {count}"
    yield f"INFO DEPTH {line.depth}"
    yield f"INFO EVAL {line.score}"
    yield f"INFO NODES {line.nodes}"
    yield f"INFO BESTLINE {' '.join(board.text(cell) for cell in line.moves)}"
    yield "INFO PV DONE"
