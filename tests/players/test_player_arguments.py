"""What players do with arguments that they cannot use, and with those that NumPy makes."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from kinrow.players import PlayerFault, player
from kinrow.players.alphabeta import AlphaBetaPlayer
from kinrow.players.gomocup import GomocupPlayer
from kinrow.players.human import HumanPlayer
from kinrow.players.mcts import MctsPlayer
from kinrow.players.perfect import PerfectPlayer
from kinrow.players.random import RandomPlayer
from kinrow.players.version import VersionPlayer
from kinrow.rules import OptionError, game

REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "seed of a player": (
        lambda: RandomPlayer("x"),  # type: ignore[arg-type]
        "seed 'x': expected a whole number",
    ),
    "seed of a search": (
        lambda: MctsPlayer("mcts", seed=[]),  # type: ignore[arg-type]
        r"seed \[\]: expected a whole number",
    ),
    "analyst": (
        lambda: player("perfect", analyst=5),  # type: ignore[arg-type]
        r"analyst 5: expected an object, as in Analyst\('64MiB'\)",
    ),
    "simulations": (
        lambda: MctsPlayer("mcts", simulations="x"),  # type: ignore[arg-type]
        "simulations 'x': expected a whole number from 0",
    ),
    "depth of a player": (
        lambda: AlphaBetaPlayer("alphabeta", depth=401),
        "depth 401: expected a whole number from 0 to 400",
    ),
    "human to read": (
        lambda: HumanPlayer(5),  # type: ignore[arg-type]
        "read 5: expected a function, or None",
    ),
    "human to write": (
        lambda: HumanPlayer(write="x"),  # type: ignore[arg-type]
        "write 'x': expected a function, or None",
    ),
    "folder of a version": (
        lambda: VersionPlayer("old", 5, "random", 1, 1),  # type: ignore[arg-type]
        "5: expected a path, such as '../before/src'",
    ),
    "player of a version": (
        lambda: VersionPlayer("old", "src", 5, 1, 1),  # type: ignore[arg-type]
        "spec 5: expected a string",
    ),
    "name of a version": (
        lambda: VersionPlayer(5, "src", "random", 1, 1),  # type: ignore[arg-type]
        "name 5: expected a string",
    ),
    "version without its folder": (
        lambda: VersionPlayer("old"),  # type: ignore[call-arg]
        "VersionPlayer: expected folder, spec, seed, threads, as in VersionPlayer",
    ),
    "fault without words": (
        lambda: PlayerFault(),  # type: ignore[call-arg]
        "PlayerFault: expected player, what, as in PlayerFault",
    ),
    "program": (lambda: GomocupPlayer(5), "path 5: expected a string"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("call", REFUSED)
def test_what_a_player_cannot_use_is_refused_in_words(call: str) -> None:
    refused, words = REFUSED[call]
    with pytest.raises(OptionError, match=words):
        refused()


def test_numbers_of_numpy_are_seeds_and_limits() -> None:
    one, start = np.int64(1), game("tictactoe").start()
    for made in (
        RandomPlayer(one),  # type: ignore[arg-type]
        PerfectPlayer(one),  # type: ignore[arg-type]
        MctsPlayer("mcts", simulations=one, seed=one, threads=one),  # type: ignore[arg-type]
    ):
        assert made.choose(start) in start.legal_moves
