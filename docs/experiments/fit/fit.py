"""Fits the weights of the lambda search again, and says how good the shipped ones are.

    ninja -C build/release lambda_samples
    python docs/experiments/fit/fit.py          # fit both; print log losses and C++ initialisers
    python docs/experiments/fit/fit.py --check  # judge the shipped weights only

It has build/release/docs/experiments/fit/lambda_samples search random positions, which takes some
four minutes of one core, unless the samples are there from an earlier run. The seeds are fixed, so
the samples depend on the version of the search alone. One group in five is held out. `make fit`
does all of it on new samples.
"""

from __future__ import annotations

import argparse
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
# Twice differentiable: the value, the gradient and the Hessian at some weights.
Loss = Callable[[Floats], tuple[float, Floats, Floats]]

PROGRAM = Path("build/release/docs/experiments/fit/lambda_samples")
WINS, MOVES = 6_500, 500  # how many positions
SEEDS = {"wins": 1, "moves": 2}
HELD_OUT = 5  # one group in so many
# Of the penalties on squared weights: the best of a few by cross-validation within what is fitted.
WIN_RIDGE, MOVE_RIDGE = 10.0, 0.3
FREE = 1e-6  # as good as none
PER_WIN, PER_MOVE = 1000, 100  # what the core's whole numbers are parts of
# The estimate is this part of the log odds plus this constant, with the attacker and the defender
# to move. They give it the mean and spread for which the search's own constants were tuned; with
# plain log odds, up to twice as steep, the search looks at more positions (lambda-search.md).
SCALES = (0.54, -0.96), (0.75, 1.18)


@dataclass(frozen=True)
class Wins:
    """Positions: features (n, 33), and whether the attacker won soon (n,)."""

    features: Floats
    won: Floats

    def loss(self, logits: Floats) -> float:
        """The mean log loss, in nats."""
        return float(np.mean(np.logaddexp(0, logits) - self.won * logits))

    def fit(self, ridge: float = WIN_RIDGE) -> Floats:
        """The weights (33,) of a logistic regression; the first feature is the constant 1."""
        scale = spread(self.features)
        x = self.features / scale

        def loss(w: Floats) -> tuple[float, Floats, Floats]:
            z = x @ w
            p = np.exp(-np.logaddexp(0, -z))
            value = float(np.sum(np.logaddexp(0, z) - self.won * z))
            return value, x.T @ (p - self.won), (x.T * (p * (1 - p))) @ x

        penalty = np.full(x.shape[1], ridge)
        penalty[0] = FREE
        return minimum(loss, penalty) / scale


@dataclass(frozen=True)
class Moves:
    """Moves, those of a position in a row.

    Features (n, 92), first rows of the positions (m,), and what the search of each move took (n,),
    0 if it found no win.
    """

    features: Floats
    first: Ints
    cost: Floats

    @property
    def target(self) -> Floats:
        """The share of each move (n,): as one over its cost; those of a position add up to 1."""
        worth = np.divide(1, self.cost, out=np.zeros(len(self.cost)), where=self.cost > 0)
        return worth / self.per_row(np.add.reduceat(worth, self.first))

    def per_row(self, values: Floats) -> Floats:
        """A value per position (m,) as one per move (n,)."""
        return np.repeat(values, np.diff(np.append(self.first, len(self.features))))

    def chances(self, scores: Floats) -> tuple[Floats, Floats]:
        """The softmax of the scores in each position, and its logarithm, (n,) each."""
        z = scores - self.per_row(np.maximum.reduceat(scores, self.first))
        log = z - self.per_row(np.log(np.add.reduceat(np.exp(z), self.first)))
        return np.exp(log), log

    def loss(self, scores: Floats) -> float:
        """The mean log loss of a position, in nats."""
        return float(-np.sum(self.target * self.chances(scores)[1]) / len(self.first))

    def rank(self, scores: Floats) -> float:
        """The mean rank of the cheapest move by these scores, from 1; ties count half."""
        cost = np.where(self.cost > 0, self.cost, np.inf)
        ranks = []
        for rows in np.split(np.arange(len(cost)), self.first[1:]):
            best = scores[rows[np.argmin(cost[rows])]]
            ranks.append(np.sum(scores[rows] > best) + (np.sum(scores[rows] == best) + 1) / 2)
        return float(np.mean(ranks))

    def fit(self) -> Floats:
        """The weights (92,) of a conditional logit; those of features that never differ are 0."""
        scale = spread(self.features)
        x, target = self.features / scale, self.target

        def loss(w: Floats) -> tuple[float, Floats, Floats]:
            p, log = self.chances(x @ w)
            means = np.add.reduceat(x.T * p, self.first, axis=1)
            hessian = (x.T * p) @ x - means @ means.T
            return float(-np.sum(target * log)), x.T @ (p - target), hessian

        return minimum(loss, np.full(x.shape[1], MOVE_RIDGE)) / scale


