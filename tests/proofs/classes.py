"""Classes of boards by brute force: a position on some of the boards that contain the window."""

from __future__ import annotations

from tests.proofs.adversary import Truth
from tests.proofs.minimax import minimax

from kinrow.reference.check import Header, members

Pads = tuple[int, int, int, int]  # rows above and below, columns left and right


def embedded(header: Header, pads: Pads) -> Header:
    """A board of the class: the window with so many rows and columns around it."""
    above, below, left, right = pads
    rows, cols = header.rows + above + below, header.cols + left + right
    return header._replace(rows=rows, cols=cols, cells="." * (rows * cols), larger=())


def carried(header: Header, pads: Pads, cells: int) -> int:
    """A set of the window's cells, on that board."""
    cols = header.cols + pads[2] + pads[3]
    found = 0
    for cell in members(cells):
        row, col = divmod(cell, header.cols)
        found |= 1 << (row + pads[0]) * cols + col + pads[2]
    return found


def truth_on(header: Header, boards: tuple[Pads, ...]) -> Truth:
    """The least value for P on these boards of the class: what is claimed cannot be more."""
    values = [(pads, minimax(embedded(header, pads))) for pads in boards]

    def truth(mine: int, theirs: int, my_turn: bool, left: int) -> int:
        return min(
            value(carried(header, pads, mine), carried(header, pads, theirs), my_turn, left)
            for pads, value in values
        )

    return truth
