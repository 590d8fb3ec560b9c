"""Pairings: pairs of cells, no cell in two of them, such that every line holds both of one.

Whoever answers each stone on a cell of a pair with one on the other cell lets no line be completed.
Found by backtracking, apart from the core's matching on purpose: what the atlas says from theory
rests on nothing of the solver's.
Source: Hales and Jewett, Regularity and Positional Games, 1963.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from kinrow.rules.geometry import Line

Pair = tuple[int, int]

_STEPS = 3_000  # where there is a pairing, a few dozen steps nearly always find it


def is_pairing(pairs: Iterable[Pair], lines: Iterable[Line]) -> bool:
    """Whether no cell is in two pairs, and every line holds both cells of one.

    >>> is_pairing([(0, 1)], [(0, 1, 2)]), is_pairing([(0, 1)], [(1, 2, 3)])
    (True, False)
    """
    listed = [set(pair) for pair in pairs]
    cells = [cell for pair in listed for cell in pair]
    if len(cells) != len(set(cells)) or any(len(pair) != 2 for pair in listed):
        return False
    return all(any(pair <= set(line) for pair in listed) for line in lines)


def find_pairing(lines: Sequence[Line]) -> list[Pair] | None:
    """A pairing for these lines; None where none was found in some thousand steps.

    The line with the fewest ways left comes first, and for it the pair that meets most lines.

    >>> find_pairing([(0, 1, 2), (1, 2, 3)])
    [(1, 2)]
    >>> find_pairing([(0, 1), (1, 2)]) is None
    True
    """
    search = _Search(lines)
    cells = len({cell for line in lines for cell in line})
    most = max(map(len, search.met.values()), default=0)
    if len(lines) > most * (cells // 2):
        return None  # even if each pair met as many lines as any pair does
    return search.pairs if search.meet(frozenset(range(len(lines))), frozenset()) else None


class _Search:
    """Backtracking over the lines that no pair meets yet."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = lines
        self.pairs: list[Pair] = []
        self.steps = 0
        self.met: dict[Pair, set[int]] = {}
        for number, line in enumerate(lines):
            for pair in combinations(sorted(line), 2):
                self.met.setdefault(pair, set()).add(number)

    def meet(self, open_lines: frozenset[int], used: frozenset[int]) -> bool:
        """Whether the open lines can all be met by pairs of unused cells."""
        self.steps += 1
        if not open_lines or self.steps > _STEPS:
            return not open_lines
        free = {number: set(self.lines[number]) - used for number in open_lines}
        tightest = min(open_lines, key=lambda number: (len(free[number]), number))
        ways = list(combinations(sorted(free[tightest]), 2))
        ways.sort(key=lambda pair: -len(self.met[pair] & open_lines))
        for pair in ways:
            self.pairs.append(pair)
            if self.meet(open_lines - self.met[pair], used | set(pair)):
                return True
            self.pairs.pop()
        return False