def spread(features: Floats) -> Floats:
    """The standard deviation of each feature, at least 1, so that rare ones get small weights."""
    deviation: Floats = features.std(axis=0)
    return np.maximum(deviation, 1.0)


def minimum(loss: Loss, penalty: Floats) -> Floats:
    """Where a convex loss plus a penalty is least, by Newton's method.

    The penalty on each weight is half its square, times these (w,).

    >>> def parabola(w):
    ...     return float((w[0] - 3) ** 2), 2 * (w - 3), np.array([[2.0]])
    >>> minimum(parabola, np.array([1.0]))
    array([2.])
    """
    w = np.zeros(len(penalty))
    value, gradient, hessian = loss(w)
    for _ in range(100):
        slope = gradient + penalty * w
        step = np.linalg.solve(hessian + np.diag(penalty), slope)
        before, size = value + penalty @ w**2 / 2, 1.0
        while True:
            value, gradient, hessian = loss(w - size * step)
            after = value + penalty @ (w - size * step) ** 2 / 2
            if after <= before + 1e-9 * abs(before) or size < 1e-6:
                break
            size /= 2
        w = w - size * step
        if slope @ step < 1e-9:
            return w
    raise RuntimeError("the fit did not converge")


def log_odds(data: Wins, estimates: Floats) -> Callable[[Floats], Floats]:
    """The line that turns these estimates, on any scale, into the best log odds for the data."""
    line = Wins(np.column_stack([np.ones(len(estimates)), estimates]), data.won).fit(FREE)
    return lambda z: line[0] + line[1] * z


def for_search(weights: Floats, scale: tuple[float, float]) -> list[int]:
    """The weights of the log odds as the core has them: on its scale, in whole thousandths.

    >>> for_search(np.array([1.0, -0.5]), (0.5, 0.25))
    [750, -250]
    """
    scaled = scale[0] * weights
    scaled[0] += scale[1]
    return [round(w) for w in (scaled * PER_WIN).tolist()]


def from_zero(weights: Floats) -> Floats:
    """The weights (92,) of the same move order that give a move on no line the score 0.

    The search takes no score for the best that is below 0. Each move has four kinds and one pair of
    levels per side, so what is added to all kinds or all pairs changes no order.
    """
    shifted = weights.copy()
    for side in shifted[:46], shifted[46:]:
        side[:10] -= side[0]
        side[10:] = np.tril(side[10:].reshape(6, 6) - side[10]).ravel()
    return shifted


def read_wins(rows: Ints, attacker_to_move: bool, held_out: bool) -> Wins:
    """Of the samples (group, attacker to move, won, features …) one kind of position."""
    some = rows[((rows[:, 0] % HELD_OUT == 0) == held_out) & (rows[:, 1] == attacker_to_move)]
    return Wins(some[:, 3:].astype(float), some[:, 2].astype(float))


def read_moves(rows: Ints, held_out: bool) -> Moves:
    """Of the samples (group, position, cost, features …) either part."""
    some = rows[(rows[:, 0] % HELD_OUT == 0) == held_out]
    first = np.flatnonzero(np.diff(some[:, 1], prepend=-1))
    return Moves(some[:, 3:].astype(float), first, some[:, 2].astype(float))


def samples(program: Path, what: str, game: str, count: int, folder: Path) -> Ints:
    """The rows of the program, from a file if it wrote them before."""
    path = folder / f"{what}-{game.replace(',', '-')}-{count}.txt"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(".partial")
        with partial.open("w") as out:
            words = [str(program), what, game, str(count), str(SEEDS[what])]
            subprocess.run(words, check=True, stdout=out)
        partial.rename(path)
    return np.loadtxt(path, dtype=np.int64, ndmin=2)


def shipped(program: Path) -> list[Floats]:
    """The weights that the program was built with: attacker to move, defender to move, moves."""
    text = subprocess.run([str(program), "weights"], check=True, capture_output=True, text=True)
    return [np.array(line.split(), dtype=float) for line in text.stdout.splitlines()]


