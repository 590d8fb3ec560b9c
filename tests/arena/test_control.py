"""Time controls: as texts, for a stone and for a game, and those that no text says."""

from __future__ import annotations

import pytest

from kinrow.arena import TimeControl
from kinrow.players import Clock
from kinrow.players.protocol import longest_time
from kinrow.rules import NotationError, OptionError, game


@pytest.mark.parametrize(
    "text", ["2s", "30ms", "/60s", "2s/60s", "1.5s/300s", "/1s+30ms", "2s/60s+1s"]
)
def test_time_controls_round_trip(text: str) -> None:
    assert str(TimeControl.parse(text)) == text


@pytest.mark.parametrize("seconds", [1e-15, 1e-12, 0.1, 0.9999999999999, 1, 2**20 / 3, 999999999.9])
def test_what_a_time_control_says_can_be_read(seconds: float) -> None:
    control = TimeControl.parse(str(TimeControl(seconds, seconds, increment=seconds)))
    assert (control.move, control.game, control.increment) == pytest.approx(
        (seconds,) * 3, abs=1e-9
    )


@pytest.mark.parametrize("seconds", [float("inf"), 1e9, 10**30])
def test_a_time_that_no_text_says_is_refused(seconds: float) -> None:
    for name in ("move", "game", "tolerance", "increment"):
        with pytest.raises(OptionError, match=f"{name} .*: expected less than 10\\^9 seconds"):
            TimeControl(**{name: seconds})
    with pytest.raises(OptionError, match="expected less than"):
        TimeControl.parse("999999999m")


@pytest.mark.parametrize(
    "text", ["2", "s", "-1s", "2s/", "0s", "2h", "nan", "/1s+", "1s+1s", "/+1s", "/1s+0s"]
)
def test_bad_times_are_told(text: str) -> None:
    with pytest.raises(NotationError, match="expected a time"):
        TimeControl.parse(text)


def test_the_time_for_a_game_grows_with_each_stone() -> None:
    control = TimeControl.parse("/1s+30ms")
    assert control.clock(0.0) == Clock(None, 1.0, 0.03)
    clock = control.clock(0.9, stones=10)
    assert clock is not None
    assert clock.game == pytest.approx(0.4)
    assert control.clock(5.0, stones=1) == Clock(None, 0.001, 0.03)


@pytest.mark.parametrize("text", ["/1s", "/1s+30ms", "/100ms+5ms", "/2s+2s"])
def test_a_player_that_takes_all_the_time_it_may_is_never_late(text: str) -> None:
    control, position, spent = TimeControl.parse(text), game("15,15,15").start(), 0.0
    for stones, cell in enumerate(position.legal_moves[:100]):
        clock = control.clock(spent, stones)
        took = longest_time(position, clock)
        assert took is not None and clock is not None and clock.limit is not None
        assert took <= max(0.001, clock.limit)
        assert not control.late(clock, took, control.overdrawn(spent, stones))
        spent += took
        position = position.play(cell)
    assert control.game is not None
    assert spent <= control.game + 100 * control.increment + 0.1


def test_what_stones_were_late_in_a_game_adds_up() -> None:
    control, spent, in_time = TimeControl.parse("/1s"), 0.0, 0
    while not control.late(control.clock(spent), 0.2, control.overdrawn(spent)):
        spent += 0.2
        in_time += 1
    assert in_time == 6  # 1.2 s, and not 1.4 s


def test_an_increment_pays_for_what_was_late() -> None:
    control = TimeControl.parse("/1s+1s")
    assert control.overdrawn(1.2) == pytest.approx(0.2)
    assert control.overdrawn(1.2, stones=1) == 0.0
    assert not control.late(control.clock(1.2, 1), 1.0, control.overdrawn(1.2, 1))


def test_the_time_of_a_stone_has_its_own_tolerance() -> None:
    control = TimeControl.parse("100ms")
    assert control.overdrawn(60.0, stones=20) == 0.0
    assert not control.late(control.clock(60.0, 20), 0.3)
    assert control.late(control.clock(60.0, 20), 0.4)
