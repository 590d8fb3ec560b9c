"""Pairings: pairs of cells, no cell in two of them, such that every line holds both of one.

Whoever answers each stone on a cell of a pair with one on the other cell lets no line be completed.
Found by backtracking, apart from the core's matching on purpose: what the atlas says from theory
rests on nothing of the solver's.
Source: Hales and Jewett, Regularity and Positional Games, 1963.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import ceil

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
    """A pairing for these lines; None if none was found in some thousand steps.

    The line with the fewest ways left comes first, and for it the pair that meets most lines.

    >>> find_pairing([(0, 1, 2), (1, 2, 3)])
    [(1, 2)]
    >>> find_pairing([(0, 1), (1, 2)]) is None
    True
    """
    search = _Search(lines)
    cells = len({cell for line in lines for cell in line})
    needed = search.pairs_needed()
    if needed is None or needed > cells // 2:
        return None
    return search.pairs if search.meet(search.by_size(), 0) else None


class _Search:
    """Backtracking over the lines that no pair meets yet; sets of lines and of cells are bits."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = [sum(1 << cell for cell in line) for line in lines]
        self.pairs: list[Pair] = []
        self.steps = 0
        self.met: dict[Pair, int] = {}
        self.through: dict[int, int] = defaultdict(int)
        for number, line in enumerate(lines):
            for cell in line:
                self.through[cell] |= 1 << number
            for pair in combinations(sorted(line), 2):
                self.met[pair] = self.met.get(pair, 0) | 1 << number

    def pairs_needed(self) -> int | None:
        """At least so many pairs meet all lines; None if a line has too few cells for any.

        A line that no pair meets along with more than m - 1 others takes up 1 / m of a pair, and
        lines that share at most one cell, as those of two rows do, have no pair in common.
        """
        leaders = list(range(len(self.lines)))
        most = [0] * len(self.lines)
        for met in self.met.values():
            first, *others = _bits(met)
            for line in (first, *others):
                most[line] = max(most[line], len(others) + 1)
            for line in others:
                leaders[_leader(leaders, line)] = _leader(leaders, first)
        if 0 in most:
            return None
        shares: dict[int, Fraction] = defaultdict(Fraction)
        for (line, of), count in Counter(
            (_leader(leaders, line), of) for line, of in enumerate(most)
        ).items():
            shares[line] += Fraction(count, of)
        return sum(map(ceil, shares.values()))

    def by_size(self) -> list[int]:
        """For each number of cells, the lines that have so many."""
        sizes = [0] * (1 + max(map(int.bit_count, self.lines), default=0))
        for number, line in enumerate(self.lines):
            sizes[line.bit_count()] |= 1 << number
        return sizes

    def meet(self, free: list[int], used: int) -> bool:
        """Whether the open lines can all be met by pairs of unused cells.

        `free` has the open lines by the number of unused cells that they have left.
        """
        self.steps += 1
        fewest = next(filter(None, free), 0)
        if not fewest or self.steps > _STEPS:
            return not fewest
        open_lines = sum(free)
        line = self.lines[next(_bits(fewest))] & ~used
        ways = list(combinations(_bits(line), 2))
        ways.sort(key=lambda pair: -(self.met[pair] & open_lines).bit_count())
        for pair in ways:
            first, second = pair
            self.pairs.append(pair)
            met, cut = self.met[pair], self.through[first] ^ self.through[second]
            stay = open_lines & ~met & ~cut
            rest = [
                same & stay | more & cut for same, more in zip(free, [*free[1:], 0], strict=True)
            ]
            if self.meet(rest, used | 1 << first | 1 << second):
                return True
            self.pairs.pop()
        return False


def _leader(leaders: list[int], line: int) -> int:
    """The line that stands for all that are joined with this one."""
    while leaders[line] != line:
        line = leaders[line]
    return line


def _bits(number: int) -> Iterator[int]:
    """The places of the ones in a number, the lowest first."""
    while number:
        yield (number & -number).bit_length() - 1
        number &= number - 1
