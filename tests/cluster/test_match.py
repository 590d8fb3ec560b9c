"""Matches on a cluster: the result is that of a match without one, whatever dies on the way."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from tests.cluster.shipped import KillsItsWorker, ship

from kinrow.__main__ import main
from kinrow.arena import GameTask, Match, MatchDatabase, Sprt, play_match
from kinrow.cluster import Cluster
from kinrow.records import Record
from kinrow.rules import game


def match(games: int = 12, sprt: Sprt | None = None) -> Match:
    return Match("alphabeta:200n", "mcts:40", game("5,5,4"), games, "random:2", seed=3, sprt=sprt)


def moves(played: list[Record]) -> list[tuple[object, ...]]:
    return [record.moves for record in played]


def test_the_games_are_the_same(cluster: Cluster) -> None:
    assert moves(list(play_match(match(), cluster.run))) == moves(list(play_match(match())))


def test_sprt_ends_a_match_at_the_same_game(cluster: Cluster) -> None:
    ended = []
    for run in ([cluster.run], []):
        under_way = match(200, Sprt(0, 200))
        ended.append((len(list(play_match(under_way, *run))), under_way.stopped))
    assert ended[0] == ended[1]
    assert ended[0][0] < 200


def test_games_of_workers_that_were_killed_are_played_again(
    cluster: Cluster, tmp_path: Path
) -> None:
    ship(sys.modules[__name__])

    def run(work: Callable[[GameTask], Record], tasks: Iterable[GameTask]) -> Any:
        return cluster.run(KillsItsWorker(tmp_path, work, lambda task: task.number == 5), tasks)

    assert moves(list(play_match(match(), run))) == moves(list(play_match(match())))
    assert (tmp_path / "killed").exists()


def test_a_match_that_broke_off_goes_on(
    tmp_path: Path, cluster: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "arena.sqlite"
    with MatchDatabase(path) as base:
        number = base.begin(match())
        for at, record in enumerate(play_match(match())):
            if at == 5:
                break
            base.add(number, at, record)
    words = ["match", "alphabeta:200n", "mcts:40", "-g", "5,5,4", "-n", "12", "-o", "random:2"]
    options = ["-s", "3", "-r", str(path), "--cluster", "local"]
    assert main([*words, *options]) == 0
    assert "5 of 12 games have been played" in capsys.readouterr().err
    with MatchDatabase(path) as base:
        stored = list(base.games())
    assert [each.match for each in stored] == [number] * 12
    assert moves([each.played for each in stored]) == moves(list(play_match(match())))


@pytest.mark.expensive
def test_a_driver_that_was_killed_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "arena.sqlite"
    words = ["match", "alphabeta:20000n", "mcts:4000", "-g", "5,5,4", "-n", "12", "-s", "3"]
    command = [sys.executable, "-m", "kinrow", *words, "-r", str(path), "--cluster", "local"]
    with subprocess.Popen([*command, "--concurrency", "2"]) as process:
        while not stored(path):
            assert process.poll() is None
        process.kill()
    before = stored(path)
    assert 0 < before < 12
    subprocess.run(command, check=True)
    assert stored(path) == 12


def stored(path: Path) -> int:
    if not path.exists():
        return 0
    with MatchDatabase(path) as base:
        return len(list(base.games()))
