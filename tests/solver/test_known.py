"""Published values and counts."""

from __future__ import annotations

from functools import partial

import pytest

from kinrow import analysis
from kinrow.rules import Outcome, game
from kinrow.solver import SearchSolver, count

solve = partial(analysis.solve, knowledge=False)

COUNTS = {
    "3,3,3": (5478, 958, 765, 138),
    "4,3,3": (111_973, 32_410, 28_275, 8_187),
    "5,3,3": (2_286_668, 879_598, 573_900, 220_763),
    "4,4,3": (6_036_001, 2_572_460, 756_387, 322_182),
    "4,4,4": (9_722_011, 659_392, 1_217_977, 82_763),
}
DRAWS = ("3,3,3", "2,9,3", "4,4,4", "5,4,4", "6,4,4", "7,4,4", "5,5,4", "7,7,5", "4,4,5", "6,6,6")
WINS = ("4,3,3", "3,4,3", "4,4,3", "5,5,3", "6,5,4", "5,6,4", "6,6,4", "7,6,4", "1,1,1", "5,2,1")


@pytest.mark.parametrize("spec", COUNTS)
def test_counts(spec: str) -> None:
    """Reachable and finished positions, with and without symmetry."""
    counts = count(game(spec), threads=2)
    found = (counts.reachable, counts.finished, counts.canonical, counts.canonical_finished)
    assert counts.complete and found == COUNTS[spec]


@pytest.mark.parametrize("spec", ["3,3,3", "4,3,3:misere", "4,3,3,2,1"])
def test_any_number_of_threads_counts_the_same(spec: str) -> None:
    one, seven = (count(game(spec), threads=n) for n in (1, 7))
    assert one.complete and one.per_ply == seven.per_ply


def test_complete_games_of_tictactoe() -> None:
    """255,168 games, by result; and the tables agree with themselves."""
    counts = count(game("tictactoe"))
    results = (counts.x_games, counts.o_games, counts.drawn_games)
    assert (counts.games, *results) == (255_168, 131_184, 77_904, 46_080)
    assert [ply.positions for ply in counts.per_ply] == [
        1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78,
    ]  # fmt: skip
    assert counts.to_json()["per_ply"][5]["finished"] == 120


@pytest.mark.parametrize("spec", DRAWS)
def test_draws(spec: str) -> None:
    """Draws of the literature, and boards too small for a line."""
    assert solve(game(spec)).outcome is Outcome.DRAW


@pytest.mark.parametrize("spec", WINS)
def test_first_player_wins(spec: str) -> None:
    """Wins of the literature."""
    assert solve(game(spec)).outcome is Outcome.WIN


@pytest.mark.expensive
@pytest.mark.parametrize(
    ("spec", "outcome"),
    [("8,4,4", Outcome.DRAW), ("9,4,4", Outcome.WIN), ("7,7,4", Outcome.WIN)],
)
def test_larger_games(spec: str, outcome: Outcome) -> None:
    """What takes longer."""
    assert solve(game(spec)).outcome is outcome


def test_the_second_source_task_as_a_whole() -> None:
    """井井井井字棋 is a draw, as tic-tac-toe is: the open question of its document."""
    assert solve(game("jing4"), memory="512MiB").outcome is Outcome.DRAW


def test_wins_on_large_boards_are_seen() -> None:
    """Boards of more than one word: a win in one, in three, and a double threat against."""
    rows = ["." * 15] * 15
    rows[7] = "....XXXX......."
    rows[2] = "..OOO....O....."
    rules = game("gomoku")
    assert solve(rules.parse("/".join(rows)), objective="score").score == 217
    rows[7] = ".....XXX......."
    rows[2] = "..OO...O......."
    answer = solve(rules.parse("/".join(rows)), objective="outcome", time=20)
    assert answer.outcome is Outcome.WIN and len(answer.line) >= 3
    six = game("connect6").parse("/".join(["." * 19] * 9 + ["....XXXXX.........."] + ["." * 19] * 7
                                          + ["...OO..OO..........", "." * 19]))  # fmt: skip
    assert solve(six, objective="score").score == 361 - 9 - 2 + 1  # both stones of O's turn


def test_one_solver_for_many_games() -> None:
    """A position of another game starts a new table; answers stay right."""
    with SearchSolver(memory="1MiB", threads=1) as solver:
        for spec, outcome in (("3,3,3", 0), ("4,4,3", 1), ("3,3,3", 0), ("3,3,3:misere", 0)):
            assert solver.solve(game(spec)).value.lower == outcome


@pytest.mark.parametrize(("board", "left", "score"), [("3,3,2,2,2", 1, -7), ("3,3,3,3,3", 2, -5)])
def test_half_a_turn_on_an_empty_board_can_lose(board: str, left: int, score: int) -> None:
    """Who has not the whole turn left cannot steal the opponent's strategy."""
    position = game(board).parse(f".../.../... O {left}")
    found = SearchSolver("1MiB", 1).solve(position, objective="score").value
    assert (found.lower, found.upper) == (score, score)
