"""Other pieces for strips: borders that are shifted row by row, lines shared out otherwise, pairs.

    python -m docs.experiments.strips 7,5,5 --shift 0,1,0,0,0 --seconds 5

Copies of a piece follow one another along its first side; each row may begin some cells later. A
line that meets two copies may be assigned to either, not only to the one with more of its cells. A
pair, one cell on each side of the border, stops the lines through both; then Breaker's answers in
the piece cannot use these cells, so they count as Maker's. For every way to share out the lines,
up to symmetry and with the smallest potential first, this asks whether Breaker holds the piece, and
prints the ways that took most positions.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product

from kinrow import _core
from kinrow.rules import Rules, game
from kinrow.runtime.conversion import core_game, core_position

STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))  # along the strip, across it
MEMORY = 1 << 28
SHOWN = 10

Place = tuple[int, int]  # along, across
Part = frozenset[Place]


@dataclass(frozen=True)
class Strip:
    """A piece of a strip, where each of its rows begins, and the rows with a pair."""

    rules: Rules
    shift: Sequence[int]
    paired: frozenset[int]

    def lines(self) -> Iterator[list[Part]]:
        """For each line that no pair stops: the cells that it needs, copy by copy."""
        length, width, k = self.rules.rows, self.rules.cols, self.rules.k
        for (along, across), start, edge in product(STEPS, range(length), range(width)):
            if not 0 <= edge + across * (k - 1) < width:
                continue
            copies: dict[int, set[Place]] = {}
            for i in range(k):
                row = edge + across * i
                copy, at = divmod(start + along * i - self.shift[row], length)
                copies.setdefault(copy, set()).add((at, row))
            if across == 0 and edge in self.paired and len(copies) > 1:
                continue
            yield [self._free(copies[copy]) for copy in sorted(copies)]

    def _free(self, cells: Iterable[Place]) -> Part:
        ends = (0, self.rules.rows - 1)
        return frozenset(at for at in cells if at[1] not in self.paired or at[0] not in ends)

    def ways(self) -> list[list[Part]]:
        """The parts of each way to share out the lines; those that Maker wins at once are left out.

        No part has a single cell, and no two parts of two cells have one in common.
        """
        options = [[part for part in line if len(part) > 1] for line in self.lines()]
        found: dict[frozenset[Part], list[Part]] = {}
        for parts in map(frozenset, product(*options)):
            least = [part for part in parts if not any(other < part for other in parts)]
            pairs = [cell for part in least if len(part) == 2 for cell in part]
            if len(pairs) == len(set(pairs)) and not any(
                image in found for image in self._images(least)
            ):
                found[frozenset(least)] = least
        return sorted(found.values(), key=potential)

    def _images(self, parts: Sequence[Part]) -> Iterator[frozenset[Part]]:
        last, edge = self.rules.rows - 1, self.rules.cols - 1
        straight = len(set(self.shift)) == 1
        for back, over in product((False, straight), repeat=2):
            yield frozenset(
                frozenset((last - at if back else at, edge - row if over else row) for at, row in p)
                for p in parts
            )

    def holds(self, parts: Sequence[Part], seconds: float) -> tuple[bool | None, int]:
        """Whether Breaker does, None if the time was up; and the positions that it took."""
        cells = sorted(tuple(sorted(at * self.rules.cols + row for at, row in p)) for p in parts)
        core = _core.Prover(core_game(self.rules, (), tuple(cells)), MEMORY, 1)
        core.begin_value(*core_position(self.rules.start()))
        in_time = core.wait(seconds)
        core.stop()
        core.wait(60)
        return (core.value()[1] == 0 if in_time else None), core.progress()[0]


def potential(parts: Sequence[Part]) -> float:
    """How much Maker has: each part counts two to the minus its cells."""
    return sum(0.5 ** len(part) for part in parts)


def main(words: Iterable[str] | None = None) -> None:
    """Reads the command line, and tries the ways one after another."""
    parser = argparse.ArgumentParser(description="Other pieces for strips.")
    parser.add_argument("game", help="length and width of the piece, and k")
    parser.add_argument("--shift", help="where each row begins, such as 0,1,0,0,0")
    parser.add_argument("--pair", type=int, action="append", default=[], help="a row with a pair")
    parser.add_argument("--seconds", type=float, default=5, help="for each way")
    parser.add_argument("--ways", type=int, default=300, help="how many are tried")
    asked = parser.parse_args(None if words is None else [*words])
    rules = game(asked.game)
    shift = [*map(int, asked.shift.split(","))] if asked.shift else [0] * rules.cols
    strip = Strip(rules, shift, frozenset(asked.pair))
    ways = strip.ways()
    tried = []
    for parts in islice(ways, asked.ways):
        held, nodes = strip.holds(parts, asked.seconds)
        tried.append((nodes, {True: "holds", False: "fails", None: "not known"}[held], parts))
        if held:
            print("Breaker holds:", *map(sorted, parts), flush=True)
    print(len(ways), "ways;", len(tried), "tried")
    for nodes, said, parts in sorted(tried, key=lambda one: -one[0])[:SHOWN]:
        print(f"{nodes:>9} {said} potential {potential(parts):.4f}", *sorted(map(len, parts)))


if __name__ == "__main__":
    main()
