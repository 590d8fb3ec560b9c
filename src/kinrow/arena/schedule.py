"""Who plays whom in a tournament."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from kinrow.rules import OptionError
from kinrow.rules.sentence import Sentence


def pairings(players: Sequence[str], *, gauntlet: bool = False) -> list[tuple[str, str]]:
    """The matches of a tournament: each player against each other, a round robin.

    In a gauntlet the first player meets all the others, who do not meet each other. Raises
    OptionError for fewer than two players, or for a repeated one among more than two.

    >>> pairings(["random", "perfect", "mcts:9"])
    [('random', 'perfect'), ('random', 'mcts:9'), ('perfect', 'mcts:9')]
    >>> pairings(["random", "perfect", "mcts:9"], gauntlet=True)
    [('random', 'perfect'), ('random', 'mcts:9')]
    """
    if len(players) < 2:
        raise OptionError(Sentence("match.alone", players=", ".join(players)))
    twice = sorted({name for name in players if players.count(name) > 1})
    if twice and len(players) > 2:
        raise OptionError(Sentence("match.same", player=twice[0]))
    if gauntlet:
        return [(players[0], other) for other in players[1:]]
    return list(combinations(players, 2))
