"""How strong learned weights are: a match between the engine with and without them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kinrow.arena import Match, play_match
from kinrow.players.alphabeta import AlphaBetaPlayer
from kinrow.rules import game
from kinrow.weights import PatternWeights

_OPENINGS = "balanced:5"
_BY_HAND = "weights set by hand"


def tried(
    weights: PatternWeights, games: int, nodes: int, report: Callable[[int, int], object]
) -> PatternWeights:
    """The same weights, with the result on their card; `nodes` is the budget of a move.

    Openings are balanced and played from both sides; they are those of `kinrow match`.
    """
    with (
        AlphaBetaPlayer("learned", nodes=nodes, weights=weights.packed) as learned,
        AlphaBetaPlayer("by hand", nodes=nodes, weights=b"") as by_hand,
    ):
        rules = game(weights.card.recipe.game)
        match = Match(learned, by_hand, rules, games, _OPENINGS, seed=weights.card.recipe.seed)
        for number, _ in enumerate(play_match(match), 1):
            report(number, games)
    score = match.score
    low, high = score.elo_interval
    row = {
        "against": _BY_HAND,
        "limit": f"{nodes} nodes",
        "games": score.games,
        "score": f"{score.wins}-{score.draws}-{score.losses}",
        "elo": round(score.elo) if abs(score.elo) < 2000 else None,
        "low": round(max(low, -2000)),
        "high": round(min(high, 2000)),
    }
    card = replace(weights.card, matches=(*weights.card.matches, row))
    return replace(weights, card=card)
