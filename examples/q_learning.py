"""Tabular Q-learning on tic-tac-toe against random play, until the oracle finds no regret.

A random opponent forgives: plain Q-learning would learn to gamble on its mistakes. Heger's Q-hat
learning keeps, for each action, the worst that ever came of it; it starts from the best that could
come, so that what was never tried looks good. Its values fall to the exact ones.

    python -m examples.q_learning

Source: M. Heger, Consideration of risk in reinforcement learning, ICML 1994.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

import kinrow.envs

ENV = kinrow.envs.ID
Table = defaultdict[bytes, NDArray[np.float64]]


def learn(episodes: int = 80_000, seed: int = 0) -> Table:
    """The worst that came of each action in each position, after so many games of either side."""
    env = gymnasium.make(ENV, game="3,3,3", opponent="random", side="random").unwrapped
    worst: Table = defaultdict(lambda: np.full(9, 1.0))
    observation, info = env.reset(seed=seed)
    for _ in range(episodes):
        over, way = False, []
        while not over:
            state = observation.tobytes()
            action = greedy(worst[state], info["action_mask"])
            observation, reward, over, _, info = env.step(action)
            way.append((state, action, float(reward), observation.tobytes(), info["action_mask"]))
        for state, action, came, after, mask in reversed(way):
            ahead = best(worst[after], mask) if mask.any() else 0.0
            worst[state][action] = min(worst[state][action], came + ahead)
        observation, info = env.reset()
    return worst


def greedy(values: NDArray[np.float64], mask: NDArray[np.int8]) -> int:
    """The legal action that promises most."""
    return int(np.where(mask, values, -np.inf).argmax())


def best(values: NDArray[np.float64], mask: NDArray[np.int8]) -> float:
    """What the position promises."""
    return float(values[mask.astype(bool)].max())


def regret(worst: Table, games: int = 500, seed: int = 1) -> int:
    """What the learner gives away in so many games, as the oracle counts it."""
    env: Any = gymnasium.make(ENV, side="random", oracle=True)
    observation, info = env.reset(seed=seed)
    total = 0
    for _ in range(games):
        over = False
        while not over:
            action = greedy(worst[observation.tobytes()], info["action_mask"])
            observation, _, over, _, info = env.step(action)
            total += info["oracle"]["regret"]
        observation, info = env.reset()
    env.close()
    return total


def main() -> None:
    """Learn, and say after every few thousand games how much is still given away."""
    for episodes in (1_000, 10_000, 30_000, 80_000):
        print(f"{episodes:6d} games of practice: regret {regret(learn(episodes))} in 500 games")


if __name__ == "__main__":
    main()
