"""Draws network.svg: how regret falls as a network learns (minutes, and then the exams).

    python docs/pictures/network.py FOLDER

FOLDER keeps the games, as --keep of kinrow learn does; what it has already is not played again.
"""

from __future__ import annotations

import sys
from pathlib import Path

import matplotlib.pyplot as plt

from kinrow.learning.network import Exam, train_network
from kinrow.players.mcts import MctsPlayer
from kinrow.rules import game
from kinrow.weights import Network, NetworkRecipe

RECIPE = NetworkRecipe("5,5,4", games=200, rounds=40, simulations=64, seed=1)
SEARCHES = (16, 64)
COLORS = {0: "#7a7a7a", 16: "#00796b", 64: "#c25100"}
SIZE, STEP = 400, 2


def searched(exam: Exam, simulations: int, network: Network | None) -> float:
    """The mean regret of the search, by a network or by playouts."""
    with MctsPlayer("mcts", simulations=simulations, seed=1, network=network or False) as player:
        return exam.of_player(player).mean


def main(folder: Path) -> None:
    """Trains, takes the exam every other round, and writes the picture."""
    exam = Exam.of(game(RECIPE.game), SIZE, seed=11)
    minutes: list[float] = []
    curves: dict[int, list[float]] = {0: [], **{n: [] for n in SEARCHES}}
    for number, network in enumerate(train_network(RECIPE, lambda done, of: None, folder), 1):
        if number > 1 and number % STEP:
            continue
        minutes.append(network.card.minutes)
        curves[0].append(exam.of_policy(network).mean)
        for n in SEARCHES:
            curves[n].append(searched(exam, n, network))
    plt.rcParams["svg.hashsalt"] = "kinrow"
    figure, axes = plt.subplots(figsize=(6.4, 3.6), layout="constrained")
    for n, curve in curves.items():
        name = f"{n} simulations" if n else "first impression"
        axes.plot(minutes, curve, color=COLORS[n], label=name)
        if n:
            axes.axhline(searched(exam, n, None), color=COLORS[n], linestyle=":")
    axes.set(xlabel="minutes of processor time", ylabel="mean regret", yscale="log")
    axes.legend()
    figure.savefig(Path(__file__).with_name("network.svg"), metadata={"Date": None})


if __name__ == "__main__":
    main(Path(sys.argv[1]))
