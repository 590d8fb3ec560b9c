"""What annotating a large file costs, ply by ply: made-up games on 4 x 9, as people play them.

    python docs/experiments/large_file.py --moves 5482 --from 5 --threads 2

The players draw lots among the moves, weighted by the lines through them: they mostly complete and
stop lines, and err often enough. The published study has as many moves.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random
from time import process_time

from kinrow.annotation.job import Job, JobProgress
from kinrow.annotation.store import AnswerStore
from kinrow.rules import Position, game
from kinrow.rules.geometry import lines_through

_RULES = game("4,9,4")
_OWN, _OTHER = (1, 4, 20, 1000), (0.5, 3, 15, 400)  # a line by the stones of one side on it
_SPREAD = 1.3
_MIDDLE = (12, 13, 14, 21, 22, 23)


def weight(cells: str, own: str, other: str, cell: int) -> float:
    """How likely a move is."""
    found = 0.3
    for line in lines_through(_RULES)[cell]:
        mine, theirs = (sum(cells[at] == sign for at in line) for sign in (own, other))
        found += _OWN[mine] if not theirs else 0
        found += _OTHER[theirs] if not mine else 0
    return float(found**_SPREAD)


def played(random: Random) -> Iterator[Position]:
    """The positions of a game before each move."""
    position = _RULES.start()
    while not position.finished:
        yield position
        moves = [move.row * _RULES.cols + move.col for move in position.legal_moves]
        own, other = str(position.to_move), str(position.to_move.other)
        if position.plies:
            weights = [weight(position.cells, own, other, move) for move in moves]
        else:
            weights = [6.0 if move in _MIDDLE else 1.0 for move in moves]
        position = position.play(position.legal_moves[moves.index(*random.choices(moves, weights))])


def positions(moves: int, seed: int) -> list[Position]:
    """Those before so many moves."""
    random = Random(seed)
    found: list[Position] = []
    while len(found) < moves:
        found += played(random)
    return found[:moves]


class Costs:
    """Prints the processor time of each ply."""

    def __init__(self) -> None:
        self._ply, self._since = -1, process_time()

    def __call__(self, progress: JobProgress) -> None:
        """What the job calls."""
        if progress.ply != self._ply:
            self.end()
            self._ply, self._since = progress.ply, process_time()

    def end(self) -> None:
        """Prints the last one."""
        if self._ply >= 0:
            print(f"{self._ply:3} stones: {process_time() - self._since:8.1f} s", flush=True)


def main() -> None:
    """Annotates the file, and prints seconds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=5482)
    parser.add_argument("--from", dest="least", type=int, default=0, help="stones on the board")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=5)
    asked = parser.parse_args()
    found = [now for now in positions(asked.moves, asked.seed) if now.plies >= asked.least]
    costs = Costs()
    with AnswerStore(None, _RULES, "outcome") as store:
        Job(store, threads=asked.threads, report=costs).run(found)
    costs.end()


if __name__ == "__main__":
    main()
