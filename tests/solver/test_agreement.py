"""The core and the reference rules tell the same game; the solver and minimax the same values."""

from __future__ import annotations

import random
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rules.strategies import choices, games, play_on, positions

from kinrow import _core, analysis
from kinrow.rules import Objective, Position, Rules, Sign, game, symmetries
from kinrow.rules.games import NAMED
from kinrow.runtime.conversion import SIGNS, cell_of, core_game, core_position
from kinrow.solver import SearchSolver, perft

analyse = partial(analysis.analyse, knowledge=False)

EXPENSIVE = pytest.mark.expensive

Memo = dict[tuple[str, Sign, int], int]
"""Values by cells, side to move and stones left."""

EDGES = (
    *("1,1,1", "1,22,3", "20,20,5", "21,21,5", "22,22,5", "22,22,22", "29,16,5", "1,1,2"),
    *("20,1,2:misere", "22,22,6:exact", "22,22,1:exact", "22,22,6,2,1"),
)


def replay(position: Position, seed: int) -> None:
    """A game by chance in the core, stone by stone on the reference rules."""
    moves, legal, winner, margin = core_game(position.rules).random_game(
        *core_position(position), seed
    )
    for index, count in zip(moves, legal, strict=True):
        assert len(position.legal_moves) == count
        position = position.play(cell_of(position.rules, index))
    assert position.finished
    assert position.winner is (None if winner < 0 else SIGNS[winner])
    if position.rules.objective == "majority":
        assert position.margin == (margin if position.to_move is Sign.X else -margin)


@pytest.mark.parametrize("seeds", [range(5), pytest.param(range(5, 20), marks=EXPENSIVE)])
@pytest.mark.parametrize("name", [*NAMED, *EDGES])
def test_games_by_chance_end_alike(name: str, seeds: range) -> None:
    """Every named game, and boards at the edges of what is allowed."""
    for seed in seeds:
        replay(game(name).start(), seed)


@given(games(8), choices(10), st.integers(0, 2**63))
def test_any_game_by_chance_ends_alike(rules: Rules, choice: list[int], seed: int) -> None:
    """Any rules, from any position."""
    replay(play_on(rules.start(), choice), seed)


def leaves(position: Position, depth: int) -> int:
    """perft on the reference rules."""
    if depth == 0:
        return 1
    return sum(leaves(position.play(move), depth - 1) for move in position.legal_moves)


@given(positions(4, 12), st.integers(0, 3))
@settings(max_examples=150)
def test_perft(position: Position, depth: int) -> None:
    """The two tellings count the same sequences."""
    assert perft(position, depth) == leaves(position, depth)


def value(position: Position, objective: Objective, memo: Memo) -> int:
    """Plain minimax with a memo: the second opinion, on the reference rules."""
    if position.finished:
        ends = {"outcome": position.outcome, "score": position.score, "margin": position.margin}
        end = ends[objective]
        assert end is not None
        return int(end)
    key = (position.cells, position.to_move, position.left)
    if key not in memo:
        memo[key] = max(
            as_seen_by(position.to_move, position.play(move), objective, memo)
            for move in position.legal_moves
        )
    return memo[key]


def as_seen_by(side: Sign, child: Position, objective: Objective, memo: Memo) -> int:
    """A child's value for the side that moved there."""
    worth = value(child, objective, memo)
    return worth if child.to_move is side else -worth


def small_rules(rng: random.Random) -> Rules:
    """Rules of every kind on at most 12 cells."""
    rows = rng.randint(1, 4)
    cols = rng.randint(1, 12 // rows if rows > 1 else 7)
    k, first, stones = rng.randint(1, 5), rng.randint(1, 3), rng.randint(1, 3)
    begins = rng.choice(SIGNS)
    if rng.random() < 0.3 and first <= rows * cols:
        return Rules(
            rows=rows,
            cols=cols,
            k=k,
            stones=stones,
            first=first,
            begins=begins,
            objective="majority",
            turns=rng.randint(1, 1 + (rows * cols - first) // stones),
            fill=rng.choice(SIGNS),
            threshold=rng.randint(1, k),
        )
    if rng.random() < 0.2:
        renju = rng.random() < 0.5
        k = rng.randint(4, 5)
        return Rules(rows, cols, k, begins=begins, renju=renju, caro=not renju)
    exact, misere = rng.random() < 0.3, rng.random() < 0.3
    return Rules(
        rows=rows,
        cols=cols,
        k=k,
        stones=stones,
        first=first,
        begins=begins,
        exact=exact,
        misere=misere,
    )


@pytest.mark.parametrize(
    "seed", [*range(4), *(pytest.param(seed, marks=EXPENSIVE) for seed in range(4, 8))]
)
def test_every_value_move_and_line_is_minimaxs(seed: int) -> None:
    """Hundreds of small games, mid-turn starts, one and two threads, tables of any size."""
    rng = random.Random(seed)
    for _ in range(125):
        position = small_rules(rng).start()
        while not position.finished and (position.empties > 8 or rng.random() < 0.3):
            position = position.play(rng.choice(position.legal_moves))
        exact: Objective = "margin" if position.rules.objective == "majority" else "score"
        with SearchSolver(
            memory=rng.choice(("64KiB", "1MiB")), threads=rng.choice((1, 2))
        ) as solver:
            for objective in ("outcome", exact):
                check_analysis(solver, position, objective)


def check_analysis(solver: SearchSolver, position: Position, objective: Objective) -> None:
    """Value, every move's value and the end of the line, against minimax."""
    memo: Memo = {}
    expected = value(position, objective, memo)
    answer = solver.analyse(position, objective=objective)
    where = f"{position!r} {objective}"
    assert answer.complete and answer.solution.value.lower == expected, where
    moves = {
        move: as_seen_by(position.to_move, position.play(move), objective, memo)
        for move in position.legal_moves
    }
    assert {move: known.lower for move, known in answer.moves.items()} == moves, where
    assert answer.best == tuple(move for move, worth in moves.items() if worth == expected), where
    end = position
    for move in answer.solution.line:
        end = end.play(move)
    assert end.finished, where
    assert as_seen_by(position.to_move, end, objective, {}) == expected, where


@given(positions(3, 9), st.data())
@settings(max_examples=60)
def test_symmetric_positions_are_worth_the_same(position: Position, data: st.DataObject) -> None:
    """Turned and mirrored boards have turned and mirrored answers."""
    image = data.draw(st.sampled_from(symmetries(position.rules.rows, position.rules.cols)))
    cells = [""] * position.rules.size
    for index, sign in enumerate(position.cells):
        cells[image[index]] = sign
    turned = Position(position.rules, "".join(cells), position.to_move, position.left)
    here, there = analyse(position, threads=1), analyse(turned, threads=1)
    assert here.solution.value == there.solution.value
    for move, worth in here.moves.items():
        at = image[move.row * position.rules.cols + move.col]
        assert there.moves[cell_of(position.rules, at)] == worth


def test_the_core_has_a_version() -> None:
    """What is loaded is the compiled core."""
    assert _core.version().count(".") == 2
