"""Elo, intervals, SPRT: what a score says, and when it says enough."""

from __future__ import annotations

from math import inf
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinrow.arena.statistics import Score, Sprt, elo_of, score_of

COUNTS = st.builds(Score, st.integers(0, 1000), st.integers(0, 1000), st.integers(0, 1000))


@given(COUNTS)
def test_the_interval_holds_the_mean_and_mirrors(score: Score) -> None:
    low, high = score.interval
    assert 0 <= low <= score.mean + 1e-12
    assert score.mean - 1e-12 <= high <= 1
    other = Score(score.losses, score.draws, score.wins)
    assert other.interval == pytest.approx((1 - high, 1 - low))


@given(st.floats(-1000, 1000))
def test_elo_and_score_are_inverse(elo: float) -> None:
    assert elo_of(score_of(elo)) == pytest.approx(elo, abs=1e-6)


def test_more_games_say_more() -> None:
    few, many = Score(6, 2, 2), Score(600, 200, 200)
    assert few.elo == pytest.approx(many.elo)
    assert few.elo_interval[0] < many.elo_interval[0] < many.elo
    assert many.elo < many.elo_interval[1] < few.elo_interval[1]


def test_a_clean_sweep_has_a_floor() -> None:
    score = Score(50, 0, 0)
    assert score.elo == inf
    assert 400 < score.elo_interval[0] < 500
    assert str(score) == "+50 =0 -0, 100.0 %, Elo +inf (+446 to +inf)"


def test_nothing_played_says_nothing() -> None:
    assert Score().interval == (0.0, 1.0)
    assert Sprt(0, 50).verdict(Score()) is None


def test_the_interval_covers_the_truth_about_as_often_as_it_says() -> None:
    random, held = Random(1), 0
    for _ in range(400):
        wins = sum(random.random() < 0.6 for _ in range(100))
        low, high = Score(wins, 0, 100 - wins).interval
        held += low <= 0.6 <= high
    assert 370 <= held <= 395  # 95 % of 400 is 380


@pytest.mark.parametrize(("truth", "verdict"), [(0.0, "elo0"), (80.0, "elo1")])
def test_sprt_is_seldom_wrong(truth: float, verdict: str) -> None:
    random, test, right, played = Random(2), Sprt(0, 80), 0, 0
    for _ in range(100):
        score = Score()
        while (found := test.verdict(score)) is None:
            won = random.random() < score_of(truth)
            score = Score(score.wins + won, 0, score.losses + (not won))
        right += found == verdict
        played += score.games
    assert right >= 90  # each error is to come up once in twenty
    assert played / 100 < 400  # a fixed match as sure would need about 500
