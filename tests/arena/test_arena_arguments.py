"""What the arena does with arguments that it cannot use, and with those that NumPy makes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from kinrow.arena import (
    Match,
    MatchDatabase,
    Sprt,
    TimeControl,
    openings,
    play_game,
    play_match,
    play_matches,
    play_task,
    standings,
)
from kinrow.arena.suite import make_suite
from kinrow.players import player
from kinrow.records import Record
from kinrow.rules import Cell, KinrowError, OptionError, Sign, game

RULES = game("tictactoe")

REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "clock": (
        lambda: TimeControl(move=1).late(5, 1.0),  # type: ignore[arg-type]
        "clock 5: expected a Clock, as in Clock",
    ),
    "seconds on a clock": (
        lambda: TimeControl(move=1).late(None, "x"),  # type: ignore[arg-type]
        "seconds 'x': expected seconds, 0 or more",
    ),
    "match to begin": (
        lambda: MatchDatabase(":memory:").begin(),  # type: ignore[call-arg]
        "base.begin: expected match, as in base.begin",
    ),
    "game to add": (
        lambda: MatchDatabase(":memory:").add(1),  # type: ignore[call-arg]
        "base.add: expected number, played, as in base.add",
    ),
    "seed of openings": (
        lambda: openings("random:2", "tictactoe", seed=[1]),  # type: ignore[arg-type]
        r"seed \[1\]: expected a whole number",
    ),
    "seed of a suite": (
        lambda: make_suite("4,4,4", 1, stones=2, nodes=9, seed="x"),  # type: ignore[arg-type]
        "seed 'x': expected a whole number",
    ),
    "no name of a file": (lambda: openings("a\0b", "tictactoe"), "expected none, random:N"),
    "sprt": (
        lambda: Sprt("0", "50"),  # type: ignore[arg-type]
        r"sprt \('0', '50', 0.05, 0.05\): expected two Elo differences",
    ),
    "rates of error": (
        lambda: Sprt(0, 50, alpha=5),
        "alpha 5, beta 0.05: expected rates of error above 0 that add up to less than 1",
    ),
    "sprt of a match": (
        lambda: Match("random", "random", RULES, 2, sprt="0,50"),  # type: ignore[arg-type]
        r"sprt '0,50': expected an object, as in Sprt\(elo0=0, elo1=50\)",
    ),
    "match": (
        lambda: play_match("x"),  # type: ignore[arg-type]
        "match 'x': expected an object, as in Match",
    ),
    "one match": (
        lambda: play_matches(Match("random", "random", "tictactoe", 2)),  # type: ignore[arg-type]
        "matches <random against random .*: expected a list, such as",
    ),
    "a list of something else": (
        lambda: play_matches([5]),  # type: ignore[list-item]
        "match 5: expected an object, as in Match",
    ),
    "time": (
        lambda: TimeControl.parse(5),  # type: ignore[arg-type]
        "time 5: expected a time per stone, per game or both",
    ),
    "no players": (lambda: play_game({}, "tictactoe"), "expected one Player for X and one for O"),
    "texts as players": (
        lambda: play_game({"X": "random", "O": "random"}, "tictactoe"),  # type: ignore[dict-item]
        "expected one Player for X and one for O",
    ),
    "a control of one game": (
        lambda: play_game(dict.fromkeys(Sign, player("random")), "tictactoe", control=5),  # type: ignore[arg-type]
        "control 5: expected an object, as in TimeControl",
    ),
    "games of standings": (
        lambda: standings([5]),  # type: ignore[list-item]
        "game 5: expected an object, as in Record",
    ),
    "no list of games": (
        lambda: standings(5),  # type: ignore[arg-type]
        r"games 5: expected a list, such as \[Record",
    ),
    "task": (
        lambda: play_task(5),  # type: ignore[arg-type]
        r"task 5: expected an object, as in next\(match.tasks",
    ),
    "score": (
        lambda: Sprt(0, 50).verdict(5),  # type: ignore[arg-type]
        "score 5: expected an object, as in Score",
    ),
    "score of a match": (
        lambda: Match("random", "random", RULES, 2, score=5),  # type: ignore[arg-type]
        "score 5: expected an object, as in Score",
    ),
    "game of a match": (
        lambda: Match("random", "random", RULES, 2).note(5),  # type: ignore[arg-type]
        "game 5: expected an object, as in Record",
    ),
    "elo": (lambda: Sprt(False, 50), "sprt .*: expected two Elo differences"),
}


@pytest.mark.parametrize("call", REFUSED)
def test_what_the_arena_cannot_use_is_refused_in_words(call: str) -> None:
    refused, words = REFUSED[call]
    with pytest.raises(KinrowError, match=words):
        refused()


def test_a_seed_of_numpy_is_a_seed() -> None:
    seed = np.int64(1)
    assert next(openings("random:2", "tictactoe", seed)) == next(  # type: ignore[arg-type]
        openings("random:2", "tictactoe", 1)
    )
    both = (make_suite("4,4,4", 1, stones=2, nodes=9**6, seed=each) for each in (seed, 1))  # type: ignore[arg-type]
    assert len(set(map(next, both))) == 1


def test_elo_differences_of_numpy_are_numbers() -> None:
    assert Sprt(np.int64(0), np.float32(50)) == Sprt(0, 50)  # type: ignore[arg-type]


def test_a_database_refuses_in_words() -> None:
    match, played = Match("random", "random", RULES, 2), Record(RULES, "b2")
    with MatchDatabase(":memory:") as base:
        for call in (base.begin, base.latest, base.latest_or_begin):
            with pytest.raises(OptionError, match="match 5: expected an object, as in Match"):
                call(5)  # type: ignore[arg-type]
        with pytest.raises(OptionError, match="game 5: expected an object, as in Record"):
            base.add(base.begin(match), 0, 5)  # type: ignore[arg-type]
        with pytest.raises(OptionError, match="match 'x': expected a whole number"):
            base.games(match="x")  # type: ignore[arg-type]
        calls: tuple[Callable[[], object], ...] = (
            lambda: base.add(99, 0, played),
            lambda: base.stop(99, "enough"),
            lambda: base.resume(match, 99),
        )
        for change in calls:
            with pytest.raises(KinrowError, match=":memory: has no match 99"):
                change()


def test_numbers_of_numpy_find_their_match() -> None:
    with MatchDatabase(":memory:") as base:
        number = np.int64(base.begin(Match("random", "random", RULES, 1)))
        base.add(number, np.int64(0), Record(RULES, "b2"))  # type: ignore[arg-type]
        assert len(list(base.games(match=number))) == 1  # type: ignore[arg-type]


def test_the_mark_in_front_of_a_file_is_not_part_of_it(tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_bytes(b"\xef\xbb\xbfb2 a1\n")
    assert next(openings(str(path), "tictactoe")) == (Cell.of("b2"), Cell.of("a1"))


def test_a_database_below_a_file_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(KinrowError, match=r"games\.sqlite cannot be used as a database of games: "):
        MatchDatabase(tmp_path / "file" / "games.sqlite")


@pytest.mark.parametrize("text", ["x" * 10**5, "mcts:" + "9" * 10**5, "random:" + "9" * 10**5])
def test_of_a_long_text_an_error_shows_the_beginning(text: str) -> None:
    for read in (player, lambda text: openings(text, "tictactoe"), TimeControl.parse):
        with pytest.raises(KinrowError) as error:
            read(text)
        assert len(str(error.value)) < 600
