"""22 x 22, the largest board: analysis, players and records, with the same forced win.

X has an open four after one more stone, and O nothing. Core and reference rules play the same
games there (tests/solver/test_agreement.py), and both checkers judge its proofs (tests/proofs).
"""

from __future__ import annotations

import pytest

from kinrow.analysis import Analyst, Budget
from kinrow.drawing import draw_svg
from kinrow.players import player
from kinrow.records import FORMATS, Format, Record, format_games, parse_games
from kinrow.rules import Cell, Outcome, game

MOVES = "t20 a1 u21 a22 s19 v1"
WINNING = {"r18", "v22"}


@pytest.mark.parametrize("spec", ["22,22,5", "22,22,5:exact"])
def test_the_analysis_sees_the_win(spec: str) -> None:
    start = game(spec).replay(MOVES)
    with Analyst("16MiB", 1, knowledge=False) as analyst:
        found = analyst.answer(start, budget=Budget(nodes=100_000), moves="none", line=False)
        assert found.solution.outcome is Outcome.WIN


@pytest.mark.parametrize("spec", ["alphabeta:4", "mcts:4000", "perfect"])
def test_players_play_it(spec: str) -> None:
    with player(spec, seed=1) as chosen:
        assert str(chosen.choose(game("22,22,5").replay(MOVES))) == "r18"


@pytest.mark.parametrize("format", FORMATS)
def test_records_keep_it(format: Format) -> None:
    record = Record("22,22,5", MOVES)
    (read,) = parse_games(format_games(record, format), format=format)
    assert list(read.lines()) == list(record.lines())


def test_the_last_cell_has_a_name() -> None:
    assert (str(Cell(21, 21)), Cell.of("v22").point) == ("v22", "vv")
    assert ">v<" in draw_svg(game("22,22,5").replay("v22"))
