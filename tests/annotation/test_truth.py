"""The annotations are what brute force says, for every objective and many kinds of games."""

from __future__ import annotations

from dataclasses import replace

import polars as pl
import pytest
from tests.annotation.brute import Memo, after_move, recorded, value

from kinrow.annotation import annotate
from kinrow.annotation.truth import KnownValue, MoveValues, columns
from kinrow.rules import Cell, Objective, Value, game

GAMES: list[tuple[str, Objective]] = [
    ("tictactoe", "outcome"),
    ("tictactoe", "score"),
    ("3,4,3", "score"),
    ("4,3,3", "outcome"),
    ("3,3,3:misere", "outcome"),
    ("3,3,3:misere", "score"),
    ("1,9,3:exact", "score"),
    ("3,3,2:begins=O", "score"),
    ("3,4,3,2,1", "outcome"),
    ("2,5,3,2,2", "score"),
    ("3,3,3,2,1:majority,threshold=2,turns=4,fill=X", "outcome"),
    ("3,3,3,1,1:majority,threshold=2,turns=7,fill=O", "margin"),
]
WORDS = {1: "win", 0: "draw", -1: "loss"}


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


@pytest.mark.parametrize(("spec", "objective"), GAMES)
def test_as_brute_force(spec: str, objective: Objective) -> None:
    rules = game(spec)
    # On the larger boards the opening is left to the solver's own tests.
    least = 4 if rules.size > 9 else 0
    rows = [row for row in recorded(rules, len(spec), count=80) if row[0].plies >= least]
    frame = pl.DataFrame(
        {"position": [p.fen() for p, _ in rows], "move": [move for _, move in rows]}
    )
    found = annotate(frame, game=rules, objective=objective, memory="64MiB", threads=1)
    assert found.columns == ["position", "move", *columns(objective)]
    assert found["position", "move"].equals(frame)
    memo: Memo = {}
    for (position, move), row in zip(rows, found.iter_rows(named=True), strict=True):
        whole = value(position, objective, memo)
        moves = {
            str(cell): after_move(position, str(cell), objective, memo)
            for cell in position.legal_moves
        }
        best = [cell for cell, worth in moves.items() if worth == whole]
        assert row["outcome"] == WORDS[sign(whole)]
        assert row["move_outcome"] == WORDS[sign(moves[move])]
        assert row["best_moves"] == " ".join(best)
        listed = dict(item.split(":") for item in row["move_outcomes"].split())
        assert listed == {cell: WORDS[sign(worth)] for cell, worth in moves.items()}
        assert row["regret"] == sign(whole) - sign(moves[move])
        kind = "free" if len(best) == len(moves) else "choice"
        assert row["forced"] == ("forced" if len(best) == 1 else kind)
        if objective != "outcome":
            assert (row[objective], row[f"move_{objective}"]) == (whole, moves[move])


def truth(*values: tuple[int, int]) -> MoveValues:
    """A tic-tac-toe position whose moves have these bounds."""
    moves = {Cell(0, at): Value("outcome", *value) for at, value in enumerate(values)}
    lower, upper = max(low for low, _ in values), max(high for _, high in values)
    return MoveValues(game("tictactoe").start(), Value("outcome", lower, upper), moves)


@pytest.mark.parametrize(
    ("values", "forced", "best", "regret"),
    [
        ([(1, 1), (0, 0), (-1, -1)], "forced", "a1", 0),
        ([(0, 0), (1, 1), (1, 1)], "choice", "b1 c1", 1),
        ([(-1, -1), (-1, -1)], "free", "a1 b1", 0),
        ([(-1, -1)], "forced", "a1", 0),
        ([(-1, -1), (1, 1)], "forced", "b1", 2),
        # Bounds: what they leave open stays empty, what they settle does not.
        ([(0, 1), (-1, 0)], None, None, None),
        ([(-1, 1), (1, 1)], None, None, None),
        ([(-1, 0), (1, 1)], "forced", "b1", None),
        ([(-1, -1), (1, 1), (-1, 0)], "forced", "b1", 2),
        ([(0, 0), (-1, 1)], None, None, None),
    ],
)
def test_kinds_of_choices(
    values: list[tuple[int, int]], forced: str | None, best: str | None, regret: int | None
) -> None:
    row = truth(*values).row(Cell(0, 0))
    assert (row["forced"], row["best_moves"], row["regret"]) == (forced, best, regret)


def test_bounds_are_said_to_be_bounds() -> None:
    row = truth((0, 1), (-1, 0), (-1, 1), (-1, -1)).row(Cell(0, 1))
    assert row["outcome"] == "draw-or-win"
    assert row["move_outcome"] == "draw-or-loss"
    assert row["move_outcomes"] == "a1:draw-or-win b1:draw-or-loss d1:loss"


def test_moves_of_which_nothing_is_known_are_not_listed() -> None:
    assert truth((-1, 1), (-1, 1), (-1, 1)).row(None)["move_outcomes"] is None


def test_a_row_without_a_move_has_the_truth_of_its_position() -> None:
    frame = pl.DataFrame({"position": ["XX./OO./...", "XXX/OO./..."], "move": ["", None]})
    rows = annotate(frame, game="tictactoe", objective="score").rows(named=True)
    assert rows[0]["best_moves"] == "c1"
    assert (rows[0]["score"], rows[0]["move_score"], rows[0]["regret"]) == (5, None, None)
    assert rows[0]["move_outcome"] is None
    over = {"outcome": "loss", "score": -5, "best_moves": None, "move_outcomes": None}
    assert {head: rows[1][head] for head in over} == over
    assert rows[1]["forced"] is None


def test_a_row_says_how_its_outcome_is_known() -> None:
    frame = pl.DataFrame({"position": [".../.../...", *["XX./OO./..."] * 2, "XXX/OO./..."]})
    rows = annotate(frame, game="tictactoe").rows(named=True)
    assert [row["outcome_how"] for row in rows] == ["proved", *["computed"] * 3]
    assert rows[0]["outcome_source"].startswith("atlas 3,3,3, sha256 ")
    assert {row["outcome_source"] for row in rows[1:]} == {None}


def test_what_a_search_narrowed_is_computed() -> None:
    at_least_a_draw = KnownValue(Value("outcome", 0, 1), "theory", "strategy stealing")
    known = replace(truth((0, 1), (-1, 1)), known=at_least_a_draw)
    assert (known.how, known.source) == ("theory", "strategy stealing")
    narrowed = replace(known, value=Value("outcome", 1, 1))
    assert (narrowed.how, narrowed.source) == ("computed", None)
    nothing = replace(known, value=Value("outcome", -1, 1), known=None)
    assert (nothing.how, nothing.source) == (None, None)


def test_turns_of_several_stones_are_rows_of_one_stone_each() -> None:
    rules = game("2,3,2,2,1")
    frame = pl.DataFrame({"moves": ["b1 a1 a2"]})
    found = annotate(frame, game=rules)
    assert found["ply"].to_list() == [0, 1, 2]
    assert found["outcome"].to_list() == ["loss", "win", "win"]
