"""A player's stone: any player of `kinrow.players` that needs nothing but the processor."""

from __future__ import annotations

from kinrow.rules.sentence import Sentence
from kinrow.web.answers import ChosenMove, SettledChoice
from kinrow.web.asking import Asking
from kinrow.web.jobs.tools import Tools
from kinrow.web.problems import Problem
from kinrow.web.shapes import ChooseRequest, SettleRequest
from kinrow.web.views import position_of


def choose(asking: Asking[ChooseRequest], tools: Tools) -> ChosenMove:
    """The stone that the player chooses for the side to move."""
    from kinrow.players import Clock

    position = position_of(asking.body)
    if position.finished:
        raise Problem(422, "game-over", Sentence("choose.over"))
    player = tools.player(asking.body.player)
    return ChosenMove(move=str(player.choose(position, Clock(move=asking.seconds))))


def settle(asking: Asking[SettleRequest], tools: Tools) -> SettledChoice:
    """What the player does in an opening."""
    from kinrow.players import Clock, swap

    body = asking.body
    position = position_of(body)
    swap.check_rule(body.rule, position.rules)
    if position.finished:
        raise Problem(422, "game-over", Sentence("choose.over"))
    found = swap.choose(tools.player(body.player), body.rule, position, Clock(move=asking.seconds))
    return SettledChoice(stones=list(map(str, found.stones)), side=found.side)
