"""Gomoku: does a player win after a first move and, if there is one, a reply to it?

    python docs/experiments/first_moves.py a1 --reply h8 --answers a15,o8 --seconds 120

With a reply the question is whether the second player wins, which shows that the first move loses;
without, whether the first player does. Each answer is searched alone, by one lambda search after
the other in one table. The moves to try first are those of the strategy that comes with kinrow:
with a reply, the colours exchanged and the first stone added; without, moved to the first stone.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from time import monotonic

from kinrow import _core
from kinrow.rules import Cell, Position, game, symmetries
from kinrow.runtime.conversion import SIGNS, cell_of, core_game, core_position, index_of
from kinrow.runtime.limits import bytes_of
from kinrow.runtime.waiting import Deadline, wait_for
from kinrow.strategies import read_strategy
from kinrow.strategies.file import Entry
from kinrow.strategies.shelf import SHIPPED

GOMOKU = game("gomoku")
COLS = GOMOKU.cols
STRATEGY = SHIPPED / "15-15-5.strategy"
ENDLESS = 1 << 40


def shifted(cells: int, down: int, right: int) -> int | None:
    """A set of cells so many rows and columns on; None if one of them leaves the board.

    >>> shifted(0b1, 1, 2) == 1 << 17, shifted(0b1, -1, 0)
    (True, None)
    """
    moved = 0
    for cell in range(cells.bit_length()):
        if cells >> cell & 1:
            row, col = cell // COLS + down, cell % COLS + right
            if not (0 <= row < GOMOKU.rows and 0 <= col < COLS):
                return None
            moved |= 1 << row * COLS + col
    return moved


def hints(first: Cell, reply: Cell | None) -> Iterator[tuple[Position, int]]:
    """Positions with the strategy's side to move, and its moves there."""
    centre = reply or first
    down, right = centre.row - GOMOKU.rows // 2, centre.col - COLS // 2
    extra = 0 if reply is None else 1 << index_of(GOMOKU, first)
    winner = GOMOKU.begins if reply is None else GOMOKU.begins.other
    for entry in read_strategy(STRATEGY).entries():
        for places in symmetries(GOMOKU.rows, COLS):
            image = entry.image(places)
            own, other, move = (
                shifted(cells, down, right) for cells in (image.own, image.other, 1 << image.move)
            )
            if own is None or other is None or move is None or extra & (own | move):
                continue
            stones = Entry(own, other | extra, 0, 0, 0).signs(winner, GOMOKU.size)
            yield Position(GOMOKU, stones, winner), move.bit_length() - 1


def main() -> None:
    """Reads the command line and prints a line per answer."""
    parser = argparse.ArgumentParser(description="Who wins after a first move of gomoku?")
    parser.add_argument("first", type=Cell.of)
    parser.add_argument("--reply", type=Cell.of)
    parser.add_argument("--answers", help="as in a15,o8; all by default")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--memory", type=bytes_of, default="4GiB")
    asked = parser.parse_args()
    moves = [asked.first] + ([asked.reply] if asked.reply else [])
    position = GOMOKU.replay(moves)
    prover = _core.Prover(core_game(GOMOKU), asked.memory, 1)
    for known, move in hints(asked.first, asked.reply):
        prover.advise(*core_position(known), [move])
    named = asked.answers.split(",") if asked.answers else map(str, position.legal_moves)
    for answer in named:
        began = monotonic()
        board = core_position(position.play(answer))
        prover.begin_lambda(*board, SIGNS.index(position.to_move.other), 0, ENDLESS, None, False)
        wait_for(prover, Deadline(asked.seconds))
        found = prover.lambda_win()
        says = "not settled" if found is None else f"met by {cell_of(GOMOKU, found[0])}"
        nodes = prover.progress()[0]
        print(f"{answer}: {says}, {nodes:,} positions, {monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
