"""What a player learns of its delays: it plans less, and forgets them again."""

from __future__ import annotations

from random import Random

import pytest

from kinrow.players.delay import Delay
from kinrow.players.protocol import Clock, longest_time, thinking_time
from kinrow.rules import game

START = game("gomoku").start()


def test_what_is_late_is_kept_back() -> None:
    clock = Clock(game=1.0, increment=0.03)
    for limit in (thinking_time, longest_time):
        usual, late = limit(START, clock), limit(START, clock, 0.02)
        assert usual is not None
        assert late == pytest.approx(usual - 0.02)
    assert thinking_time(START, clock, 10.0) == 0.001


def test_a_game_with_delays_stays_within_its_time() -> None:
    """Every stone is 40 ms late, which was not known before the first."""
    delay, left, position = Delay(), 1.0, game("15,15,15").start()
    for cell in position.legal_moves[:100]:
        planned = longest_time(position, Clock(game=left, increment=0.05), delay.seconds)
        assert planned is not None
        delay.note(planned, planned + 0.04)
        left += 0.05 - (planned + 0.04)
        assert left > 0.05
        position = position.play(cell)


def test_a_busy_machine_seldom_costs_a_game() -> None:
    """One stone in twenty is up to 0.06 s late, in games of 1 s and 30 ms a stone."""
    position, boards = game("15,15,15").start(), []
    for cell in position.legal_moves[:120]:
        boards.append(position)
        position = position.play(cell)
    for seed in range(20):
        random, delay, left = Random(seed), Delay(), 1.0
        for board in boards[::2]:
            limit = longest_time if random.random() < 0.3 else thinking_time
            planned = limit(board, Clock(game=left, increment=0.03), delay.seconds)
            assert planned is not None
            late = 0.06 * random.random() if random.random() < 0.05 else 0.004 * random.random()
            delay.note(planned, planned + late)
            assert planned + late <= left
            left += 0.03 - planned - late


def test_delays_fade() -> None:
    delay = Delay()
    delay.note(1.0, 1.5)
    for _ in range(60):
        delay.note(1.0, 0.5)
    assert 0 < delay.seconds < 0.001
