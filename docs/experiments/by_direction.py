"""Five in a row on every large board: each second stone is left out, one direction at a time.

    python -m docs.experiments.by_direction --window 21 --exact --out FOLDER

A part of every_board.py, before it joins the trees. For each second stone that is near and more
than four cells away it tries third stones next to the first one. A win after a pass that keeps off
the second stone in a single direction is found soon, or not at all. If there is one in each
direction, or in all but one, left_out.py meets the answers that are left. Another run goes on from
what is in the folder. Several may run side by side if each is given stones of its own.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from docs.experiments.every_board import AWAY, CLOSE, Trees, Window, keeps_off_edge
from docs.experiments.far_stones import MIDDLE, first_image, named
from docs.experiments.left_out import LeftOut, find

from kinrow.runtime.limits import bytes_of
from kinrow.strategies.far_stones import WAYS, Place

NEXT = (*AWAY, (0, 1), (1, 0), (0, -2), (-2, 0), (-1, -2), (2, 0), (0, 2))
MISSING = 1  # direction in which there may be no win


@dataclass(frozen=True)
class Task:
    """A second stone, and seconds for a win in one direction, and for all answers."""

    trees: Trees
    second: Place
    single: float
    whole: float

    def is_won(self) -> bool:
        """Looks for a third stone with which the second one can be left out."""
        failures = Counter[str]()
        for third in thirds(self.second):
            ways = self._ways(third, failures)
            if len(ways) < len(WAYS) - MISSING:
                continue
            print(named(self.second), "after", named(third), *ways, flush=True)
            if find(self._task(third, ways), self.trees.second(self.second), self.whole):
                return True
        return False

    def _ways(self, third: Place, failures: Counter[str]) -> list[str]:
        """The directions with a win; fewer if too many have none. What has failed most is first."""
        found: list[str] = []
        for tried, way in enumerate(sorted(WAYS, key=lambda way: -failures[way])):
            if self._task(third, [way]).wins_after_passes(self.single):
                found.append(way)
                continue
            failures[way] += 1
            if tried - len(found) >= MISSING:
                break
        return found

    def _task(self, third: Place, ways: Iterable[str]) -> LeftOut:
        window, folder = self.trees.window, f"second-{named(self.second)}--{named(third)}"
        first, second, last = (window.cell(at) for at in (MIDDLE, self.second, third))
        path, memory, quiet = self.trees.folder / folder, self.trees.memory, [[way] for way in ways]
        return LeftOut(window, path, memory, second, last, quiet, (first,))


def thirds(second: Place) -> list[Place]:
    """Third stones: to the left of the first one, then those in a line with the second stone.

    These shorten what must be kept off in that direction.

    >>> thirds((5, 6))[:4]
    [(0, -1), (-1, 0), (-2, -1), (0, 1)]
    """
    rows, cols = second
    in_line = [(row, col) for row, col in NEXT if row - rows in (0, col - cols, cols - col)]
    in_line += [(row, col) for row, col in NEXT if col == cols]
    return [at for at in dict.fromkeys([(0, -1), *in_line, *NEXT]) if at != second]


def place(word: str) -> Place:
    """Rows and columns from the first stone.

    >>> place("0,6")
    (0, 6)
    """
    row, col = map(int, word.split(","))
    return row, col


def main(words: Iterable[str] | None = None) -> None:
    """Reads the command line, and goes through the second stones."""
    parser = argparse.ArgumentParser(description="Second stones left out, by direction.")
    parser.add_argument("stones", nargs="*", type=place, help="only these, such as 0,6")
    parser.add_argument("--window", type=int, default=21)
    parser.add_argument("--exact", action="store_true", help="exactly five in a row")
    parser.add_argument("--out", type=Path, required=True, help="the folder of every_board.py")
    parser.add_argument("--single", type=float, default=25, help="seconds for one direction")
    parser.add_argument("--seconds", type=float, default=600, help="for all answers, and the edge")
    parser.add_argument("--memory", type=bytes_of, default="4GiB")
    asked = parser.parse_args(None if words is None else [*words])
    asked.out.mkdir(parents=True, exist_ok=True)
    trees = Trees(Window(asked.window, asked.exact), asked.out, asked.memory, asked.seconds)
    if not trees.passes():
        keeps_off_edge(trees)
    near = {first_image(at) for at in trees.near() if max(map(abs, at)) > CLOSE}
    for second in asked.stones or sorted(near, key=lambda at: (-max(at), -min(at))):
        if not trees.second(second).exists():
            won = Task(trees, second, asked.single, asked.seconds).is_won()
            print(named(second), "won" if won else "left", flush=True)


if __name__ == "__main__":
    main()
