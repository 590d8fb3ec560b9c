"""Five in a row on every large board: trees in a smaller window, from those in a larger one.

    python -m docs.experiments.smaller_window 21 FOLDER 19 FOLDER 0,4 1,1 --seconds 600

Most of the trees below a second stone do not need the whole window: their zones lie within the
smaller one. The search takes those for won and searches the others, their moves first; with
`--moves-only` it searches all. At last the certificate is written and checked.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from docs.experiments.every_board import Trees, Window
from docs.experiments.far_stones import MIDDLE
from docs.experiments.first_moves import Search
from docs.experiments.question import Question, shifted
from docs.experiments.third_stones import Tree, begin, run

from kinrow.proofs.boards import SIDES
from kinrow.proofs.search import ProofUnfound
from kinrow.rules import Position, Sign
from kinrow.runtime.conversion import cell_of
from kinrow.runtime.limits import bytes_of
from kinrow.strategies.far_stones import Place
from kinrow.strategies.file import Entry
from kinrow.strategies.proof_moves import moves_of_proof

LEAST = 256  # positions of a tree; smaller ones are soon found again


@dataclass(frozen=True)
class Smaller:
    """The trees of a window, and those of a smaller one that are looked for."""

    old: Trees
    new: Trees
    trust: bool = True

    def cells(self, bits: int) -> int | None:
        """A set of cells of the larger window in the smaller one; None if one lies outside."""
        source, target = self.old.window, self.new.window
        away = target.size // 2 - source.size // 2
        return shifted(bits, source.rules, target.rules, away, away)

    def entry(self, entry: Entry, *, zone: bool) -> Entry | None:
        """An entry in the smaller window, with its zone or without; None if it does not fit."""
        bits = (entry.own, entry.other, entry.zone if zone else 0, 1 << entry.move)
        own, other, kept, move = map(self.cells, bits)
        if own is None or other is None or kept is None or not move:
            return None
        return Entry(own, other, kept, move.bit_length() - 1, entry.order)

    def fitting(self, entries: Sequence[Entry], *, zone: bool) -> Iterator[Entry]:
        """Those that fit in the smaller window."""
        found = (self.entry(entry, zone=zone) for entry in entries)
        return (entry for entry in found if entry is not None)

    def hints(self, entries: Sequence[Entry]) -> Iterator[tuple[Position, int]]:
        """Positions of the smaller window, and the moves of these entries there."""
        rules = self.new.window.rules
        for entry in self.fitting(entries, zone=False):
            yield Position(rules, entry.signs(Sign.X, rules.size), Sign.X), entry.move

    def find(self, second: Place, seconds: float) -> bool:
        """Looks for the tree of a second stone, and writes it."""
        began, window = monotonic(), self.new.window
        first, stone = window.cell(MIDDLE), window.cell(second)
        search = Search(Question(window.rules, first, None, SIDES), self.new.memory, None)
        known = moves_of_proof(self.old.second(second), LEAST)
        every = [*known.after_passes, *known.moves]
        search.advise(self.hints(every))
        if self.trust:
            trusted = [*self.fitting(every, zone=True)]
            search.trust(trusted)
            print(f"{len(trusted)} of {len(every)} trees fit", flush=True)
        third = self.entry(known.moves[-1], zone=False)
        thirds = [] if third is None else [cell_of(window.rules, third.move)]
        tree = Tree(window.rules.start(), search, self.new.folder / "second.book")
        root = begin(tree, first, stone, thirds)
        run(root, seconds)
        spent = monotonic() - began
        print(f"{second}: {search.nodes:,} positions, {spent:.0f} s", flush=True)
        position = tree.position(root.moves)
        if not root.is_won or search.ask(position, seconds)[0] is None:  # with what the table has
            print("not found as a whole", flush=True)
            return False
        try:
            print(search.prove(self.new.second(second), self.new.memory // 4, position), flush=True)
        except ProofUnfound:
            print("one of the trees that fit is not found again", flush=True)
            return False
        return True


def main() -> None:
    """Reads the command line, and looks for each tree."""
    parser = argparse.ArgumentParser(description="From a larger window to a smaller one.")
    parser.add_argument("size", type=int, help="of the larger window")
    parser.add_argument("folder", type=Path, help="with its trees")
    parser.add_argument("to_size", type=int, metavar="size")
    parser.add_argument("to_folder", type=Path, metavar="folder")
    parser.add_argument("second", nargs="+", help="rows and columns from the first stone")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--memory", type=bytes_of, default="6GiB")
    parser.add_argument("--moves-only", action="store_true", help="search all trees")
    asked = parser.parse_args()
    old = Trees(Window(asked.size), asked.folder, asked.memory, asked.seconds)
    new = Trees(Window(asked.to_size), asked.to_folder, asked.memory, asked.seconds)
    for word in asked.second:
        row, col = map(int, word.split(","))
        if not new.second((row, col)).exists():
            Smaller(old, new, not asked.moves_only).find((row, col), asked.seconds)


if __name__ == "__main__":
    main()
