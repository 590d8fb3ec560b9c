"""The worth of a finished position to a player: the only place that knows the objective."""

from __future__ import annotations

from typing import Final

from kinrow.rules import Objective, Position, RulesError, Sign
from kinrow.rules.sentence import Sentence

INFINITY: Final = 10**6
"""Above every value: a score is at most 485, a margin at most the lines of a 22 x 22 board."""

_OBJECTIVES: Final = {"line": ("outcome", "score"), "majority": ("outcome", "margin")}


def utility(position: Position, objective: Objective, player: Sign) -> int:
    """The outcome, score or margin of a finished position, as `player` sees it.

    Raises RulesError for an objective that the game does not have.

    >>> from kinrow.rules import game
    >>> lost = game("tictactoe").parse("XXX/OO./...")
    >>> utility(lost, "outcome", Sign.O), utility(lost, "score", Sign.X)
    (-1, 5)
    """
    possible = _OBJECTIVES[position.rules.objective]
    if objective not in possible:
        one, other = possible
        asked, title = repr(objective), position.rules.title
        raise RulesError(
            Sentence("objective.unknown", objective=asked, one=one, other=other, game=title)
        )
    value = int(getattr(position, objective))
    return value if position.to_move is player else -value
