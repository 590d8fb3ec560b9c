"""The manager's side of the Gomocup protocol, against programs that play, crash, dawdle, babble."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from math import inf
from pathlib import Path
from time import perf_counter, sleep

import pytest

from kinrow.players import Clock, Crashed, Illegal, PlayerFault, Silent, Unfit
from kinrow.players import player as make
from kinrow.players.gomocup import GomocupPlayer
from kinrow.players.program import Late, Program
from kinrow.rules import NotationError, game
from tests.players.programs import program

GOMOKU = game("gomoku")


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[list[GomocupPlayer]]:
    players: list[GomocupPlayer] = []
    yield players
    for player in players:
        player.close()


def started(players: list[GomocupPlayer], folder: Path, kind: str) -> GomocupPlayer:
    players.append(GomocupPlayer(program(folder, kind)))
    return players[-1]


def test_a_program_plays_game_after_game(driver: list[GomocupPlayer], tmp_path: Path) -> None:
    player = started(driver, tmp_path, "good")
    for opening in ("", "h8", "a1 b1"):
        position = GOMOKU.replay(opening)
        for _ in range(3):
            move = player.choose(position, Clock(move=5.0))
            position = position.play(move)
            position = position.play(position.legal_moves[-1])
    assert player.note == ""


def test_a_clock_without_end_is_none(driver: list[GomocupPlayer], tmp_path: Path) -> None:
    player = started(driver, tmp_path, "good")
    assert str(player.choose(GOMOKU.start(), Clock(move=inf, game=1e12))) == "a1"


def test_it_hears_of_stones_by_turn_and_by_board(
    driver: list[GomocupPlayer], tmp_path: Path
) -> None:
    player = started(driver, tmp_path, "good")
    position = GOMOKU.replay("a1 b1")
    assert str(player.choose(position)) == "c1"
    position = position.play("c1").play("d1")
    assert str(player.choose(position)) == "e1"  # by TURN
    # Another game: everything is told anew.
    assert str(player.choose(GOMOKU.replay("b1 c1"))) == "a1"


@pytest.mark.parametrize(
    ("kind", "fault"),
    [
        ("crash", Crashed),
        ("silent", Silent),
        ("illegal", Illegal),
        ("chatter", Illegal),
        ("flood", Silent),
        ("refuses", Unfit),
    ],
)
def test_misbehaviour_has_a_name(
    driver: list[GomocupPlayer],
    tmp_path: Path,
    kind: str,
    fault: type[Exception],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("kinrow.players.gomocup._GRACE", 0.1)
    player = started(driver, tmp_path, kind)
    with pytest.raises(fault) as raised:
        player.choose(GOMOKU.start(), Clock(move=0.1))
    assert isinstance(raised.value, PlayerFault | Unfit)
    assert player.name in str(raised.value)


def test_a_program_that_never_answers_start_is_silent(
    driver: list[GomocupPlayer], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kinrow.players.gomocup._START_PATIENCE", 0.2)
    player = started(driver, tmp_path, "mute")
    with pytest.raises(Silent, match="no answer to START 15"):
        player.choose(GOMOKU.start())


def test_carriage_returns_alone_end_a_line(driver: list[GomocupPlayer], tmp_path: Path) -> None:
    assert str(started(driver, tmp_path, "cr").choose(GOMOKU.start(), Clock(move=5.0))) == "h8"


def test_blanks_are_no_answer(driver: list[GomocupPlayer], tmp_path: Path) -> None:
    assert str(started(driver, tmp_path, "blank").choose(GOMOKU.start(), Clock(move=5.0))) == "h8"


def test_control_characters_are_dropped(driver: list[GomocupPlayer], tmp_path: Path) -> None:
    player = started(driver, tmp_path, "colours")
    player.choose(GOMOKU.start(), Clock(move=5.0))
    assert player.note == "[31mred 0m7"
    with pytest.raises(Crashed, match=r": ERROR \[31mred$"):
        started(driver, tmp_path, "error").choose(GOMOKU.start(), Clock(move=5.0))


@pytest.mark.parametrize(("kind", "said"), [("arabic", "٧,٧"), ("long", "7" * 40)])
def test_what_is_no_move_is_quoted_in_short(
    driver: list[GomocupPlayer], tmp_path: Path, kind: str, said: str
) -> None:
    with pytest.raises(Illegal, match=f"'{said}' is not a move$"):
        started(driver, tmp_path, kind).choose(GOMOKU.start(), Clock(move=5.0))


def test_after_a_crash_the_program_is_started_anew(
    driver: list[GomocupPlayer], tmp_path: Path
) -> None:
    player = started(driver, tmp_path, "crash")
    for _ in range(2):
        with pytest.raises(Crashed, match="ended with status 3"):
            player.choose(GOMOKU.start(), Clock(move=5.0))


def test_a_missing_program_has_crashed() -> None:
    with pytest.raises(Crashed, match="cannot be started"):
        GomocupPlayer("./no-such-program").choose(GOMOKU.start())


def test_a_program_that_failed_says_why(driver: list[GomocupPlayer], tmp_path: Path) -> None:
    with pytest.raises(Crashed, match=r"status 1; last line of .* error: ValueError: no book$"):
        started(driver, tmp_path, "fails").choose(GOMOKU.start())


def test_a_file_that_is_not_executable_is_told(tmp_path: Path) -> None:
    path = tmp_path / "engine.py"
    path.touch()
    with pytest.raises(NotationError, match=r"engine\.py is not executable.*: try chmod \+x"):
        make(f"gomocup:{path}")
    if os.sep == "/":
        assert make(f"gomocup:python3 {path}").name == f"gomocup:python3 {path}"


def test_other_games_are_unfit() -> None:
    for spec in ("tictactoe", "connect6", "jing4", "gomoku:misere"):
        with pytest.raises(Unfit, match="is not five in a row"):
            GomocupPlayer("true").choose(game(spec).start())


def test_what_waits_to_be_read_is_late_once_the_time_is_up() -> None:
    flood = Program([sys.executable, "-c", "while True: print('MESSAGE x', flush=True)"])
    try:
        assert flood.line(perf_counter() + 20) == "MESSAGE x"
        while flood._lines.empty():
            sleep(0.01)
        with pytest.raises(Late):
            flood.line(perf_counter() - 1)
    finally:
        flood.close()


def test_closing_leaves_no_process(driver: list[GomocupPlayer], tmp_path: Path) -> None:
    player = started(driver, tmp_path, "flood")
    with pytest.raises(Silent):
        player.choose(GOMOKU.start(), Clock(move=0.1))
    player = started(driver, tmp_path, "good")
    player.choose(GOMOKU.start())
    assert player._program is not None
    pid = player._program.pid
    player.close()
    player.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_the_limit_of_a_match_is_that_of_the_whole_game(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[str] = []

    class Listens:
        def send(self, *lines: str) -> None:
            heard.extend(lines)

        def line(self, _: float | None) -> str:
            return "OK" if heard[-1].startswith("START") else f"{len(heard) % 15},7"

        def close(self) -> None:
            pass

    monkeypatch.setattr("kinrow.players.gomocup.Program", lambda _: Listens())
    with GomocupPlayer("listens") as one:
        position = GOMOKU.start()
        for left in (60.0, 40.0, 20.0):
            position = position.play(one.choose(position, Clock(game=left)))
            position = position.play(position.legal_moves[0])
        one.choose(GOMOKU.start(), Clock(game=30.0))
    whole = [line.split()[2] for line in heard if line.startswith("INFO timeout_match")]
    rest = [line.split()[2] for line in heard if line.startswith("INFO time_left")]
    assert whole == ["60000", "60000", "60000", "30000"]
    assert rest == ["60000", "40000", "20000", "30000"]
