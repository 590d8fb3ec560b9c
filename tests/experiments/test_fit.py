"""The script that fits the lambda search's weights, on samples whose true weights are known."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from docs.experiments.fit import fit


def positions(count: int, weights: fit.Floats, seed: int) -> fit.Wins:
    """Random positions, won with the chance that these weights give them."""
    random = np.random.default_rng(seed)
    features = random.integers(0, 9, (count, len(weights))).astype(float)
    features[:, 0] = 1
    chance = 1 / (1 + np.exp(-features @ weights))
    return fit.Wins(features, (random.random(count) < chance).astype(float))


def choices(count: int, weights: fit.Floats, seed: int) -> fit.Moves:
    """Positions of eight random moves each, the cheapest drawn with the chance that these give."""
    random = np.random.default_rng(seed)
    features = random.integers(0, 3, (8 * count, len(weights))).astype(float)
    scores = (features @ weights).reshape(count, 8) + random.gumbel(size=(count, 8))
    cost = np.zeros((count, 8))
    cost[np.arange(count), scores.argmax(axis=1)] = 1
    return fit.Moves(features, np.arange(0, 8 * count, 8), cost.ravel())


def test_the_win_estimate_finds_the_weights_that_made_the_samples() -> None:
    truth = np.array([-1.0, 0.5, -0.4, 0.0, 0.2])
    found = positions(20_000, truth, 1).fit()
    assert np.abs(found - truth).max() < 0.1
    test = positions(5_000, truth, 2)
    assert test.loss(test.features @ found) < test.loss(np.zeros(5_000)) - 0.1


def test_the_move_order_finds_the_weights_that_made_the_samples() -> None:
    truth = np.array([1.0, -0.5, 0.0, 0.25])
    found = choices(5_000, truth, 3).fit()
    assert np.abs(found - truth).max() < 0.1


def test_a_feature_that_never_differs_gets_no_weight() -> None:
    data = positions(500, np.array([0.5, 0.3]), 4)
    wider = fit.Wins(np.column_stack([data.features, np.zeros(500)]), data.won)
    assert wider.fit()[2] == 0


def test_losses_and_ranks_are_those_counted_by_hand() -> None:
    wins = fit.Wins(np.ones((2, 1)), np.array([1.0, 0.0]))
    assert wins.loss(np.array([math.log(3), 0.0])) == pytest.approx(
        -(math.log(3 / 4) + math.log(1 / 2)) / 2
    )
    # Two positions: of two moves, costs 10 and 30; of three, one that wins.
    moves = fit.Moves(np.ones((5, 1)), np.array([0, 2]), np.array([10.0, 30.0, 0.0, 0.0, 5.0]))
    assert moves.target == pytest.approx([3 / 4, 1 / 4, 0, 0, 1])
    scores = np.array([math.log(3), 0.0, 1.0, 0.0, 0.0])
    first = -(3 / 4 * math.log(3 / 4) + 1 / 4 * math.log(1 / 4))
    second = math.log(math.e + 2)
    assert moves.loss(scores) == pytest.approx((first + second) / 2)
    assert moves.rank(scores) == (1 + 2.5) / 2  # the last of three is second or third


def test_odds_are_brought_to_the_base_rate_of_the_samples() -> None:
    data = positions(20_000, np.array([-1.0, 0.5]), 5)
    skewed = 3 + 2 * (data.features @ np.array([-1.0, 0.5]))
    line = fit.log_odds(data, skewed)
    assert data.loss(line(skewed)) < data.loss(skewed) - 0.1
    assert line(np.array([3.0, 5.0])) == pytest.approx([0, 1], abs=0.1)


@pytest.mark.parametrize(("write", "size"), [(fit.win_initialiser, 33), (fit.move_initialiser, 92)])
def test_initialisers_keep_the_order_of_the_weights(
    write: Callable[[list[int]], str], size: int
) -> None:
    text = write(list(range(size)))
    assert [int(n) for n in re.findall(r"\d+", text)] == list(range(size))
    assert text.count("{") == text.count("}")


# Answers like lambda_samples: ten groups, in which one feature tells who wins.
PROGRAM = """#!{python}
import random, sys
random.seed(7)
what = sys.argv[1]
if what == "weights":
    print(*[0] * 33); print(*[0] * 33); print(*[0] * 92)
for i in range(400):
    if what == "wins":
        n = random.randrange(9)
        print(i % 10, i // 10 % 2, int(n > 4), 1, 0, 0, n, *[0] * 29)
    elif what == "moves":
        best = random.randrange(4)
        for move in range(4):
            on_line = int(move == best)
            print(i // 40, i, on_line, 4 - on_line, on_line, *[0] * 8, 1, *[0] * 35, end=" ")
            print(4, *[0] * 9, 1, *[0] * 35)
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "samples_like"
    path.write_text(PROGRAM.replace("{python}", sys.executable))
    path.chmod(0o755)
    return path


def run(program: Path, monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    folder = ["--program", str(program), "--samples", str(program.parent / "kept")]
    monkeypatch.setattr(sys, "argv", ["fit.py", *folder, *words])
    fit.main()


def test_it_fits_what_the_program_samples_and_judges_it_on_other_groups(
    program: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(program, monkeypatch)
    out = capsys.readouterr().out
    shipped = [float(n) for n in re.findall(r"shipped: ([\d.]+\d)", out)]
    fitted = [float(n) for n in re.findall(r"fitted: ([\d.]+\d)", out)]
    constant = [float(n) for n in re.findall(r"constant: ([\d.]+)", out)]
    assert shipped == pytest.approx([*constant, math.log(4)], abs=1e-4)
    assert len(fitted) == 3 and all(new < old / 2 for old, new in zip(shipped, fitted, strict=True))
    assert "160 positions" in out and "on 40 others" in out


def test_a_check_uses_the_samples_that_are_there_and_fits_nothing(
    program: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(program, monkeypatch, "--check")
    before = capsys.readouterr().out
    program.write_text(PROGRAM.replace("{python}", sys.executable).replace("400", "0"))
    run(program, monkeypatch, "--check")
    assert capsys.readouterr().out == before
    assert "fitted" not in before and before.count("shipped") == 3
