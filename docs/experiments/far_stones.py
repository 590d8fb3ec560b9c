"""Which second stones are far from a win, for five in a row on every large board.

A stone is named by its rows and columns from the first one. It is far from a zone that has no cell
up to three away from it in a row, column or diagonal, and at most one of the next three on one side
(`F` in docs/proof-format.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

FREE, REACH = 3, 6  # in each direction none of so many cells, and one of those up to the last
DIRECTIONS = tuple((n, m) for n in (-1, 0, 1) for m in (-1, 0, 1) if n or m)

Place = tuple[int, int]  # rows and columns from the first stone
MIDDLE: Place = (0, 0)


def kept_off(place: Place) -> set[Place]:
    """Cells without which a zone is far from this one: of the fourth to the sixth, all but one.

    The one that is left is the closest to the first stone.

    >>> len(kept_off((0, 8))), (0, 3) in kept_off((0, 8)), (0, 2) in kept_off((0, 8))
    (41, True, False)
    >>> len(kept_off((0, 6))), (0, 1) in kept_off((0, 6))
    (40, False)
    """
    row, col = place
    kept = {place}
    for down, right in DIRECTIONS:
        every = [(row + n * down, col + n * right) for n in range(1, REACH + 1)]
        closest = sorted(every[FREE:], key=lambda at: (max(map(abs, at)), sum(map(abs, at))))
        kept |= {*every[:FREE], *closest[1 + (MIDDLE in closest) :]}
    return kept


def images(places: Iterable[Place]) -> Iterator[frozenset[Place]]:
    """Places after each of the eight symmetries around the first stone, numbered as in the format.

    >>> [sorted(image) for image in images([(1, 2)])][:3]
    [[(1, 2)], [(-1, 2)], [(1, -2)]]
    """
    kept = [*places]
    for turn in range(8):
        down, right = 1 - 2 * (turn & 1), 1 - (turn & 2)
        moved = ((row * down, col * right) for row, col in kept)
        yield frozenset((col, row) if turn & 4 else (row, col) for row, col in moved)


def reached(zone: frozenset[Place]) -> set[Place]:
    """The places that are not far from this zone.

    >>> len(reached(frozenset([(0, 0)]))), len(reached(frozenset([(0, 0), (0, 1)])))
    (25, 44)
    """
    found = set(zone)
    for row, col in zone:
        for down, right in DIRECTIONS:
            next_two = [(row - n * down, col - n * right) in zone for n in (1, 2)]
            most = REACH - 1 if next_two[0] else REACH - 2 if next_two[1] else FREE
            found |= {(row + n * down, col + n * right) for n in range(1, most + 1)}
    return found


def near(zones: Iterable[Iterable[Place]]) -> set[Place]:
    """The places that are far from no image of any of these zones.

    >>> len(near([{(0, 0)}])), len(near([{(0, 0)}, {(0, 0), (1, 0)}]))
    (25, 25)
    """
    every = [reached(image) for zone in zones for image in images(zone)]
    return set.intersection(*every) if every else set()


def first_image(place: Place) -> Place:
    """That of its eight images which has the least non-negative rows, then columns.

    >>> first_image((-3, 2))
    (2, 3)
    """
    row, col = sorted(map(abs, place))
    return row, col


def named(place: Place) -> str:
    """A place in a file's name."""
    return f"{place[0]}-{place[1]}"
