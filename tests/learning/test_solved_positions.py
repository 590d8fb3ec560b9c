"""Random positions that the solver teaches: they are true, and the recipe says how many."""

from __future__ import annotations

from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from kinrow.__main__ import main
from kinrow.learning.network import train_network
from kinrow.learning.network.solved import ANY, EARLY, Draw, SolvedPositions
from kinrow.rules import Outcome, Position, game
from kinrow.runtime.conversion import index_of
from kinrow.solver import SearchSolver
from kinrow.weights import NetworkRecipe

needs_jax = pytest.mark.skipif(
    find_spec("jax") is None or find_spec("optax") is None,
    reason="JAX is not installed: pip install 'kinrow[learn]'",
)


@pytest.mark.parametrize("draw", [ANY, EARLY._replace(positions=50)], ids=["any", "early"])
@pytest.mark.parametrize("spec", ["4,4,3", "3,3,3:misere", "4,3,3,2,1", "1,1,1", "2,2,2"])
def test_random_positions_are_taught_as_the_solver_has_them(spec: str, draw: Draw) -> None:
    rules = game(spec)
    found = SolvedPositions(rules, nodes=10**6, seed=3, draw=draw).play(0)
    assert len(found) == 50
    assert found.exact.all()
    assert (found.cells >= 0).sum(1).max() <= rules.size // draw.share
    with SearchSolver(memory="64MiB", threads=1) as solver:
        for cells, to_move, left, policy, value in zip(
            found.cells, found.to_move, found.left, found.policy, found.value, strict=True
        ):
            text = "".join(".XO"[sign + 1] for sign in cells)
            answer = solver.analyse(Position(rules, text, "XO"[to_move], int(left)))
            result = (Outcome.WIN, Outcome.DRAW, Outcome.LOSS).index(answer.outcome)
            assert value.tolist() == np.eye(3)[result].tolist()
            keeps = np.zeros(rules.size)
            keeps[[index_of(rules, move) for move in answer.best]] = 1
            alike = keeps.sum() == len(answer.moves)
            assert np.allclose(policy, 0 if alike else keeps / keeps.sum())


def test_random_positions_that_the_nodes_do_not_settle_are_left_out() -> None:
    few, many = (SolvedPositions(game("5,5,4"), nodes=n, seed=3).play(1) for n in (30, 10**6))
    assert 0 < len(few) < len(many) == ANY.positions


def test_early_positions_may_cost_more_and_are_given_up_after_some_in_vain() -> None:
    rules, draw = game("5,5,4"), EARLY._replace(nodes=1)
    found = [
        SolvedPositions(rules, nodes=30 if made.nodes == 1 else 2000, seed=3, draw=made).play(1)
        for made in (draw._replace(in_vain=1), draw, draw._replace(in_vain=250), EARLY)
    ]
    assert len(found[0]) < len(found[1]) < len(found[2]) < len(found[3])
    assert len({cells.tobytes() for cells in found[3].cells}) > 100


@pytest.mark.parametrize("option", ["--solved", "--early"])
def test_random_positions_need_the_solver(
    option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--network", "--truth", "0", option, "5", "--out", str(tmp_path / "a.json")]
    assert main(["learn", "3,3,3", *options]) == 2
    assert f"--truth above 0 with {option}" in " ".join(capsys.readouterr().err.split())


@needs_jax
def test_early_positions_are_taught_and_more_visits_are_more_steps() -> None:
    recipe = NetworkRecipe("4,4,3", games=3, rounds=1, simulations=8, seed=3, truth=1000)
    some = [
        next(iter(train_network(one, lambda *_: None)))
        for one in (recipe, replace(recipe, early=1), replace(recipe, visits=100))
    ]
    assert some[1].card.positions == some[0].card.positions + EARLY.positions
    assert some[2].card.positions == some[0].card.positions
    assert not np.array_equal(some[2].numbers, some[0].numbers)
