"""Ratings and their intervals, computed a second time in other ways."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import log

import numpy as np
import pytest
from rich.console import Console

from kinrow.arena import standings
from kinrow.arena.rating import Standings
from kinrow.arena.tables import head_to_head_table, standings_table
from kinrow.arena.words import ArenaWords
from kinrow.records import Ending, Record, Result
from kinrow.rules import Sign

NAMES = ("a", "b", "c", "d")
TRUTH = np.array([-150.0, -20.0, 40.0, 130.0])
GAMES = {(0, 1): 60, (0, 2): 20, (1, 2): 80, (2, 3): 40, (1, 3): 30}
_UNIT = 400 / log(10)


def record(one: str, other: str, points: float) -> Record:
    winner = {0.0: Sign.O, 0.5: None, 1.0: Sign.X}[points]
    result = Result(winner, Ending.BOARD if winner is None else Ending.FORFEIT)
    return Record("tictactoe", "", {Sign.X: one, Sign.O: other}, result)


def drawn(random: np.random.Generator, elo: np.ndarray) -> list[Record]:
    """Results of the model: without draws, as the likelihood has it."""
    played = []
    for (one, other), games in GAMES.items():
        chance = 1 / (1 + 10 ** ((elo[other] - elo[one]) / 400))
        wins = random.random(games) < chance
        played += [record(NAMES[one], NAMES[other], float(won)) for won in wins]
    return played


def fitted(played: list[Record]) -> np.ndarray:
    found = {line.name: line.elo for line in standings(played)}
    return np.array([found[name] for name in NAMES])


def by_newton(lines: Standings, names: Sequence[str] = NAMES) -> np.ndarray:
    """The ratings by Newton's method on the logarithm of the likelihood, the prior included."""
    score = {(line.name, name): s for line in lines for name, s in line.against.items()}
    count = len(names)
    rating = np.zeros(count)
    for _ in range(50):
        slope, bend = np.zeros(count), np.zeros((count, count))
        for at in range(count):
            chance = 1 / (1 + np.exp(-rating[at]))
            slope[at] += 0.5 - chance
            bend[at, at] += chance * (1 - chance)
        for one, other in combinations(range(count), 2):
            met = score.get((names[one], names[other]))
            if met is None:
                continue
            chance = 1 / (1 + np.exp(rating[other] - rating[one]))
            push = met.games * (met.mean - chance)
            weight = met.games * chance * (1 - chance)
            slope += push * (np.eye(count)[one] - np.eye(count)[other])
            for row, col, sign in ((one, one, 1), (other, other, 1), (one, other, -1)):
                bend[row, col] += sign * weight
                if row != col:
                    bend[col, row] += sign * weight
        rating += np.linalg.solve(bend, slope)
    found: np.ndarray = _UNIT * (rating - rating.mean())
    return found


def test_the_ratings_are_the_most_likely_ones() -> None:
    random = np.random.default_rng(1)
    played = drawn(random, TRUTH) + [record("a", "c", 0.5)] * 5
    assert fitted(played) == pytest.approx(by_newton(standings(played)), abs=0.01)


SWEEPS = {
    "a gauntlet": {("a", f"b{at}"): (20, 0) for at in range(20)},
    "a lost gauntlet": {("a", f"b{at}"): (0, 2) for at in range(9)},
    "a chain": {("a", "b"): (10, 0), ("b", "c"): (10, 0), ("c", "d"): (10, 0)},
    "an unequal one": {("a", "b"): (300, 0), ("c", "a"): (1, 2), ("d", "e"): (0, 50)},
}


@pytest.mark.parametrize("met", SWEEPS.values(), ids=SWEEPS)
def test_one_sided_results_get_the_most_likely_ratings(
    met: dict[tuple[str, str], tuple[int, int]],
) -> None:
    """There the average player, whose draws are added, is far from the mean of all ratings."""
    lines = standings(
        record(one, other, points)
        for (one, other), (wins, losses) in met.items()
        for points in [1.0] * wins + [0.0] * losses
    )
    found = {line.name: line.elo for line in lines}
    assert [*found.values()] == pytest.approx(by_newton(lines, [*found]), abs=0.01)
    assert sum(found.values()) == pytest.approx(0, abs=1e-6)


def test_the_intervals_are_as_wide_as_the_ratings_vary() -> None:
    """Ordo's way: the same games are drawn again and again from the ratings, and rated."""
    random = np.random.default_rng(2)
    games = drawn(random, TRUTH)
    margin = {line.name: line.margin for line in standings(games)}
    rated = fitted(games)
    again = np.array([fitted(drawn(random, rated)) for _ in range(200)])
    spread = 1.96 * again.std(axis=0)
    for at, name in enumerate(NAMES):
        assert margin[name] == pytest.approx(spread[at], rel=0.2)


def test_the_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    random, held = np.random.default_rng(3), 0
    for _ in range(100):
        lines = {line.name: line for line in standings(drawn(random, TRUTH))}
        held += sum(
            abs(lines[name].elo - truth) <= lines[name].margin
            for name, truth in zip(NAMES, TRUTH - TRUTH.mean(), strict=True)
        )
    assert 360 <= held <= 395  # 95 % of 400 is 380


def test_a_clean_sweep_has_a_rating_and_a_wide_interval() -> None:
    best, worst = standings([record("a", "b", 1.0)] * 10)
    assert best.name == "a"
    assert 200 < best.elo - worst.elo < 1000
    assert best.margin > 150


def test_the_tables_fit_eighty_columns() -> None:
    """Neither a head nor a number is cut, and long names of players stay apart."""
    names = [f"gomocup:./pbrain-{end}" for end in ("old", "new", "best", "other")]
    lines = standings([record(one, other, 1.0) for one, other in combinations(names, 2)] * 100)
    screen, words = Console(width=80, record=True), ArenaWords()
    screen.print(standings_table("gomoku", lines, words))
    screen.print(head_to_head_table(lines, words))
    said = screen.export_text()
    assert "…" not in said
    assert "losses" in said and "100.0 %" in said
    assert all(said.count(name) == 2 for name in names)
