"""A player that is somebody else's code: what it answers is read, or loses the game."""

from __future__ import annotations

from typing import Any

import pytest

from kinrow.arena import TimeControl, play_game
from kinrow.arena.seat import Seat
from kinrow.players import Slow, player
from kinrow.rules import Cell, Sign, game
from tests.players.answers import Answers


@pytest.mark.parametrize("answer", [None, 4, "zz", b"a1", [0, 0], (9, 9)])
def test_an_answer_that_is_not_a_legal_move_loses(answer: Any) -> None:
    record = play_game({Sign.X: Answers(answer), Sign.O: player("random", seed=1)}, "tictactoe")
    assert record.winner is Sign.O
    assert str(record.comment).startswith("illegal: mine: ")


@pytest.mark.parametrize("answer", ["b1", (0, 1)])
def test_an_answer_may_be_written_as_moves_are(answer: Any) -> None:
    record = play_game({Sign.X: Answers(answer), Sign.O: player("random", seed=1)}, "1,3,1")
    assert record.winner is Sign.X
    assert [type(move) for move in record.moves] == [Cell]


def test_a_player_whose_time_for_the_game_is_long_over_loses() -> None:
    seat = Seat(Answers("b1"), TimeControl(game=1.0))
    seat.spent, seat.stones = 1.5, 3
    with pytest.raises(Slow, match=r"its stones took 1\.5\d\d s, the limit for the game is 1 s"):
        seat.place(game("tictactoe").start())
