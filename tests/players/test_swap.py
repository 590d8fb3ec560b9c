"""Openings that both players settle: who is asked, what is refused, which side is taken."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from time import sleep

import pytest

from kinrow.players import Clock, player
from kinrow.players.alphabeta import AlphaBetaPlayer
from kinrow.players.gomocup import GomocupPlayer
from kinrow.players.swap import (
    OPENING_RULES,
    Choice,
    OpeningRule,
    choose,
    even_stones,
    settle,
    stones_of,
)
from kinrow.rules import Cell, IllegalMove, Position, RulesError, Sign, game, parse_moves

SWAP2 = """
import sys
def say(text):
    sys.stdout.write(text + "\\n")
    sys.stdout.flush()
for line in sys.stdin:
    word = line.strip().partition(" ")[0]
    if word in ("START", "RECTSTART"): say("OK")
    elif word == "SWAP2BOARD":
        stones = []
        for line in sys.stdin:
            if line.strip() == "DONE": break
            stones.append(line.strip())
        say({0: "7,7 8,8 9,9", 3: "7,8 8,7", 5: "SWAP"}[len(stones)])
    elif word == "END": break
"""


def scripted(*choices: Choice) -> tuple[list[int], object]:
    """Who was asked, and what answers with these choices."""
    asked: list[int] = []
    left = iter(choices)

    def ask(number: int, position: Position) -> Choice:
        asked.append(number)
        return next(left)

    return asked, ask


def stones(text: str) -> tuple[Cell, ...]:
    return tuple(parse_moves(text))


def test_swap2_with_two_more_stones() -> None:
    asked, ask = scripted(Choice(stones("h8 i9 j7")), Choice(stones("a1 b2")), Choice(side=Sign.O))
    found = settle("swap2", game("gomoku"), ask)  # type: ignore[arg-type]
    assert asked == [0, 1, 0]
    assert (str(found.stones), found.opener) == ("h8 i9 j7 a1 b2", Sign.O)


def test_a_side_may_be_taken_with_a_stone() -> None:
    _, ask = scripted(Choice(stones("h8")), Choice(stones("i9"), Sign.O))
    found = settle("swap1", game("gomoku"), ask)  # type: ignore[arg-type]
    assert (str(found.stones), found.opener) == ("h8 i9", Sign.X)


@pytest.mark.parametrize(
    "choices",
    [
        [Choice(stones("h8 i9"))],
        [Choice(stones("h8 i9 h8"))],
        [Choice(stones("h8 i9 j7")), Choice()],
        [Choice(stones("h8 i9 j7")), Choice(stones("a1")), Choice(side=Sign.X)],
        [Choice(stones("h8 i9 j7")), Choice(stones("a1 b2")), Choice(stones("c3"))],
    ],
)
def test_choices_that_are_none(choices: list[Choice]) -> None:
    _, ask = scripted(*choices)
    with pytest.raises(IllegalMove):
        settle("swap2", game("gomoku"), ask)  # type: ignore[arg-type]


@pytest.mark.parametrize("spec", ["jing4", "connect6", "1,5,3"])
def test_games_without_such_openings(spec: str) -> None:
    _, ask = scripted()
    with pytest.raises(RulesError):
        settle("swap2", game(spec), ask)  # type: ignore[arg-type]


@pytest.mark.parametrize("rule", OPENING_RULES)
@pytest.mark.parametrize("spec", ["5,5,1", "9,9,1:misere"])
def test_no_opening_if_the_first_stone_ends_the_game(rule: OpeningRule, spec: str) -> None:
    with player("random") as anybody, pytest.raises(RulesError, match="the opening ends the game"):
        settle(rule, game(spec), lambda number, at: choose(anybody, rule, at))


@pytest.mark.parametrize("rule", OPENING_RULES)
@pytest.mark.parametrize("spec", ["7,7,5", "9,9,5:renju"])
def test_values_decide(rule: OpeningRule, spec: str) -> None:
    start = game(spec).start()
    found = even_stones(rule, start, Random(1), None)
    assert len(found) == stones_of(rule)
    assert not game(spec).replay(found).finished


@pytest.mark.parametrize(
    ("rule", "moves", "due"),
    [("swap1", "d4 e5", "0/1"), ("swap", "d4 e5 c3 c4 c5", "0/3"), ("swap2", "d4", "0/3/5")],
)
def test_nobody_is_asked_between(rule: OpeningRule, moves: str, due: str) -> None:
    with player("random") as anybody, pytest.raises(IllegalMove, match=f"expected {due}$"):
        choose(anybody, rule, game("7,7,5").replay(moves))


def test_who_is_better_off_takes_that_side() -> None:
    """O is to move and X has an open three: X it is; and O, if it makes one itself."""
    with player("alphabeta:4") as engine:
        attacked = game("9,9,5").replay("e5 a1 e4 b9 e3")
        assert choose(engine, "swap2", attacked).side is Sign.X
        winning = game("7,7,4").replay("a1 d4 g7 d3 a7")
        assert choose(engine, "swap2", winning).side is Sign.O


def test_a_gomocup_program_is_asked_by_swap2board(tmp_path: Path) -> None:
    path = tmp_path / "swap2.py"
    path.write_text(SWAP2)
    with GomocupPlayer(f"{sys.executable} {path}") as program:
        found = settle("swap2", game("gomoku"), lambda number, at: choose(program, "swap2", at))
    assert str(found.stones) == "h8 i9 j10 h9 i8"
    assert found.opener is Sign.X


def test_an_opening_is_not_looked_at_without_time(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[Position] = []

    def judged(self: AlphaBetaPlayer, position: Position, clock: Clock | None = None) -> Cell:
        looked.append(position)
        sleep(0.01)
        return position.legal_moves[0]

    monkeypatch.setattr(AlphaBetaPlayer, "choose", judged)
    start = game("gomoku").start()
    assert len(even_stones("swap2", start, Random(1), Clock(0.02))) == 3
    assert not looked
    assert len(even_stones("swap2", start, Random(1), Clock(0.2))) == 3
    assert 2 <= len(looked) <= 16  # of 45
