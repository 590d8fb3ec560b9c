"""Five in a row on every large board: a second stone that several wins after a pass keep off.

    python -m docs.experiments.left_out q14 j11 row,column,antidiagonal diagonal --out FOLDER

A part of every_board.py: the win with this second stone on the board, and then the third one. For
each of these sets of directions, a win after a pass is searched whose zone keeps off the second
stone in them. If one of them does in each direction, a null move that leaves the stone out (`G` in
docs/proof-format.md) meets all moves but those in all of the zones. Each of these is searched by
itself, and if that does not end, stone by stone as in third_stones.py. The certificates go into a
folder of their own, from which another run goes on, and are joined to one.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from time import monotonic

from docs.experiments.certificates import (
    join_to,
    kept_zone,
    number,
    piece_of,
    position_with,
    reserving,
)
from docs.experiments.every_board import Trees, Window
from docs.experiments.far_stones import named as name_of
from docs.experiments.first_moves import Search
from docs.experiments.question import Question
from docs.experiments.third_stones import Answer, Stone, Tree, dropping

from kinrow.proofs import Proof
from kinrow.proofs.boards import SIDES
from kinrow.rules import Cell, Position, Sign
from kinrow.runtime.conversion import cell_of, index_of
from kinrow.runtime.limits import bytes_of
from kinrow.strategies.far_stones import FREE, REACH, WAYS, K

ROUNDS = (1.0, 8.0, 30.0)  # seconds for each answer
WHOLE = 600.0  # seconds to find again what was found
KeptOff = tuple[tuple[str, ...], tuple[Cell, ...]]  # directions, and stones of the second player's
WaysFor = Callable[[Cell], KeptOff | None]  # after this move; None: no stone is left out


@dataclass(frozen=True)
class LeftOut:
    """The second stone and the third one, and in which directions which win keeps off."""

    window: Window
    folder: Path
    memory: int
    second: Cell
    third: Cell
    quiet: Sequence[Sequence[str]]
    mine: tuple[Cell, ...]  # the first player's stones before the third one, the middle first

    def after_third(self) -> Position:
        """The second player is to move."""
        mine = (*self.mine, self.third)
        return position_with(self.window.rules, mine, [self.second], Sign.O)

    def question(self, quiet: Sequence[str], theirs: Sequence[Cell] = ()) -> Question:
        """What a null move without the second stone keeps off it, with these others."""
        return dropping(self.with_it, self.second, [self.third], quiet, theirs)

    @cached_property
    def with_it(self) -> Question:
        """Null moves leave no stone out."""
        return Question(self.window.rules, self.mine[0], None, SIDES)

    def idle(self, quiet: Sequence[str]) -> Path:
        """The certificate of the win after a pass that keeps off in these directions."""
        return self.folder / f"idle-{'-'.join(quiet)}.proof"

    def entry(self, move: Cell) -> Path:
        """The certificate of the win after this move."""
        return self.folder / f"{move}.proof"

    def wins_after_passes(self, seconds: float) -> bool:
        """Looks for the wins after a pass; whether all are there."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for quiet in self.quiet:
            if self.idle(quiet).exists():
                continue
            search = Search(replace(self.question(quiet), dropped=-1), self.memory, None)
            mine = (*self.mine, self.third)
            position = position_with(self.window.rules, mine, [], Sign.X)
            if search.ask(position, seconds, 1)[0] is None:
                print("no win after a pass:", *quiet, flush=True)
                return False
            print(search.prove(self.idle(quiet), self.memory // 4, position, 1), flush=True)
        return True

    @cached_property
    def needed(self) -> list[Cell]:
        """The moves that none of these wins bears."""
        found, position = set(range(self.window.rules.size)), self.after_third()
        for quiet in self.quiet:
            zone = frozenset(kept_zone(self.idle(quiet)))
            found &= self.question(quiet).must_answer(position, zone)
        empty = (at for at in sorted(found) if position.cells[at] == ".")
        return [cell_of(self.window.rules, at) for at in empty]

    def meets(self, seconds: float) -> bool:
        """Looks for the wins after these moves; whether all are there.

        Null moves after them keep off the second stone as one of the questions says, or leave it
        where it is. Each is asked for a short time, and then for longer.
        """
        left = [move for move in self.needed if not self.entry(move).exists()]
        print("to be met:", *left, flush=True)
        asked = (self.keeping_off, lambda _: None, self.in_line, lambda _: ((*WAYS,), ()))
        for share in sorted({0.0, seconds / len(asked)}):
            for ways_for in asked:
                left = self._left_by(left, ways_for, share)
        print("not met:", *left, flush=True)
        return not left

    def _left_by(self, moves: Iterable[Cell], ways_for: WaysFor, seconds: float) -> list[Cell]:
        """Those that are not met. Moves after which the same is to be kept off share a table."""
        alike: dict[KeptOff | None, list[Cell]] = {}
        for move in moves:
            alike.setdefault(ways_for(move), []).append(move)
        left: list[Cell] = []
        for kept_off, some in alike.items():
            question = self.with_it if kept_off is None else self.question(*kept_off)
            left += self._left(some, question, seconds)
        return left

    def keeping_off(self, move: Cell) -> KeptOff:
        """Where the lines of the second stone leave the window, and in the direction of the move.

        Or else like the first win after a pass.
        """
        in_line, theirs = self.in_line(move)
        ways = [way for way in WAYS if way in in_line or self._leaves(*WAYS[way])]
        return tuple(ways or self.quiet[0]), theirs

    def in_line(self, move: Cell) -> KeptOff:
        """Only in the direction of the move.

        With the move itself, if that makes a difference to what is kept off: it may be the one of
        the fourth to the sixth cells.
        """
        down, right = move.row - self.second.row, move.col - self.second.col
        ways = tuple(way for way, (row, col) in WAYS.items() if down * col == right * row)
        counts = ways and FREE < max(abs(down), abs(right)) <= REACH
        return ways, (move,) if counts else ()

    def _leaves(self, down: int, right: int) -> bool:
        """Whether a line of the second stone in this direction leaves the window."""
        ends = ((self.second.row + n * down, self.second.col + n * right) for n in (1 - K, K - 1))
        return not all(0 <= at < self.window.size for end in ends for at in end)

    def _left(self, moves: list[Cell], question: Question, seconds: float) -> list[Cell]:
        """Those of these moves that are not met, or have no tree that the core can write."""
        search = Search(question, self.memory, None)
        tree = Tree(self.after_third(), search)
        stone = Stone(tree, ())
        stone.answers = [Answer(tree, (move,)) for move in moves]
        until = monotonic() + seconds
        left = {*moves}
        for limit in ROUNDS if seconds else ROUNDS[:-1]:
            for answer in [*stone.answers]:
                if answer.ask(limit):
                    left -= self.keep(tree, answer)
                    stone.answers.remove(answer)
            print("left:", *(answer.moves[-1] for answer in stone.answers), flush=True)
        while stone.answers and monotonic() < until:
            before = [*stone.answers]
            stone.visit()
            for answer in before:
                if answer not in stone.answers:
                    left -= self.keep(tree, answer)
        return [*left]

    def keep(self, tree: Tree, answer: Answer) -> set[Cell]:
        """Writes the certificate of the win after this answer, if the core finds it whole."""
        move = answer.moves[-1]
        if move is None or tree.ask(answer.moves, WHOLE)[0] is None:
            print("not found again:", move, flush=True)
            return set()
        position = tree.position(answer.moves)
        print(tree.search.prove(self.entry(move), self.memory // 4, position), flush=True)
        return {move}

    def joined(self) -> Iterator[bytes]:
        """The tree of the joined certificate: after the second stone, to the third."""
        rules = self.window.rules
        yield b"M" + number(index_of(rules, self.third))
        yield b"G" + number(index_of(rules, self.second)) + number(len(self.quiet))
        for idle in map(self.idle, self.quiet):
            yield reserving(idle, rules) + piece_of(idle)[0]
        for move in self.needed:
            yield number(index_of(rules, move)) + piece_of(self.entry(move))[0]


def find(asked: LeftOut, path: Path, seconds: float) -> bool:
    """Looks for all wins, and joins them to this certificate."""
    if not (asked.wins_after_passes(seconds) and asked.meets(seconds)):
        return False
    start = position_with(asked.window.rules, asked.mine, [asked.second], Sign.X)
    found = join_to(path, start, b"".join(asked.joined()))
    print(found, flush=True)
    return isinstance(found, Proof)


def main(words: Iterable[str] | None = None) -> None:
    """Reads the command line, and searches until the win is found or the time is up."""
    parser = argparse.ArgumentParser(description="A second stone that null moves leave out.")
    parser.add_argument("second", type=Cell.of)
    parser.add_argument("third", type=Cell.of)
    parser.add_argument("quiet", nargs="+", type=lambda word: word.split(","), metavar="WAYS")
    parser.add_argument("--window", type=int, default=21)
    parser.add_argument("--exact", action="store_true", help="exactly five in a row")
    parser.add_argument("--out", type=Path, required=True, help="the folder of every_board.py")
    parser.add_argument("--seconds", type=float, default=9000)
    parser.add_argument("--memory", type=bytes_of, default="6GiB")
    asked = parser.parse_args(None if words is None else [*words])
    window = Window(asked.window, asked.exact)
    first = window.cell((0, 0))
    row, col = asked.second.row - first.row, asked.second.col - first.col
    folder = asked.out / f"second-{name_of((row, col))}"
    task = LeftOut(window, folder, asked.memory, asked.second, asked.third, asked.quiet, (first,))
    path = Trees(window, asked.out, asked.memory, asked.seconds).second((row, col))
    print("won" if find(task, path, asked.seconds) else "left", flush=True)


if __name__ == "__main__":
    main()
