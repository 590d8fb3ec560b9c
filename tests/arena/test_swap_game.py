"""Matches in which both players settle each opening."""

from __future__ import annotations

from pathlib import Path
from time import sleep

import pytest

from kinrow.arena import Match, TimeControl, play_match
from kinrow.arena.swap_game import play_settled
from kinrow.players import Clock, Crashed, Player, player
from kinrow.players.random import RandomPlayer
from kinrow.players.swap import Choice, OpeningRule
from kinrow.rules import Cell, GameLike, Position, Sign, game
from tests.players.programs import program


def test_both_settle_the_opening_of_each_game() -> None:
    match = Match("alphabeta:1", "alphabeta:2", game("7,7,5"), 4, "swap2", seed=1)
    played = list(play_match(match))
    score = match.score
    wins = sum(
        record.winner is not None and record.players[record.winner] == "alphabeta:1"
        for record in played
    )
    assert (score.games, score.wins) == (4, wins)
    assert all(len(record.moves) > 3 for record in played)


def test_values_open_for_a_program_that_does_not_know_how(tmp_path: Path) -> None:
    match = Match(f"gomocup:{program(tmp_path, 'good')}", "random", game("9,9,5"), 2, "swap2")
    played = list(play_match(match))
    assert match.faults == [] and all(len(each.moves) > 3 for each in played)


def test_who_fails_in_an_opening_loses(tmp_path: Path) -> None:
    crash = f"gomocup:{program(tmp_path, 'crash')}"
    match = Match(crash, "random", game("9,9,5"), 2, "swap2")
    list(play_match(match))
    assert match.score.losses == 2 and len(match.faults) == 2


class Crashing(RandomPlayer):
    """Fails when it is asked about an opening."""

    name = "crashing"

    def settle(self, rule: OpeningRule, position: Position, clock: Clock | None = None) -> Choice:
        raise NotImplementedError


class Late(RandomPlayer):
    """Thinks too long about an opening."""

    name = "late"

    def settle(self, rule: OpeningRule, position: Position, clock: Clock | None = None) -> Choice:
        sleep(0.6)
        return Prompt().settle(rule, position, clock)


class Prompt(RandomPlayer):
    """Opens in the middle, or takes X."""

    name = "prompt"

    def settle(self, rule: OpeningRule, position: Position, clock: Clock | None = None) -> Choice:
        return Choice(side=Sign.X) if position.plies else Choice((Cell.of("c3"),))


@pytest.mark.parametrize(("who", "says"), [(Crashing, "NotImplementedError"), (Late, "took 0.6")])
def test_who_crashes_or_is_late_in_an_opening_loses(who: type[Player], says: str) -> None:
    control = TimeControl(move=0.3, tolerance=0.1)
    for both in ((who(), Prompt()), (Prompt(), who())):
        played = play_settled("swap1", both, game("5,5,4"), control)
        assert played.winner is not None and played.players[played.winner] == "prompt"
        assert says in str(played.comment), played


class Absent(RandomPlayer):
    """Cannot be started."""

    name = "absent"

    def prepare(self, rules: GameLike) -> None:
        raise Crashed(self.name, "no such program")


def test_who_cannot_begin_loses_whoever_opens() -> None:
    there, absent = player("random", seed=1), Absent()
    for both in ((there, absent), (absent, there)):
        played = play_settled("swap1", both, game("5,5,4"), TimeControl())
        assert played.winner is not None and played.players[played.winner] == "random"
