"""A player's stone: any player of `kinrow.players` that needs nothing but the processor."""

from __future__ import annotations

from kinrow.rules.sentence import Sentence
from kinrow.web.answers import ChosenMove
from kinrow.web.asking import Asking
from kinrow.web.jobs.tools import Tools
from kinrow.web.problems import Problem
from kinrow.web.shapes import ChooseRequest
from kinrow.web.views import position_of


def choose(asking: Asking[ChooseRequest], tools: Tools) -> ChosenMove:
    """The stone that the player chooses for the side to move."""
    from kinrow.players import Clock

    position = position_of(asking.body)
    if position.finished:
        raise Problem(422, "game-over", Sentence("choose.over"))
    player = tools.player(asking.body.player)
    return ChosenMove(move=str(player.choose(position, Clock(move=asking.seconds))))
