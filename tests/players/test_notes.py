"""What the notes of `alphabeta` say about the end of a game, against the solver."""

from __future__ import annotations

import re

import pytest

from kinrow import solve
from kinrow.players.alphabeta import AlphaBetaPlayer
from kinrow.rules import as_position

NEAR = ["5,5,4 X4/1X3/2X2/5/OO1O1", "6,6,4 6/1O4/2XX2/6/4O1/6"]
LATER = ["5,6,4 X.OOX./O..X../X...O./...OX./..X...", "5,5,4:exact X.O../...../...../....X/O...."]


def length(text: str) -> tuple[int, str]:
    """The stones that the note speaks of, and a plus if it takes at least as many."""
    with AlphaBetaPlayer("alphabeta", depth=2) as engine:
        engine.choose(as_position(text))
        found = re.search(r"win in (\d+)(\+?)", engine.note)
    assert found is not None
    return int(found[1]), found[2]


def stones_to_the_win(text: str) -> int:
    """The solver's: the score is the winner's empty cells at the end, plus one."""
    position = as_position(text)
    score = solve(position, objective="score", knowledge=False).value.lower
    return sum(cell == "." for cell in position.cells) + 1 - score


@pytest.mark.parametrize("text", LATER)
def test_a_longer_win_takes_at_least_so_many_stones(text: str) -> None:
    stones, more = length(text)
    assert more == "+"
    assert stones <= stones_to_the_win(text)


@pytest.mark.parametrize("text", NEAR)
def test_a_near_win_is_counted(text: str) -> None:
    stones, more = length(text)
    assert more == ""
    assert stones == stones_to_the_win(text)