def braces(numbers: list[int], *lengths: int) -> str:
    """The numbers as nested initialisers, innermost length last.

    >>> braces([1, 2, 3, 4], 2, 2)
    '{{1, 2}, {3, 4}}'
    """
    if len(lengths) < 2:
        return "{" + ", ".join(map(str, numbers)) + "}"
    size = len(numbers) // lengths[0]
    parts = [braces(numbers[i : i + size], *lengths[1:]) for i in range(0, len(numbers), size)]
    return "{" + ", ".join(parts) + "}"


def win_initialiser(weights: list[int]) -> str:
    """WinEstimator::Terms: one, stone, late, then for each side 3 lines and 12 crossings."""
    sides = [weights[3:18], weights[18:]]
    text = ", ".join(f"{{{braces(s[:3], 3)}, {braces(s[3:], 12)}}}" for s in sides)
    return f"{{{weights[0]}, {weights[1]}, {weights[2]}, {{{text}}}}}"


def move_initialiser(weights: list[int]) -> str:
    """MoveOrdering::Terms: for each side 10 kinds, then 6 by 6 levels."""
    sides = [weights[:46], weights[46:]]
    text = ", ".join(f"{{{braces(s[:10], 10)}, {braces(s[10:], 6, 6)}}}" for s in sides)
    return f"{{{{{text}}}}}"


def report_wins(rows: Ints, old: list[Floats], check: bool) -> Iterator[str]:
    """Held-out log losses of the win estimate, and new weights."""
    for attacker, weights, scale in zip((True, False), old, SCALES, strict=True):
        fit, test = (read_wins(rows, attacker, held_out) for held_out in (False, True))
        rate = float(np.clip(fit.won.mean(), 1e-6, 1 - 1e-6))
        constant = np.full(len(test.won), np.log(rate / (1 - rate)))
        line = log_odds(fit, fit.features @ weights / PER_WIN)
        side = "attacker" if attacker else "defender"
        yield f"{side} to move: {len(fit.won)} positions, {rate:.0%} won"
        yield f"  log loss on {len(test.won)} others"
        yield f"  constant: {test.loss(constant):.4f}"
        yield f"  shipped: {test.loss(line(test.features @ weights / PER_WIN)):.4f}"
        if not check:
            new = fit.fit()
            yield f"  fitted: {test.loss(test.features @ new):.4f}"
            yield "  " + win_initialiser(for_search(new, scale))


def report_moves(rows: Ints, weights: Floats, check: bool) -> Iterator[str]:
    """Held-out log loss and rank of the move order, and new weights."""
    fit, test = (read_moves(rows, held_out) for held_out in (False, True))
    moves = len(test.features) / len(test.first)
    yield f"moves: {len(fit.first)} positions"
    yield f"  log loss and rank of the cheapest of {moves:.0f} moves on {len(test.first)} others"

    def row(name: str, scores: Floats) -> str:
        return f"  {name}: {test.loss(scores):.4f}, {test.rank(scores):.2f}"

    yield row("no order", np.zeros(len(test.features)))
    yield row("shipped", test.features @ weights / PER_MOVE)
    if not check:
        new = np.rint(from_zero(fit.fit()) * PER_MOVE)
        yield row("fitted", test.features @ new / PER_MOVE)
        yield "  " + move_initialiser(new.astype(int).tolist())


def main() -> None:
    """Prints what the shipped weights are worth and, unless --check, better ones."""
    parser = argparse.ArgumentParser(description="Fit the weights of the lambda search again.")
    parser.add_argument("--check", action="store_true", help="do not fit, only judge what ships")
    parser.add_argument("--game", default="15,15,5", help="of the samples, as M,N,K")
    parser.add_argument("--wins", type=int, default=WINS, help="positions for the win estimate")
    parser.add_argument("--moves", type=int, default=MOVES, help="positions for the move order")
    parser.add_argument("--program", type=Path, default=PROGRAM, help="lambda_samples")
    parser.add_argument("--samples", type=Path, default=Path("build/samples"), help="folder")
    asked = parser.parse_args()
    wins = samples(asked.program, "wins", asked.game, asked.wins, asked.samples)
    moves = samples(asked.program, "moves", asked.game, asked.moves, asked.samples)
    *old, order = shipped(asked.program)
    for line in report_wins(wins, old, asked.check):
        print(line)
    for line in report_moves(moves, order, asked.check):
        print(line)


if __name__ == "__main__":
    main()
