"""The script about gomoku's first moves: its hints are positions of the game that it asks about."""

from __future__ import annotations

import doctest
from itertools import islice

import pytest
from docs.experiments import first_moves

from kinrow.rules import Cell, Sign


def test_its_example() -> None:
    assert doctest.testmod(first_moves).failed == 0


@pytest.mark.parametrize(
    ("first", "reply", "winner"),
    [("a1", "h8", Sign.O), ("h9", None, Sign.X), ("b3", "g7", Sign.O)],
)
def test_hints_are_moves_of_the_winner(first: str, reply: str | None, winner: Sign) -> None:
    moves = [Cell.of(first)] + ([Cell.of(reply)] if reply else [])
    found = list(islice(first_moves.hints(moves[0], moves[1] if reply else None), 400))
    assert len(found) == 400
    for position, move in found:
        assert position.to_move is winner
        assert position.cells[move] == "."
        sign = position.cells[moves[0].row * 15 + moves[0].col]
        assert sign == "X" or reply is None
