"""Which second stones are far from a win, for five in a row on every large board.

A stone is named by its rows and columns from the first one. It is far from a zone that has no cell
up to three away from it in a row, column or diagonal, and at most one of the next three on one side
(`F` in docs/proof-format.md). Cells behind one of the first player's stones do not count, and if
there is one, of the fourth and the fifth cell both may be in the zone. In exact games the cell
beyond an end of five in the zone, or with stones, counts like one of the zone, unless the tree
reserves it: then none of its lines ends there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import chain

from kinrow.rules import Rules
from kinrow.strategies.far_stones import (
    FREE,
    REACH,
    WAYS,
    Place,
    beyond_lines,
    is_far,
    sides_of,
)

MIDDLE: Place = (0, 0)
Kept = tuple[Collection[Place], Collection[Place], Collection[Place]]
"""The zone of a win after a pass, the first player's stones, and the cells that it reserves."""


def on_board(rules: Rules, places: Iterable[Place]) -> frozenset[int]:
    """The cells of the board with these rows and columns."""
    return frozenset(
        row * rules.cols + col
        for row, col in places
        if 0 <= row < rules.rows and 0 <= col < rules.cols
    )


def freed(rules: Rules, cells: Collection[int]) -> set[Place]:
    """The rows and columns of reserved cells; if there are any, of those beyond the window, too.

    >>> board = Rules(9, 9, 5)
    >>> freed(board, []), (3, 4) in freed(board, [31]), (-1, 3) in freed(board, [31])
    (set(), True, True)
    """
    wide = 2 * REACH + 1
    around = (
        (row, col)
        for row in range(-wide, rules.rows + wide)
        for col in range(-wide, rules.cols + wide)
    )
    beyond = {
        (row, col) for row, col in around if not (0 <= row < rules.rows and 0 <= col < rules.cols)
    }
    return {divmod(cell, rules.cols) for cell in cells} | beyond if cells else set()


def distance(place: Place) -> tuple[int, int]:
    """Rows or columns from the first stone, whichever are more, and both together."""
    return max(map(abs, place)), sum(map(abs, place))


def kept_off(
    place: Place,
    stones: Collection[Place] = (MIDDLE,),
    ways: Iterable[Place] = tuple(WAYS.values()),
    theirs: Collection[Place] = (),
) -> set[Place]:
    """Cells without which a zone is far from this one, with these stones of the first player's.

    Of the fourth to the sixth, the one that the zone may have is the closest to the first stone, or
    one that has a stone of the second player's.
    Only along these ways, if not along all.

    >>> len(kept_off((0, 8))), (0, 3) in kept_off((0, 8)), (0, 2) in kept_off((0, 8))
    (41, True, False)
    >>> len(kept_off((0, 6))), (0, 2) in kept_off((0, 6))
    (39, False)
    """
    kept = {place}
    for side in chain(*sides_of(place, stones, ways)):
        kept |= {*side[:FREE]}
        if len(side) == REACH:
            kept |= {*sorted(side[FREE:], key=lambda at: (at not in theirs, distance(at)))[1:]}
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


def beyond_ends(held: Collection[Place]) -> list[Place]:
    """The cells beyond the ends of five held cells in a row.

    >>> sorted(beyond_ends({(0, col) for col in range(5)}))
    [(0, -1), (0, 5)]
    """
    near = (-1, 0, 1)
    around = {(row + down, col + right) for row, col in held for down in near for right in near}
    return beyond_lines(around, held)


def reached(
    zone: Collection[Place],
    stones: Collection[Place],
    reserved: Collection[Place] = (),
    *,
    exact: bool = False,
) -> set[Place]:
    """The places that are not far from this zone, with these stones of the first player's.

    >>> len(reached({(0, 0)}, [])), len(reached({(0, 0), (0, 1)}, []))
    (25, 44)
    >>> len(reached({(0, 0), (0, 1)}, [(0, 2)]))
    39
    """
    around = {
        (row + n * down, col + n * right)
        for row, col in ({*zone, *beyond_ends({*zone, *stones})} if exact else zone)
        for way in WAYS.values()
        for down, right in (way, (-way[0], -way[1]))
        for n in range(REACH)
    }
    near = (at for at in around if not is_far(at, zone, stones, exact=exact, reserved=reserved))
    return {*stones, *near}


def near(trees: Iterable[Kept], *, exact: bool = False) -> set[Place]:
    """The places that are far from no image of any of these.

    >>> one, two = ({(0, 0)}, [], []), ({(0, 0), (1, 0)}, [], [])
    >>> len(near([one])), len(near([one, two]))
    (25, 25)
    """
    reaches = (reached(*tree, exact=exact) for tree in trees)
    every = [image for places in reaches for image in images(places)]
    return set.intersection(*map(set, every)) if every else set()


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
