"""Hypothesis strategies: any game of the family, any position that play can reach in it."""

from __future__ import annotations

from hypothesis import strategies as st

from kinrow.rules import MOST_CELLS, MOST_COLS, MOST_ROWS, Position, Rules, Setup, Sign

signs = st.sampled_from(Sign)


def sides(most: int) -> st.SearchStrategy[int]:
    """Rows or columns; small ones as often as all together."""
    return st.one_of(st.integers(1, min(4, most)), st.integers(1, most))


@st.composite
def boards(draw: st.DrawFn, largest: int) -> tuple[int, int]:
    """Rows and columns up to `largest`; for that of columns, as many rows as a board may have."""
    cols = draw(sides(largest))
    most = min(MOST_ROWS, MOST_CELLS // cols) if largest == MOST_COLS else largest
    return draw(sides(most)), cols


@st.composite
def line_games(draw: st.DrawFn, largest: int = MOST_COLS) -> Rules:
    """Line games of every kind on boards of up to `largest` rows and columns."""
    turn = st.one_of(st.integers(1, 4), st.integers(1, MOST_CELLS))
    rows, cols = draw(boards(largest))
    variant = draw(st.sampled_from(("", "", "renju", "caro")))
    if variant:
        k, begins = draw(st.integers(4, 5)), draw(signs)
        renju, caro = variant == "renju", variant == "caro"
        return Rules(rows=rows, cols=cols, k=k, begins=begins, renju=renju, caro=caro)
    return Rules(
        rows=rows,
        cols=cols,
        k=draw(st.integers(1, min(MOST_COLS, max(rows, cols) + 2))),
        stones=draw(turn),
        first=draw(turn),
        begins=draw(signs),
        exact=draw(st.booleans()),
        misere=draw(st.booleans()),
    )


@st.composite
def majority_games(draw: st.DrawFn, largest: int = MOST_COLS) -> Rules:
    """Majority games with any sizes of turns that the board has room for."""
    rows, cols = draw(boards(largest))
    first = draw(st.integers(1, rows * cols))
    stones = draw(st.integers(1, rows * cols))
    k = draw(st.integers(1, min(MOST_COLS, max(rows, cols) + 1)))
    return Rules(
        rows=rows,
        cols=cols,
        k=k,
        stones=stones,
        first=first,
        begins=draw(signs),
        objective="majority",
        turns=draw(st.integers(1, 1 + (rows * cols - first) // stones)),
        fill=draw(signs),
        threshold=draw(st.integers(1, k)),
    )


def games(largest: int = MOST_COLS) -> st.SearchStrategy[Rules]:
    """Games of both objectives."""
    return st.one_of(line_games(largest), majority_games(largest))


def play_on(position: Position, choices: list[int]) -> Position:
    """Play the n-th legal move for every n, round and round, until the game is over."""
    for choice in choices:
        moves = position.legal_moves
        if not moves:
            break
        position = position.play(moves[choice % len(moves)])
    return position


def choices(most: int = 60) -> st.SearchStrategy[list[int]]:
    """What `play_on` takes: near zero, so that runs grow, or anywhere."""
    return st.lists(st.one_of(st.integers(0, 3), st.integers(0, MOST_CELLS - 1)), max_size=most)


@st.composite
def positions(draw: st.DrawFn, largest: int = MOST_COLS, most: int = 60) -> Position:
    """Positions reached from the empty board, or from a board that somebody composed."""
    position = play_on(draw(games(largest)).start(), draw(choices(most)))
    if position.rules.objective == "line" and draw(st.booleans()):
        left = draw(st.integers(1, position.rules.stones))
        setup = Setup(position.rules, position.rows, draw(signs), left)
        if not setup.faults():
            position = play_on(setup.position(), draw(choices(most)))
    return position
