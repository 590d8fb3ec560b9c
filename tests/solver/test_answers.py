"""What answers say of themselves: best moves, values by move, one line at a prompt."""

from __future__ import annotations

import pytest

import kinrow
from kinrow.rules import Cell, NotationError, OptionError
from kinrow.solver import SearchSolver


def test_solutions_and_analyses_speak_alike() -> None:
    position = kinrow.position("4,4,3 X.../.O../..X./....")
    with SearchSolver("16MiB", threads=1) as solver:
        found = solver.solve(position, objective="score")
        whole = solver.analyse(position, objective="score")
    assert str(found.best) == str(found.line).split()[0]
    assert found.best[0] in whole.best
    assert found.moves == {found.best[0]: found.value}
    assert (whole.value, whole.outcome, whole.score) == (found.value, found.outcome, found.score)
    assert (whole.margin, whole.winner, whole.line) == (found.margin, found.winner, found.line)
    assert set(whole.moves) == set(position.legal_moves)
    assert whole.moves.get("c2") == whole.moves.get(Cell(1, 2)) == whole.moves["c2"]
    assert whole.moves.get("a1", "taken") == "taken"
    assert whole.moves["c2"] == whole.moves[Cell(1, 2)] == max(whole.moves.values()) == found.value
    asked: tuple[object, ...] = ("c2", Cell(1, 2), "a1", None)
    assert [move in whole.moves for move in asked] == [True, True, False, False]
    with pytest.raises(OptionError, match="a1 has no value here: expected one of b1 c1 d1 a2"):
        whole.moves["a1"]
    with pytest.raises(NotationError, match="5 is not a cell"):
        whole.moves[5]  # type: ignore[index]
    assert repr(found).startswith(f"<{position.fen()}: win, score 11; best {found.best}; ")
    assert repr(whole).startswith(f"<{position.fen()}: win, score 11; c2 b3: win, score 11; ")


def test_nothing_is_best_if_nothing_is_known() -> None:
    over = kinrow.solve("tictactoe XXX/OO./...")
    assert (over.best, over.moves, over.line) == ((), {}, ())
    with pytest.raises(OptionError, match="a3 has no value here: no move has one"):
        over.moves["a3"]
