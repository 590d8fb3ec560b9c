"""Renju and caro in the core: forbidden cells, lines and values, against the reference rules."""

from __future__ import annotations

import random

import pytest
from tests.solver.test_agreement import check_analysis

from kinrow import _core
from kinrow.players.alphabeta import AlphaBetaPlayer
from kinrow.rules import Outcome, Position, Rules, Setup, Sign, game
from kinrow.runtime.conversion import cell_of, core_game, core_position
from kinrow.solver import SearchSolver


def crowd(rules: Rules, rng: random.Random) -> Position | None:
    """Stones by chance in a corner, most of who begins; None if such a board cannot arise."""
    size = rng.randint(5, min(9, rules.rows))
    signs = ".XO" if rules.begins is Sign.X else ".OX"
    share = rng.uniform(0.15, 0.4)
    marks = [
        rng.choices(signs, (1 - share - 0.1, share, 0.1))[0]
        if max(divmod(at, rules.cols)) < size
        else "."
        for at in range(rules.size)
    ]
    rows = ["".join(marks[at : at + rules.cols]) for at in range(0, rules.size, rules.cols)]
    setup = Setup(rules, tuple(rows), rules.begins, 1)
    return None if setup.faults() else setup.position()


@pytest.mark.parametrize(
    "spec", ["15,15,5:renju", "9,9,4:renju", "7,9,4:renju,begins=O", "20,20,5:renju"]
)
def test_the_core_forbids_what_the_reference_forbids(spec: str) -> None:
    """On crowded boards, where threes and fours meet."""
    rules, rng = game(spec), random.Random(spec)
    forbidden = 0
    for _ in range(250):
        if (position := crowd(rules, rng)) is None or position.finished:
            continue
        state = _core.State(core_game(rules), *core_position(position))
        assert [cell_of(rules, at) for at in state.legal()] == list(position.legal_moves), position
        forbidden += len(position.forbidden)
    assert forbidden > 100


def late(spec: str, rng: random.Random, empties: int) -> Position:
    """A position with so few empty cells, at most, of a game by chance."""
    position = game(spec).start()
    while not position.finished and position.empties > empties:
        position = position.play(rng.choice(position.legal_moves))
    return position


@pytest.mark.parametrize(
    "spec", ["5,5,4:renju", "5,6,4:renju,begins=O", "5,5,4:caro", "6,6,5:renju", "6,6,5:caro"]
)
def test_late_positions_are_worth_what_minimax_says(spec: str) -> None:
    """Positions of games by chance in which cells are forbidden now or soon; in caro any."""
    rng, solved = random.Random(spec), 0
    while solved < 12:
        position = late(spec, rng, rng.randint(5, 8))
        if position.finished or not (position.rules.caro or bans_ahead(position)):
            continue
        solved += 1
        with SearchSolver(memory="1MiB", threads=1) as solver:
            for objective in ("outcome", "score"):
                check_analysis(solver, position, objective)


def bans_ahead(position: Position) -> bool:
    """Whether cells are forbidden here, or after a move."""
    return bool(position.forbidden) or any(
        position.play(move).forbidden for move in position.legal_moves
    )


@pytest.mark.parametrize("spec", ["6,6,4:renju", "6,6,4:caro", "7,7,5:renju", "7,7,5:caro"])
def test_wins_by_threats_are_wins(spec: str) -> None:
    """What the engine calls a win, the solver calls a win, too."""
    rng, found = random.Random(spec), 0
    few = 2**20  # bytes, which are cleared for each position
    with (
        AlphaBetaPlayer("engine", nodes=2000, memory=few) as engine,
        SearchSolver(memory="8MiB") as solver,
    ):
        for _ in range(150):
            position = late(spec, rng, rng.randint(10, 20))
            if position.finished:
                continue
            move = engine.choose(position)
            assert move in position.legal_moves
            if engine.score > 20_000 and found < 8:
                after = position.play(move)
                worth = after.outcome or solver.solve(after, objective="outcome").outcome
                assert worth is Outcome.LOSS, (position, str(move))
                found += 1
    assert found
