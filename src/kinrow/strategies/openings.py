"""The first stones of a strategy for a class of boards, where one position has several wins.

Far stones of the loser's are left out, each by a win whose zone keeps off it. So after the first
stones there are several wins of one position, with different zones. A search knows one of them;
here are all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from kinrow.proofs.boards import SIDES, Side
from kinrow.rules import symmetries
from kinrow.strategies.far_stones import K, Place, tolerates
from kinrow.strategies.file import Entry, Strategy, cells_in

_OWN = 2  # the winner's stones; with more of them on the board searches find his wins
_LEFT_OUT = 2  # of the loser's stones

Stones = tuple[int, int]
"""The winner's and the loser's, as sets of cells."""


class Openings:
    """The entries of the first stones that lack one of the loser's.

    >>> from kinrow.rules import Sign, game
    >>> from kinrow.strategies.file import pack
    >>> window, middle = game("11,11,5"), 60
    >>> win = Entry(1 << middle, 0, 0b11 << 61, 61, 0)
    >>> strategy = Strategy(window.start(), Sign.X, 1, "", pack(121, [win]), SIDES)
    >>> [move for _, move in Openings(strategy).moves([(5, 5)], [(5, 9)])]
    [(5, 4), (6, 5), (4, 5)]
    """

    def __init__(self, strategy: Strategy) -> None:
        rules = strategy.rules
        self._rows, self._cols = rules.rows, rules.cols
        self._images = images(strategy)
        self._entries: dict[Stones, list[Entry]] = {}
        start = stones_of(strategy)
        self.begins_empty = not any(start)
        """Whether the first position has no stones; then the window lies at the first move."""
        self._anchors = set() if self.begins_empty else set(self._in_all_images(*start))
        for entry in strategy.entries():
            if self.begins_empty and not entry.own:
                self._anchors.update(self._in_all_images(1 << entry.move, 0))
            elif lacks_a_stone(entry) and rules.k == K and not rules.exact:
                self._entries.setdefault(self._first(entry.own, entry.other), []).append(entry)

    def moves(self, own: Sequence[Place], other: Sequence[Place]) -> Iterator[tuple[Entry, Place]]:
        """Entries that win with these stones on the board, as they lie here, and their moves.

        The winner is to move. Some of the loser's stones, `other`, may lie beyond the window.
        """
        if not 0 < len(own) <= _OWN:
            return
        for extra in _subsets(other):
            known = [at for at in other if at not in extra]
            if all(map(self.is_inside, known)):
                for entry in self._of(self.bits(own), self.bits(known)):
                    move, zone = self._place(entry.move), set(self.places(entry.zone))
                    if tolerates(extra, zone, entry.order, [*own, move], known):
                        yield entry, move

    def corners(self, own: Collection[Place], other: Collection[Place]) -> set[Place]:
        """Where the window's first cell may be on a board with these stones.

        The winner's first stone, or all stones of the first position, are there in some image.
        """
        found = set()
        for mine, theirs in self._anchors:
            first = self.places(mine or theirs)[0]
            for at in own if mine else other:
                corner = at[0] - first[0], at[1] - first[1]
                if self._lie_on(mine, own, corner) and self._lie_on(theirs, other, corner):
                    found.add(corner)
        return found

    def _lie_on(self, bits: int, stones: Collection[Place], corner: Place) -> bool:
        places = self.places(bits)
        return all((row + corner[0], col + corner[1]) in stones for row, col in places)

    def _in_all_images(self, own: int, other: int) -> Iterator[Stones]:
        return ((_image(own, places), _image(other, places)) for places in self._images)

    def is_inside(self, place: Place) -> bool:
        """Whether the window has this cell."""
        return 0 <= place[0] < self._rows and 0 <= place[1] < self._cols

    def bits(self, places: Iterable[Place]) -> int:
        """Cells of the window as a set."""
        return sum(1 << row * self._cols + col for row, col in places)

    def places(self, bits: int) -> list[Place]:
        """A set of cells of the window, row by row."""
        return [self._place(cell) for cell in cells_in(bits)]

    def _place(self, cell: int) -> Place:
        return divmod(cell, self._cols)

    def _of(self, own: int, other: int) -> Iterator[Entry]:
        """The entries of this position, in all images that leave it as it is."""
        for entry in self._entries.get(self._first(own, other), ()):
            found = dict.fromkeys(
                entry.image(places)
                for places in self._images
                if _image(entry.own, places) == own and _image(entry.other, places) == other
            )
            yield from found

    def _first(self, own: int, other: int) -> Stones:
        """The least of the images of these stones."""
        return min(self._in_all_images(own, other))


def stones_of(strategy: Strategy) -> Stones:
    """Those of the first position.

    >>> from kinrow.rules import Sign, game
    >>> stones_of(Strategy(game("3,1,2").parse("O/X/."), Sign.X, 1, "", b""))
    (2, 1)
    """
    sides = str(strategy.winner), str(strategy.winner.other)
    cells = strategy.start.cells
    own, other = (sum(1 << at for at, cell in enumerate(cells) if cell == side) for side in sides)
    return own, other


def lacks_a_stone(entry: Entry) -> bool:
    """Whether it is one of these: the winner has two stones at most, and the loser fewer."""
    return entry.other.bit_count() < entry.own.bit_count() <= _OWN


def is_first_turn(entry: Entry, larger: tuple[Side, ...]) -> bool:
    """Whether the winner has one stone at most, and the loser as many, on a class of boards.

    Then a win may leave a stone out, which is nothing that a search does.
    """
    stones = entry.own.bit_count(), entry.other.bit_count()
    return bool(larger) and stones in ((0, 0), (1, 1))


def keeps_its_zone(entry: Entry, larger: tuple[Side, ...]) -> bool:
    """Whether the zone of an entry on a class of boards says which stones it leaves out."""
    return bool(larger) and (lacks_a_stone(entry) or is_first_turn(entry, larger))


def with_all_cells(entry: Entry, cells: int) -> Entry:
    """The entry for its position alone, on a window of so many cells: all that are empty matter.

    >>> with_all_cells(Entry(own=0b1, other=0b10, zone=0, move=2, order=0), 4).zone == 0b1100
    True
    """
    return replace(entry, zone=(1 << cells) - 1 & ~(entry.own | entry.other))


def images(strategy: Strategy) -> list[tuple[int, ...]]:
    """The symmetries of a window: rows and columns are exchanged only if it goes on beyond both.

    >>> from kinrow.rules import Sign, game
    >>> def count(*larger):
    ...     return len(images(Strategy(game("4,4,4").start(), Sign.X, 1, "", b"", larger)))
    >>> count("rows"), count("rows", "cols")
    (4, 8)
    """
    every = symmetries(strategy.rules.rows, strategy.rules.cols)
    keeping = (
        places for places in every if strategy.larger == SIDES or abs(places[1] - places[0]) == 1
    )
    return [*keeping]


def inverse(places: Sequence[int]) -> list[int]:
    """The symmetry that takes each cell back.

    >>> inverse([2, 0, 1])
    [1, 2, 0]
    """
    return sorted(range(len(places)), key=places.__getitem__)


def _image(bits: int, places: Sequence[int]) -> int:
    return sum(1 << places[cell] for cell in cells_in(bits))


def _subsets(other: Sequence[Place]) -> Iterator[tuple[Place, ...]]:
    """Stones that may be left out: one, then two."""
    for count in range(1, _LEFT_OUT + 1):
        yield from combinations(other, count)
