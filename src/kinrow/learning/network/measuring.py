"""What a network was measured to do, on its card: exact regret, and matches against playouts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Any

from kinrow.arena import Match, play_match
from kinrow.learning.network.regret import Exam
from kinrow.players.mcts import MctsPlayer
from kinrow.weights import Network

_OPENINGS = "random:2"
_EXAM_SEED = 7
_SEARCHES = (1, 16, 64, 256)  # simulations


def measured(
    network: Network, report: Callable[[int, int], object], *, match: int, exam: int
) -> Network:
    """The same network, with its card filled in.

    `match` games are played against a search of as many simulations with playouts; regret is
    measured in `exam` random positions, with the solver's values, or in fewer if the game has no
    more; there is none if it has none in which a move is better than another. 0 is none.
    """
    card = network.card
    if exam:
        card = replace(card, regret=tuple(_regret(network, exam)))
    if match:
        card = replace(card, matches=(_match(network, match, report),))
    return replace(network, card=card)


def _regret(network: Network, size: int) -> list[dict[str, Any]]:
    exam = Exam.of(network.rules, size, seed=_EXAM_SEED)
    if not exam.positions:
        return []
    found = {"policy": exam.of_policy(network)}
    for simulations in _SEARCHES:
        for name, scorer in ((f"mcts:net:{simulations}", network), (f"mcts:{simulations}", False)):
            with MctsPlayer(name, simulations=simulations, seed=1, network=scorer) as player:
                found[name] = exam.of_player(player)
    game = network.card.recipe.game
    return [{"game": game, "player": name} | asdict(one) for name, one in found.items()]


def _match(network: Network, games: int, report: Callable[[int, int], object]) -> dict[str, Any]:
    recipe = network.card.recipe
    name, simulations = f"mcts:{recipe.simulations}", recipe.simulations
    with (
        MctsPlayer("network", simulations=simulations, seed=1, network=network) as learned,
        MctsPlayer(name, simulations=simulations, seed=2) as playouts,
    ):
        match = Match(learned, playouts, network.rules, games, _OPENINGS, seed=recipe.seed)
        for number, _ in enumerate(play_match(match), 1):
            report(number, games)
    score = match.score
    low, high = score.elo_interval
    return {
        "against": name,
        "games": score.games,
        "score": f"{score.wins}-{score.draws}-{score.losses}",
        "low": round(max(low, -2000)),
        "high": round(min(high, 2000)),
    }
