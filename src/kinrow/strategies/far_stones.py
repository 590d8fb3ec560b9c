"""Stones that a win tolerates: those far from its zone, and few enough in each line.

docs/proof-format.md proves both: its zones and orders say how many stones outside the zone a line
may have, its letters `F` and `G` when one stone more does not matter.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

K = 5  # only for five in a row a stone can be far
FREE, REACH = 3, 6  # in each direction none of so many cells, and one of those up to the last
WAYS = {
    "row": (0, 1),
    "column": (1, 0),
    "diagonal": (1, 1),
    "antidiagonal": (1, -1),
}

Place = tuple[int, int]  # a row and a column


def seen(place: Place, way: Place, stones: Collection[Place]) -> list[Place]:
    """The cells in one direction, up to the sixth or to a stone of the winner's.

    >>> seen((0, 4), (0, -1), [(0, 0)])
    [(0, 3), (0, 2), (0, 1)]
    """
    every = [(place[0] + n * way[0], place[1] + n * way[1]) for n in range(1, REACH + 1)]
    return every[: next((n for n, at in enumerate(every) if at in stones), REACH)]


def sides_of(
    place: Place, stones: Collection[Place], ways: Iterable[Place] = tuple(WAYS.values())
) -> list[tuple[list[Place], list[Place]]]:
    """The cells on both sides in each of these rows, columns and diagonals, as `seen` has them."""
    return [
        (seen(place, (down, right), stones), seen(place, (-down, -right), stones))
        for down, right in ways
    ]


def is_quiet(side: Sequence[Place], zone: Collection[Place]) -> bool:
    """Whether a zone keeps off a stone on this side of it.

    >>> [is_quiet([(0, n) for n in range(1, 7)], {(0, at)}) for at in (3, 4)]
    [False, True]
    """
    held = [at in zone for at in side]
    return not any(held[:FREE]) and (len(held) < REACH or sum(held) < 2)


def is_quiet_along(
    place: Place,
    way: Place,
    held: Collection[Place],
    stones: Collection[Place],
    *,
    exact: bool = False,
    reserved: Collection[Place] = (),
) -> bool:
    """Whether what is held keeps off a stone on both sides, with these stones of the winner's.

    In exact games a cell beyond an end of five held ones counts, too, unless it is reserved.

    >>> column = [(row, 2) for row in range(1, 6)]
    >>> [is_quiet_along((0, 0), (0, 1), column, [], exact=exact) for exact in (False, True)]
    [True, False]
    """
    (sides,) = sides_of(place, stones, [way])
    zone = {*held} - {place}
    if exact:
        near = [at for side in sides for at in side if at not in reserved]
        zone.update(beyond_lines(near, {*zone, *stones}))
    return all(is_quiet(side, zone) for side in sides)


def beyond_lines(places: Iterable[Place], held: Collection[Place]) -> list[Place]:
    """Those of these cells that lie beyond an end of five held ones in a row.

    A stone of the winner's there would spoil this line in an exact game.

    >>> beyond_lines([(0, 5), (0, 6), (-1, -1)], [(0, col) for col in range(5)])
    [(0, 5)]
    """
    ways = [(down * sign, right * sign) for down, right in WAYS.values() for sign in (1, -1)]
    return [
        (row, col)
        for row, col in places
        if any(
            all((row + n * down, col + n * right) in held for n in range(1, K + 1))
            for down, right in ways
        )
    ]


def is_far(
    place: Place,
    zone: Collection[Place],
    stones: Collection[Place],
    *,
    exact: bool = False,
    reserved: Collection[Place] = (),
) -> bool:
    """Whether a stone of the loser's here is far from a zone, with these stones of the winner's.

    >>> [is_far((0, col), {(0, 0)}, stones) for col, stones in ((4, []), (3, []), (3, [(0, 1)]))]
    [True, False, True]
    """
    return place not in zone and all(
        is_quiet_along(place, way, zone, stones, exact=exact, reserved=reserved)
        for way in WAYS.values()
    )


def most_in_line(extra: Collection[Place], k: int, stones: Collection[Place]) -> int:
    """The most of these stones of the loser's in a line without a stone of the winner's.

    The board may go on beyond its edges, so all lines count.

    >>> row = [(0, 0), (0, 1), (0, 4)]
    >>> most_in_line(row, 5, []), most_in_line(row, 5, [(0, 2)]), most_in_line(row, 4, [])
    (3, 2, 2)
    """
    if len(extra) < 2:
        return len(extra)
    held = {*extra}
    every = (
        line for at in held for way in WAYS.values() for line in open_lines(at, way, k, stones)
    )
    return max((sum(at in held for at in line) for line in every), default=0)


def tolerates(
    extra: Sequence[Place],
    zone: Collection[Place],
    order: int,
    stones: Collection[Place],
    others: Collection[Place],
) -> bool:
    """Whether a win of five in a row holds with these further stones of the loser's.

    It has this zone and order; `stones` are the winner's, after his move, and `others` the loser's
    that the win knows of. Either no line has more of the further stones than the order, or one of
    them is far from the zone and from `others`, at least in each direction in which a line has more
    stones than that, and the order is for the rest.

    >>> tolerates([(0, 0)], {(0, 4)}, 0, [], []), tolerates([(0, 0)], {(0, 3)}, 0, [], [])
    (True, False)
    >>> tolerates([(0, 0), (0, 1)], {(5, 7)}, 1, [], [])
    True
    """
    if any(at in zone or at in stones for at in extra):
        return False
    if most_in_line(extra, K, stones) <= order:
        return True
    held = {*zone, *others}
    return len(extra) <= order + 1 and any(
        _is_left_out(at, extra, held, order, stones) for at in extra
    )


def _is_left_out(
    stone: Place,
    extra: Sequence[Place],
    held: Collection[Place],
    order: int,
    stones: Collection[Place],
) -> bool:
    """Whether one of these stones does not count, as the direction of each crowded line is quiet.

    At most one of the others may be in a line with it: the first one there is a pass, and the next
    one would have had an answer.
    """
    rest = {*extra} - {stone}
    if len({at for way in WAYS.values() for at in _with(stone, way, rest, stones)}) > 1:
        return False
    if most_in_line(rest, K, stones) > order:
        return False
    crowded = [way for way in WAYS.values() if 1 + len(_with(stone, way, rest, stones)) > order]
    return all(is_quiet_along(stone, way, held, stones) for way in crowded)


def _with(
    stone: Place, way: Place, rest: Collection[Place], stones: Collection[Place]
) -> set[Place]:
    """Those of the rest that are in a line with a stone, in one direction."""
    return {at for line in open_lines(stone, way, K, stones) for at in line if at in rest}


def open_lines(
    at: Place, way: Place, k: int, stones: Collection[Place], spoilers: Collection[Place] = ()
) -> Iterator[list[Place]]:
    """The lines through a cell in one direction that have no stone of the winner's.

    In an exact game the loser's stones, `spoilers`, are not beyond their ends, either.

    >>> [line[0] for line in open_lines((0, 0), (0, 1), 3, [(0, 2)], [(0, -3)])]
    [(0, -1)]
    """
    for first in range(1 - k, 1):
        lying = range(first - 1, first + k + 1)
        before, *line, behind = [(at[0] + n * way[0], at[1] + n * way[1]) for n in lying]
        spoilt = before in spoilers or behind in spoilers
        if not spoilt and not any(cell in stones for cell in line):
            yield line
