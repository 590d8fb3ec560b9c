"""The file of all games: what becomes of one that is locked, or that two processes make at once."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from kinrow.arena import Match, MatchDatabase, play_match
from kinrow.players import player
from kinrow.players.spec import files_of
from kinrow.rules import KinrowError, OptionError, game


def test_a_file_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    match, path = Match("random", "mcts:9", game("tictactoe"), 2), tmp_path / "a.sqlite"
    with MatchDatabase(path) as base, closing(sqlite3.connect(path)) as other:
        number = base.begin(match)
        base._base.execute("PRAGMA busy_timeout = 1")
        other.execute("BEGIN EXCLUSIVE")
        asked: tuple[Callable[[], object], ...] = (
            partial(base.begin, match),
            partial(base.latest, match),
            partial(base.stop, number, "enough"),
            partial(list, base.games()),
            base.rules,
        )
        for use in asked:
            with pytest.raises(KinrowError, match="of games: in use by another run"):
                use()


def test_whoever_comes_second_finds_the_tables_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, version = tmp_path / "a.sqlite", MatchDatabase._version
    MatchDatabase(path).close()
    seen = iter([0])  # the version before the other process has written its own
    monkeypatch.setattr(MatchDatabase, "_version", lambda base: next(seen, None) or version(base))
    MatchDatabase(path).close()


@pytest.mark.parametrize("path", [b"a.sqlite", "\ud800.sqlite", "", None])
def test_what_is_no_path_is_refused(path: Any) -> None:
    with pytest.raises(OptionError, match=r"expected a path, such as 'games\.sqlite'"):
        MatchDatabase(path)


def test_games_may_be_left_after_the_database(tmp_path: Path) -> None:
    """As they are if an export fails; a warning would be an error here."""
    with MatchDatabase(recorded(tmp_path)) as base:
        games = base.games()
        next(games)
    games.close()  # type: ignore[attr-defined] # it is a generator


def recorded(folder: Path) -> Path:
    """A database of two games."""
    path = folder / "a.sqlite"
    match = Match(player("random", seed=1), player("random", seed=2), game("tictactoe"), games=2)
    with MatchDatabase(path) as base:
        number = base.begin(match)
        for at, played in enumerate(play_match(match)):
            base.add(number, at, played)
    return path


def test_games_are_found_by_the_name_of_their_game(tmp_path: Path) -> None:
    with MatchDatabase(recorded(tmp_path)) as base:
        assert len(list(base.games("Tic-Tac-Toe"))) == len(list(base.games("3,3,3"))) == 2
        assert not list(base.games("gomoku"))


@pytest.mark.parametrize(
    ("column", "value"), [("moves", "zz 9"), ("notes", "{"), ("notes", "5"), ("milliseconds", "x")]
)
def test_a_game_that_is_damaged_is_named(tmp_path: Path, column: str, value: str) -> None:
    path = recorded(tmp_path)
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute(f"UPDATE game SET {column} = ? WHERE number = 1", (value,))
    with (
        MatchDatabase(path) as base,
        pytest.raises(KinrowError, match=r"a\.sqlite: game 2 of match 1 is damaged"),
    ):
        list(base.games())


def test_of_two_that_begin_at_once_one_finds_the_match_of_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise both played it, and its games counted twice."""
    path, latest = tmp_path / "a.sqlite", MatchDatabase._latest
    match = Match("random", "mcts:9", game("tictactoe"), 2)
    later: list[Future[tuple[int, bool]]] = []

    def begin() -> tuple[int, bool]:
        with MatchDatabase(path) as base:
            return base.latest_or_begin(match)

    def slow(base: MatchDatabase, row: tuple[str | int, ...]) -> int | None:
        found = latest(base, row)
        if not later:
            later.append(pool.submit(begin))
            sleep(0.3)
        return found

    MatchDatabase(path).close()
    monkeypatch.setattr(MatchDatabase, "_latest", slow)
    with ThreadPoolExecutor(1) as pool:
        number, known = begin()
        assert (number, known) == (1, False)
        assert later[0].result() == (1, True)


def test_a_changed_engine_does_not_resume_the_match_of_the_old_one(tmp_path: Path) -> None:
    engine, source = tmp_path / "pbrain", tmp_path / "src" / "kinrow" / "__init__.py"
    source.parent.mkdir(parents=True)
    engine.write_text("#!/bin/sh\n")
    source.write_text("")
    engine.chmod(0o755)
    names = {engine: f"gomocup:{engine} -v", source: f"version:{source.parents[1]}:random"}
    with MatchDatabase(tmp_path / "a.sqlite") as base:
        for path, name in names.items():
            match = Match(name, "random", game("gomoku"), 2)
            number = base.begin(match)
            assert base.latest(match) == number
            path.write_text("#!/bin/sh\nexit 1\n")
            assert base.latest(match) is None


@pytest.mark.parametrize(
    ("name", "openings", "file", "counts"),
    [
        ("alphabeta:1", "none", "line-3.json", True),
        ("alphabeta:1", "none", "network-3-3-3.json", False),
        ("mcts:net:2", "none", "network-3-3-3.json", True),
        ("mcts:net:2", "none", "line-3.json", False),
        ("mcts:2", "none", "line-3.json", False),
        ("random", "swap1", "correction-line-3.json", True),
    ],
)
def test_own_weights_that_may_play_do_not_resume_the_match_without_them(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    openings: str,
    file: str,
    counts: bool,
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    weights = tmp_path / "kinrow" / "weights" / file
    weights.parent.mkdir(parents=True)
    with MatchDatabase(tmp_path / "a.sqlite") as base:
        for at, text in enumerate(("some", "others", "more")):
            match = Match(name, "random", game("tictactoe"), 2, openings)
            number = base.begin(match)
            assert base.latest(match) == number
            weights.write_text(text)
            os.utime(weights, (at, at))
            assert base.latest(match) == (None if counts else number)
        weights.rename(weights.with_stem(f"{weights.stem}-old"))
        assert base.latest(match) == (None if counts else number)


@pytest.mark.parametrize("seed", [2**63, -(2**63)])
def test_a_seed_that_no_record_can_hold_is_refused(seed: int) -> None:
    with pytest.raises(OptionError, match=f"seed {seed}: expected a whole number"):
        Match("random", "random", game("tictactoe"), 2, seed=seed)


def test_a_player_with_a_network_is_made_of_its_file(tmp_path: Path) -> None:
    network = tmp_path / "net.json"
    network.touch()
    assert files_of(f"mcts:net={network}:2s") == [network]
    assert files_of("mcts:net:2s") == files_of("alphabeta:2") == []
