"""Records of random games for the tests: every named game, with variations, times and notes."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import strategies as st

from kinrow.records import ABOUT, Ending, Record, Result, Stone
from kinrow.rules import NAMED, Position, Sign, game

ODD = ["29,4,4", "3,20,3", "1,3,2", "4,4,3:misere", "5,5,4,1,2", "3,3,3,2,1:begins=O"]
GAMES = st.sampled_from([*(named.rules for named in NAMED.values()), *map(game, ODD)])
TEXTS = st.text(st.characters(codec="utf-8"), max_size=12) | st.sampled_from(
    ["; x", "1.5 s", "80ms", "0.250 s; y", "a]b[c:\\", "\\\n", "x\r\ny\rz", ";x", "-", "(", "#"]
)
SECONDS = st.none() | st.floats(0, 1e6)


@st.composite
def trees(draw: st.DrawFn, start: Position, stones: int) -> list[Stone]:
    """A line of random stones, and lines that leave it; in preorder."""
    children: dict[int, list[int]] = {}
    places: list[tuple[Position, Stone]] = []

    def grow(position: Position, parent: int, most: int) -> None:
        for _ in range(draw(st.integers(0, most))):
            if position.finished:
                return
            cell = draw(st.sampled_from(position.legal_moves))
            node = Stone(cell, None, draw(SECONDS), draw(TEXTS))
            position = position.play(cell)
            places.append((position, node))
            children.setdefault(parent, []).append(len(places) - 1)
            parent = len(places) - 1

    grow(start, -1, stones)
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(-1, len(places) - 1))
        grow(start if at < 0 else places[at][0], at, 3)
    found: list[Stone] = []

    def collect(at: int, parent: int | None) -> None:
        for child in children.get(at, ()):
            node = places[child][1]
            found.append(Stone(node.cell, parent, node.seconds, node.note))
            collect(child, len(found) - 1)

    collect(-1, None)
    return found


@st.composite
def starts(draw: st.DrawFn) -> Position:
    """The empty board, or a position that was reached, perhaps in the middle of a turn."""
    position = draw(GAMES).start()
    for _ in range(draw(st.integers(0, 5))):
        if not position.finished:
            position = position.play(draw(st.sampled_from(position.legal_moves)))
    return position


def results() -> st.SearchStrategy[Result | None]:
    won: Callable[..., st.SearchStrategy[Result]] = lambda ending, score: st.builds(  # noqa: E731
        Result, st.sampled_from(Sign), st.just(ending), score
    )
    none = st.none()
    return st.one_of(
        none,
        st.just(Result(None)),
        st.just(Result(None, Ending.VOID)),
        won(Ending.BOARD, none | st.floats(0, 99_999)),
        *(won(ending, none) for ending in (Ending.RESIGNATION, Ending.TIME, Ending.FORFEIT)),
    )


@st.composite
def records(draw: st.DrawFn, from_the_start: bool = False) -> Record:
    """A record; with a set-up position unless it is to begin from the empty board."""
    start = draw(starts())
    if from_the_start:
        start = start.rules.start()
    tree = draw(trees(start, 8))
    return Record(
        start,
        tree,
        {sign: draw(TEXTS) for sign in Sign},
        draw(results()),
        draw(TEXTS),
        draw(st.dictionaries(st.sampled_from(ABOUT), TEXTS, max_size=3)),
        opening=draw(st.integers(0, len(Record(start, tree).moves))),
    )
