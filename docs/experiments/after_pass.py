"""Five in a row on every large board: wins after a pass that a whole search does not find.

    python -m docs.experiments.after_pass 4,7 --out FOLDER

A part of every_board.py, which says what is searched: for a second stone so many rows and columns
from the first, a win after a pass whose zone keeps off the rows of that stone. The answers to each
next stone are searched one by one, all in one table: those close by first, for longer and longer,
and with fewer next stones from round to round. What is left is looked at as in third_stones.py. The
certificate goes into the folder, and what it took to find it into the folder's book.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path
from time import monotonic

from docs.experiments.every_board import Trees, Window
from docs.experiments.far_stones import MIDDLE, Place, kept_off, named
from docs.experiments.first_moves import Question, Search
from docs.experiments.third_stones import Answer, Stone, Tree

from kinrow.proofs import Proof
from kinrow.proofs.boards import SIDES
from kinrow.rules import Cell, Position, Sign
from kinrow.runtime.conversion import index_of
from kinrow.runtime.limits import bytes_of

NEXT = (
    *((0, -1), (-1, 0), (0, 1), (1, 0), (-1, -1), (1, -1), (-1, 1), (1, 1)),
    *((0, -2), (-2, 0), (-1, -2), (1, -2), (-2, -1)),
)
CLOSE = 5  # rows and columns from a stone of the first player's
ROUNDS = ((0.12, 6), (0.4, 4), (1.2, 3), (4.0, 3))  # seconds for an answer; next stones that stay
WHOLE = 60.0  # seconds for all answers together, once each is met


class PassTree(Tree):
    """The moves after the first stone and a pass, none of the first player's on certain cells."""

    def __init__(self, start: Position, search: Search, avoided: Iterable[Cell]) -> None:
        super().__init__(start, search)
        self._avoided = frozenset(avoided)

    def stones(self, position: Position) -> list[Cell]:
        """What the engine would look at here, and may be played."""
        return [cell for cell in super().stones(position) if cell not in self._avoided]

    def answers(self, moves: Sequence[Cell]) -> list[Cell]:
        """All answers, the closest first. Avoided cells break the symmetry, so none is left out."""
        position = self.position(moves)
        return sorted(position.legal_moves, key=lambda cell: distance(position, cell))


def distance(position: Position, cell: Cell) -> int:
    """Rows or columns, whichever are more, to the closest stone of the first player's."""
    cols = position.rules.cols
    mine = (divmod(at, cols) for at, sign in enumerate(position.cells) if sign == Sign.X)
    return min(max(abs(cell.row - row), abs(cell.col - col)) for row, col in mine)


class Next(Stone):
    """A next stone: first the answers close to it, then all others."""

    def __init__(self, tree: Tree, cell: Cell) -> None:
        super().__init__(tree, (cell,))
        position = tree.position(self.moves)
        self.answers, self._far = list[Answer](), list[Answer]()
        for move in tree.answers(self.moves):
            kind = self.answers if distance(position, move) <= CLOSE else self._far
            kind.append(Answer(tree, (cell, move)))

    def meet(self, seconds: float) -> None:
        """Searches each answer for so long, and keeps those that are left."""
        self.answers = [answer for answer in self.answers or () if not answer.ask(seconds)]
        print(self.moves[0], f"{seconds:g} s:", len(self.answers), "answers left", flush=True)

    def visit(self) -> None:
        """Searches one of those that are left; if there are none, all answers together."""
        if self.answers:
            super().visit()
        if not self.answers:
            self.answers, self._far = self._far, []
            self.meet(ROUNDS[2][0])
        self.is_won = False
        if not self.answers:
            self.probe(WHOLE)


def chosen(stones: list[Next], until: float) -> list[Next]:
    """The most promising next stones, after the rounds or when the time is up."""
    for seconds, most in ROUNDS:
        for stone in stones:
            if not stone.answers or monotonic() > until:
                return [stone]
            stone.meet(seconds)
        stones = sorted(stones, key=lambda stone: stone.number)[:most]
    return stones


def find(trees: Trees, place: Place, seconds: float, tried: Sequence[Place] = NEXT) -> bool:
    """Looks for the win with one of these next stones, and keeps it in the folder."""
    window = trees.window
    avoided = {at for at in kept_off(place) if window.has(at)}
    cells = frozenset(map(window.index, avoided))
    question = Question(window.rules, window.cell(MIDDLE), None, SIDES, cells)
    search, until = Search(question, trees.memory, None), monotonic() + seconds
    start = trees.position(trees.stones, [], Sign.X)
    tree = PassTree(start, search, map(window.cell, avoided))
    free = [at for at in tried if at not in avoided and at not in trees.stones]
    stones = chosen([Next(tree, window.cell(at)) for at in free], until)
    while monotonic() < until:
        stone = min(stones, key=lambda each: each.number)
        stone.visit()
        if stone.is_won:
            return keep(trees, place, search, stone)
    return False


def keep(trees: Trees, place: Place, search: Search, stone: Next) -> bool:
    """Writes the certificate and the book."""
    won, window = stone.tree.position(stone.moves), trees.window
    found = search.prove(trees.certificate("pass", named(place)), trees.memory // 4, won)
    print(found, flush=True)
    search.note(trees.book(window.place(index_of(window.rules, stone.moves[0]))), won)
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
