"""What the number of stones on each line says about who wins, with several stones per turn.

    python docs/experiments/line_weights.py connect6 --games 1000

The engine plays games against itself. A position is described by how many lines each side has open
with one stone, with two, and so on. For each number of stones left in the turn, the result is
predicted from these numbers with the engine's weights (each stone on a line trebles it) and with
fitted ones. The loss is in nats, on the games that it was fitted to.
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray

from kinrow.learning.samples import FORCED, Samples
from kinrow.learning.self_play import SelfPlay
from kinrow.rules import Rules, game
from kinrow.rules.geometry import lines

_STEPS = 30  # of Newton's method
_DAMPING = 1e-4

Numbers = NDArray[np.float64]


def played(rules: Rules, games: int, nodes: int, seed: int) -> Samples:
    """The positions of some games that no forced win has decided yet."""
    player = SelfPlay(rules, nodes=nodes, seed=seed)
    rows = [row for number in range(games) for row in player.play(number)]
    samples = Samples.gather(rules, rows)
    return samples.where((abs(samples.score) <= FORCED) & (abs(samples.result) == 1))


def open_lines(samples: Samples) -> Numbers:
    """(N, 2, k - 1): the lines open to the side to move and to the other, by their stones."""
    rules = samples.rules
    on = samples.cells[:, np.array(lines(rules))]
    counts = [(on == side[:, None, None]).sum(2) for side in (samples.to_move, 1 - samples.to_move)]
    found = np.empty((len(samples), 2, rules.k - 1))
    for side, (own, other) in enumerate((counts, counts[::-1])):
        for stones in range(1, rules.k):
            found[:, side, stones - 1] = ((own == stones) & (other == 0)).sum(1)
    return found


def stones_left(samples: Samples) -> NDArray[np.int64]:
    """In the turn of the side to move, (N,)."""
    rules, stones = samples.rules, (samples.cells >= 0).sum(1)
    later = rules.stones - (stones - rules.first_turn) % rules.stones
    left: NDArray[np.int64] = np.where(stones < rules.first_turn, rules.first_turn - stones, later)
    return left


def loss_of_fit(columns: Numbers, won: Numbers) -> tuple[float, Numbers]:
    """The mean loss of the best weights of these columns and a constant, and the weights."""
    shown = np.concatenate([columns, np.ones((len(columns), 1))], 1)
    weights = np.zeros(shown.shape[1])
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-shown @ weights))
        slope = shown.T @ (chance - won) / len(won) + _DAMPING * weights
        bend = (shown * (chance * (1 - chance))[:, None]).T @ shown / len(won)
        weights -= np.linalg.solve(bend + _DAMPING * np.eye(len(weights)), slope)
    odds = shown @ weights
    return float(np.mean(np.logaddexp(0, odds) - won * odds)), weights


def compare(samples: Samples) -> None:
    """Prints a row for each number of stones left."""
    counts, left = open_lines(samples), stones_left(samples)
    worth = 3.0 ** np.arange(1, samples.rules.k)
    for number in np.unique(left):
        some = left == number
        won = (samples.result[some] > 0).astype(float)
        by_hand, _ = loss_of_fit(
            (counts[some, 0] - counts[some, 1]) @ worth[:, None] / worth.sum(), won
        )
        fitted, weights = loss_of_fit(counts[some].reshape(len(won), -1), won)
        print(f"{number} left: {len(won)} positions, loss {by_hand:.3f}, fitted {fitted:.3f}")
        print("  weights:", *(f"{weight:.3f}" for weight in weights))


def main() -> None:
    """Plays, fits and prints."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--nodes", type=int, default=1200)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    compare(played(game(asked.game), asked.games, asked.nodes, asked.seed))


if __name__ == "__main__":
    main()
