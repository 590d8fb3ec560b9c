"""Which second stones are far from a win, for five in a row on every large board.

A stone is named by its rows and columns from the first one. It is far from a zone that has no cell
up to four away from it in a row, column or diagonal, and not both the fifth and the sixth on one
side (`F` in docs/proof-format.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

REACH = 5  # the first cell in each direction that no line with a second stone has
DIRECTIONS = tuple((n, m) for n in (-1, 0, 1) for m in (-1, 0, 1) if n or m)

Place = tuple[int, int]  # rows and columns from the first stone
MIDDLE: Place = (0, 0)


def kept_off(place: Place) -> set[Place]:
    """Cells without which a zone is far from this one: of the fifth and the sixth, one is enough.

    That is the one farther from the first stone, and none if the sixth cell has the first stone.

    >>> len(kept_off((0, 8))), (4, 4) in kept_off((0, 8)), (3, 4) in kept_off((0, 8))
    (41, True, False)
    >>> len(kept_off((0, 6))), (0, 1) in kept_off((0, 6))
    (40, False)
    """
    row, col = place
    kept = {place}
    for down, right in DIRECTIONS:
        every = [(row + n * down, col + n * right) for n in range(REACH + 2)]
        kept |= {*every[:REACH]}
        if every[-1] != MIDDLE:
            kept.add(max(every[REACH:], key=lambda at: (max(map(abs, at)), sum(map(abs, at)))))
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
    (33, 56)
    """
    found = set(zone)
    for row, col in zone:
        for down, right in DIRECTIONS:
            steps = REACH + ((row - down, col - right) in zone)
            found |= {(row + n * down, col + n * right) for n in range(1, steps)}
    return found


def near(zones: Iterable[Iterable[Place]]) -> set[Place]:
    """The places that are far from no image of any of these zones.

    >>> len(near([{(0, 0)}])), len(near([{(0, 0)}, {(0, 0), (1, 0)}]))
    (33, 33)
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
