"""Five in a row on every large board: wins after a pass that a whole search does not find.

    python -m docs.experiments.after_pass "4,7 5,7" --out FOLDER

A part of every_board.py, which says what is searched: for a second stone so many rows and columns
from the first, a win after a pass whose zone keeps off the rows of that stone. It depends on the
first player's next stone which cells these are. At first all next stones are tried for some
seconds each. Those after which one more pass loses are searched on, as in third_stones.py, that
with the fewest answers left first. The certificate goes into the folder, and what it took to find
it into the folder's book.
"""

from __future__ import annotations

import argparse
from collections.abc import Container, Iterable
from pathlib import Path
from time import monotonic

from docs.experiments.every_board import Trees, Window
from docs.experiments.far_stones import MIDDLE, Place, kept_off, named
from docs.experiments.first_moves import Question, Search
from docs.experiments.third_stones import UNKNOWN, Moves, Stone, Tree

from kinrow.proofs import Proof
from kinrow.proofs.boards import SIDES
from kinrow.rules import Cell, Position, Sign
from kinrow.runtime.conversion import index_of
from kinrow.runtime.limits import bytes_of

NEXT = (
    *((0, -1), (-1, 0), (0, 1), (1, 0), (-1, -1), (1, -1), (-1, 1), (1, 1)),
    *((0, -2), (-2, 0), (-1, -2), (1, -2), (-2, -1)),
)
SCOUT, PART = 10.0, 16  # seconds for each next stone at first, and its part of the memory
WHOLE = 600.0  # seconds for all answers together, once each is met


class PassTree(Tree):
    """The moves after the first stone and a pass, none of the first player's on certain cells."""

    def __init__(self, start: Position, search: Search, avoided: Iterable[Cell]) -> None:
        super().__init__(start, search)
        self._avoided = frozenset(avoided)

    def stones(self, position: Position) -> list[Cell]:
        """What the engine would look at here, and may be played."""
        return [cell for cell in super().stones(position) if cell not in self._avoided]

    def answers(self, moves: Moves, among: Container[int] | None) -> list[Cell]:
        """All answers, the closest first. Avoided cells break the symmetry, so none is left out."""
        position = self.position(moves)
        every = (
            cell
            for cell in position.legal_moves
            if among is None or index_of(position.rules, cell) in among
        )
        return sorted(every, key=lambda cell: distance(position, cell))


def distance(position: Position, cell: Cell) -> int:
    """Rows or columns, whichever are more, to the closest stone of the first player's."""
    cols = position.rules.cols
    mine = (divmod(at, cols) for at, sign in enumerate(position.cells) if sign == Sign.X)
    return min(max(abs(cell.row - row), abs(cell.col - col)) for row, col in mine)


class Next(Stone):
    """A next stone, with a search of its own."""

    def __init__(self, trees: Trees, place: Place, at: Place, memory: int) -> None:
        window, stones = trees.window, (*trees.stones, at)
        avoided = [*filter(window.has, kept_off(place, stones))]
        cells = frozenset(map(window.index, avoided))
        question = Question(window.rules, window.cell(MIDDLE), None, SIDES, cells)
        start = trees.position(trees.stones, [], Sign.X)
        tree = PassTree(start, Search(question, memory, None), map(window.cell, avoided))
        super().__init__(tree, (window.cell(at),))
        self.at = at

    def is_found(self, until: float) -> bool:
        """Searches on; whether all answers together are met as well."""
        while not self.is_won and monotonic() < until:
            self.visit()
        if self.is_won:
            self.probe(WHOLE)
        return self.is_won


def scouted(trees: Trees, place: Place, tried: Iterable[Place]) -> list[Place]:
    """The next stones after which a pass loses, that with the fewest answers left first."""
    left: dict[Place, int] = {}
    for at in tried:
        if at not in (place, *trees.stones):
            stone = Next(trees, place, at, trees.memory // PART)
            stone.probe(SCOUT)
            print(stone.moves[0], "not known" if stone.left == UNKNOWN else stone.left, flush=True)
            if stone.is_won:
                return [at]
            left[at] = stone.left
    return sorted((at for at in left if left[at] < UNKNOWN), key=lambda at: left[at])


def find(trees: Trees, place: Place, seconds: float, tried: Iterable[Place] = NEXT) -> bool:
    """Looks for the win with one of these next stones, and keeps it in the folder."""
    best = scouted(trees, place, tried)
    for at in best:
        stone = Next(trees, place, at, trees.memory)
        if stone.is_found(monotonic() + seconds / len(best)):
            return keep(trees, place, stone)
    return False


def keep(trees: Trees, place: Place, stone: Next) -> bool:
    """Writes the certificate and the book."""
    search, won = stone.tree.search, stone.tree.position(stone.moves)
    found = search.prove(trees.certificate("pass", named(place)), trees.memory // 4, won)
    print(found, flush=True)
    search.note(trees.book(stone.at), won)
    return isinstance(found, Proof)


def places_of(words: str) -> list[Place]:
    """Rows and columns on the command line.

    >>> places_of("4,7 -1,0")
    [(4, 7), (-1, 0)]
    """
    pairs = (word.split(",") for word in words.split())
    return [(int(row), int(col)) for row, col in pairs]


def main() -> None:
    """Reads the command line, and searches until the win is found or the time is up."""
    parser = argparse.ArgumentParser(description="A win after a pass, answer by answer.")
    parser.add_argument("places", type=places_of, help="of second stones, as in '4,7 5,7'")
    parser.add_argument("--next", type=places_of, default=NEXT, help='as in "0,-1 -1,0"')
    parser.add_argument("--window", type=int, default=21)
    parser.add_argument("--out", type=Path, required=True, help="a folder for the trees")
    parser.add_argument("--seconds", type=float, default=1800, help="for each of them")
    parser.add_argument("--memory", type=bytes_of, default="7GiB")
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    trees = Trees(Window(asked.window), asked.out, asked.memory, asked.seconds)
    for place in asked.places:
        if not trees.certificate("pass", named(place)).exists():
            found = find(trees, place, asked.seconds, asked.next)
            print(named(place), "won" if found else "left", flush=True)


if __name__ == "__main__":
    main()
