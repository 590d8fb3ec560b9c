"""The fit: its gradients are those of the losses, and it finds the weights that made the data."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from kinrow import _core
from kinrow.learning import fit_moves, fit_values, sums
from kinrow.learning.features import CLASSES, LEVELS, Features, features
from kinrow.learning.fit_values import ValueWeights
from kinrow.learning.samples import UNKNOWN, Samples
from kinrow.rules import game

Floats = NDArray[np.float64]


def random_samples(spec: str, count: int, seed: int) -> Samples:
    """Positions of random games, each with a random legal move, and values by chance."""
    rules, random = game(spec), np.random.default_rng(seed)
    rows: list[tuple[object, ...]] = []
    while len(rows) < count:
        position = rules.start()
        for _ in range(int(random.integers(1, rules.size // 2))):
            if not position.finished:
                legal = position.legal_moves
                position = position.play(legal[int(random.integers(len(legal)))])
        if position.finished:
            continue
        move = position.legal_moves[0]
        at = move.row * rules.cols + move.col
        side = "XO".index(str(position.to_move))
        rows.append(
            (position.cells, side, at, int(random.integers(-300, 300)), False, 1, len(rows))
        )
    return Samples.gather(rules, rows)


@pytest.fixture(scope="module")
def samples() -> Samples:
    return random_samples("9,9,5", 60, 1)


@pytest.fixture(scope="module")
def seen(samples: Samples) -> Features:
    return features(samples)


def check_slope(loss: Callable[[Floats], float], slope: Floats, at: Floats, seed: int) -> None:
    """Against differences, along random directions."""
    random = np.random.default_rng(seed)
    for _ in range(5):
        way = random.normal(size=len(at))
        step = 1e-5
        difference = (loss(at + step * way) - loss(at - step * way)) / (2 * step)
        assert slope @ way == pytest.approx(difference, rel=1e-4, abs=1e-7)


def test_the_slope_of_the_values_is_that_of_the_loss(seen: Features) -> None:
    random = np.random.default_rng(2)
    wanted = random.random(len(seen.levels))
    at = random.normal(size=4 * sums.PARAMETERS + LEVELS**2) / 20
    batch = fit_values._Batch(seen)

    def loss(parameters: Floats) -> float:
        return fit_values.cross_entropy(
            fit_values._chance(batch.logits(fit_values._unpacked(parameters))), wanted
        )

    check_slope(
        loss,
        batch.slope(fit_values._chance(batch.logits(fit_values._unpacked(at))) - wanted),
        at,
        3,
    )


def test_the_slope_of_the_moves_is_that_of_the_loss(samples: Samples, seen: Features) -> None:
    at = np.random.default_rng(4).normal(size=2 * sums.PARAMETERS) / 20
    choices = fit_moves.Choices(seen, samples.move)
    assert choices.size > 10

    def loss(parameters: Floats) -> float:
        chosen = choices.chances(fit_moves._tables(parameters))[choices._chosen]
        return float(-np.mean(np.log(chosen)))

    check_slope(loss, choices.slope(fit_moves._tables(at)), at, 5)


def test_values_are_found_again() -> None:
    """Chances made by known weights are predicted, on positions that the fit has not seen."""
    count = np.array([sum(four) for four in _core.pattern_classes()]) / 12
    known = ValueWeights(np.stack([count, count / 2, count, count / 2]), np.zeros((LEVELS, LEVELS)))
    shown = features(random_samples("9,9,5", 400, 6))
    wanted = fit_values.predicted(shown, known)
    nothing = ValueWeights(np.zeros((4, CLASSES)), np.zeros((LEVELS, LEVELS)))
    found = fit_values.fit_values(shown, wanted, nothing)
    fresh = features(random_samples("9,9,5", 200, 7))
    right, guess = fit_values.predicted(fresh, known), fit_values.predicted(fresh, found)
    assert abs(guess - right).mean() < 0.4 * abs(0.5 - right).mean()
    assert np.corrcoef(guess, right)[0, 1] > 0.9


def test_targets_are_truth_where_it_is_known() -> None:
    rows = [("." * 9, 0, 0, score, exact, result, 0) for score, exact, result in (
        (0, True, -1), (0, False, 1), (0, False, -1), (0, False, UNKNOWN), (29_999, False, UNKNOWN),
    )]  # fmt: skip
    wanted = fit_values.targets(Samples.gather(game("tictactoe"), rows), 100.0)
    assert wanted == pytest.approx([1.0, 0.75, 0.25, 0.5, 1.0])


def test_a_class_has_a_five_where_a_stone_wins() -> None:
    """By the reference rules; the other side's classes likewise."""
    rules, five = game("6,7,4"), _core.PATTERNS - 1
    classes = _core.pattern_classes()
    samples = random_samples("6,7,4", 40, 8)
    seen = features(samples)
    wins = 0
    for row, cells in enumerate(samples.cells):
        for side in (0, 1):
            sign = samples.to_move[row] ^ side
            for cell in np.flatnonzero(cells < 0):
                board = ["XO."[value] for value in cells]
                board[cell] = "XO"[sign]
                text = "".join(board)
                line = any(
                    all(text[at] == "XO"[sign] for at in one) for one in _lines(rules.cols, 6)
                )
                wins += line
                assert (five in classes[seen.classes[row, side, cell]]) == line
    assert wins > 5


def _lines(cols: int, rows: int, k: int = 4) -> list[list[int]]:
    """All lines of a board, each a list of cells."""
    return [
        [(r + i * down) * cols + c + i * aside for i in range(k)]
        for down, aside in ((0, 1), (1, 0), (1, 1), (1, -1))
        for r in range(rows)
        for c in range(cols)
        if r + (k - 1) * down < rows and 0 <= c + (k - 1) * aside < cols
    ]
