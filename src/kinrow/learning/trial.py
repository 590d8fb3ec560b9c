"""The strength of learned weights, or of their correction: a match with and without them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from kinrow.arena import Match, play_match
from kinrow.learning.training import corrected_start
from kinrow.players.alphabeta import AlphaBetaPlayer
from kinrow.rules import game
from kinrow.weights import Correction, PatternWeights

_OPENINGS = "balanced:5"
_BY_HAND = "weights set by hand"


def tried(
    weights: PatternWeights, games: int, nodes: int, report: Callable[[int, int], object]
) -> PatternWeights:
    """The weights, with the result of `games` games against those set by hand on their card.

    Each move may cost `nodes` nodes; `report` is called with the number of games played, and of
    all. Openings are balanced and played from both sides, as in `kinrow match`.
    """
    recipe = weights.card.recipe
    with (
        AlphaBetaPlayer("learned", nodes=nodes, weights=weights.packed) as learned,
        AlphaBetaPlayer("by hand", nodes=nodes, weights=b"") as by_hand,
    ):
        match = Match(learned, by_hand, game(recipe.game), games, _OPENINGS, seed=recipe.seed)
        row = _row(match, _BY_HAND, nodes, report)
    card = replace(weights.card, matches=(*weights.card.matches, row))
    return replace(weights, card=card)


def tried_correction(
    correction: Correction, games: int, nodes: int, report: Callable[[int, int], object]
) -> Correction:
    """The same correction, with the result of a match against what its recipe starts from."""
    recipe = correction.card.recipe
    weights, before = corrected_start(recipe.start, correction.rules)
    now = correction.packed
    with (
        AlphaBetaPlayer("now", nodes=nodes, weights=weights.packed, correction=now) as corrected,
        AlphaBetaPlayer("before", nodes=nodes, weights=weights.packed, correction=before) as start,
    ):
        match = Match(corrected, start, correction.rules, games, _OPENINGS, seed=recipe.seed)
        row = _row(match, recipe.start, nodes, report)
    card = replace(correction.card, matches=(*correction.card.matches, row))
    return replace(correction, card=card)


def _row(
    match: Match, against: str, nodes: int, report: Callable[[int, int], object]
) -> dict[str, Any]:
    for number, _ in enumerate(play_match(match), 1):
        report(number, match.games)
    score = match.score
    low, high = score.elo_interval
    return {
        "against": against,
        "limit": f"{nodes} nodes",
        "games": score.games,
        "score": f"{score.wins}-{score.draws}-{score.losses}",
        "elo": round(score.elo) if abs(score.elo) < 2000 else None,
        "low": round(max(low, -2000)),
        "high": round(min(high, 2000)),
    }
