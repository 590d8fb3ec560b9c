"""The share of a table's positions that each side wins, by the number of stones.

    python docs/experiments/shares.py FILE

Every position is counted, not one of each class: a row counts as often as its own stones have
images under the table's symmetries. This takes a tenth of a table's making, `kinrow table stats`
several times as long, as that plays every move.
"""

from __future__ import annotations

import sys

import numpy as np
from numpy.typing import NDArray

from kinrow.tables import UNREACHABLE, Table


def weights(table: Table, ply: int) -> NDArray[np.int64]:
    """How many images the own stones of each row have."""
    rows = table.classes(ply)
    keeping = np.zeros(len(rows), np.int64)
    for images in table.symmetries:
        image = np.zeros(len(rows), np.uint32)
        for cell, place in enumerate(images):
            image |= (rows >> np.uint32(cell) & np.uint32(1)) << np.uint32(place)
        keeping += image == rows
    return len(table.symmetries) // keeping


def counts(table: Table, ply: int) -> tuple[int, int, int]:
    """Positions of a ply that the side to move wins, draws and loses."""
    shape, weight = table.shapes[ply], weights(table, ply)
    won = drawn = lost = 0
    for number, (first, end) in enumerate(shape.blocks):
        values = table.block(ply, number).reshape(end - first, shape.length)
        some = weight[first:end]
        won += int(some @ (values > 0).sum(axis=1))
        drawn += int(some @ (values == 0).sum(axis=1))
        lost += int(some @ ((values < 0) & (values != UNREACHABLE)).sum(axis=1))
    return won, drawn, lost


def main(path: str) -> None:
    """Prints a line for each number of stones."""
    with Table(path, memory="1MiB") as table:
        print("stones  to move  left  positions  X wins  draw  O wins")
        for ply in range(table.last_ply + 1):
            won, drawn, lost = counts(table, ply)
            sign, left = table.rules.turn_at(ply)
            ends = (won, drawn, lost) if sign == "X" else (lost, drawn, won)
            total = max(1, sum(ends))
            shares = "  ".join(f"{100 * end / total:.2f} %" for end in ends)
            print(f"{ply}  {sign}  {left}  {sum(ends):,}  {shares}")


if __name__ == "__main__":
    main(sys.argv[1])
