"""Random play against Monte Carlo tree search: a match with its score, in a few lines.

python -m examples.random_against_mcts
"""

from __future__ import annotations

from kinrow.arena import Match, Score, play_match
from kinrow.players import player
from kinrow.rules import game


def score(spec: str = "4,4,3", games: int = 20, simulations: int = 200) -> Score:
    """What MCTS scores against random play, beginning every second game."""
    mcts, random = player(f"mcts:{simulations}", seed=1), player("random", seed=2)
    match = Match(mcts, random, game(spec), games)
    for played in play_match(match):
        print(f"{len(played.moves):3d} stones, {played.winner_name or 'nobody'} wins")
    return match.score


if __name__ == "__main__":
    print(score())
