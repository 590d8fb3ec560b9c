"""The perfect player: it keeps what is known, and says where it does not know."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kinrow.analysis import Analyst, Budget
from kinrow.knowledge import Knowledge
from kinrow.knowledge.settled import AtlasSource
from kinrow.knowledge.strategic import StrategySource
from kinrow.players import Clock, player
from kinrow.players.perfect import PerfectPlayer
from kinrow.rules import game
from kinrow.runtime.own import NotCopied
from kinrow.solver import Analysis, SearchSolver
from kinrow.strategies import read_any_strategy
from kinrow.weights import WeightsError, correction_for, shelf, weights_for


def test_perfect_never_loses_tic_tac_toe() -> None:
    rules = game("tictactoe")
    perfect, other = PerfectPlayer(seed=1), player("random", seed=1)
    for number in range(20):
        position = rules.start()
        while not position.finished:
            mover = perfect if position.plies % 2 == number % 2 else other
            position = position.play(mover.choose(position))
        if position.winner is not None:
            assert position.winner is (rules.begins if number % 2 == 0 else rules.begins.other)


def test_perfect_takes_the_soonest_win() -> None:
    position = game("4,4,3").parse("X.../.O../..X./....")
    with SearchSolver(threads=1) as solver:
        best = solver.analyse(position, objective="score").best
    assert PerfectPlayer(seed=1).choose(position) in best


@pytest.mark.parametrize("clock", [None, Clock(move=8)])
def test_equal_moves_get_few_nodes_unless_the_clock_gives_more(clock: Clock | None) -> None:
    """Without a clock no time decides which moves are equal, so a seed determines the move."""
    asked: list[tuple[str, Budget]] = []

    class Listening(Analyst):
        def answer(self, *args: Any, **options: Any) -> Analysis:
            asked.append((options.get("moves", "best"), options.get("budget") or args[2]))
            return super().answer(*args, **options)

    with Listening("16MiB", 1) as analyst:
        PerfectPlayer(analyst=analyst).choose(game("4,4,3").parse("X.../.O../..X./...."), clock)
    (first, _), (second, budget) = asked
    assert (first, second) == ("none", "best")
    assert budget.time is not None and budget.time >= 2
    assert budget.nodes == (400_000 if clock is None else None)


def test_perfect_resists_a_known_loss() -> None:
    """All moves lose, but most of them at once: chosen by chance they end the game by ply 9."""
    position = game("gomoku").replay("h8 h7")
    with PerfectPlayer(seed=1) as winner, PerfectPlayer(seed=1) as loser:
        while not position.finished:
            if position.to_move is position.rules.begins:
                position = position.play(winner.choose(position))
            else:
                position = position.play(loser.choose(position, Clock(move=0.2)))
                assert loser.exact
    assert position.winner is position.rules.begins
    assert position.plies >= 13


def test_perfect_says_where_it_does_not_know() -> None:
    perfect = PerfectPlayer(seed=1)
    position = game("10,10,5").replay("e5 f6 e6")
    assert perfect.choose(position, Clock(move=0.3)) in position.legal_moves
    assert not perfect.exact
    assert "not solved in time" in perfect.note


def test_a_note_says_who_resists() -> None:
    with PerfectPlayer(seed=1) as loser:
        loser.choose(game("gomoku").replay("h8 h7 i7"), Clock(move=0.2))
        assert loser.note.endswith(": loss, resisting by alphabeta")


def test_damaged_weights_are_refused_before_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf, "data_folder", lambda: tmp_path)
    (tmp_path / "weights").mkdir()
    (tmp_path / "weights" / "line-4.json").write_text("{bad")
    weights_for.cache_clear()
    correction_for.cache_clear()
    with PerfectPlayer() as perfect:
        with pytest.raises(
            WeightsError, match=r"line-4\.json: expected a weights file in the format"
        ):
            perfect.prepare("6,6,4")
        perfect.prepare("6,6,5")


def test_what_is_known_is_loaded_before_the_clock_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The atlas answers for the empty board, the strategy for what comes then."""
    read: list[Path] = []

    def reading(path: Path) -> object:
        read.append(path)
        return read_any_strategy(path)

    monkeypatch.setattr("kinrow.strategies.read_any_strategy", reading)
    knowledge = Knowledge([AtlasSource(), StrategySource()])
    with Analyst("16MiB", 1, knowledge=knowledge) as analyst:
        perfect = PerfectPlayer(analyst=analyst)
        perfect.prepare("9,4,4")
        loaded = [*read]
        perfect.choose(game("9,4,4").replay("b5 a1"))
    assert read == loaded != []


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))]
)
def test_a_copy_draws_the_same_lots(copied: Callable[[PerfectPlayer], PerfectPlayer]) -> None:
    position = game("tictactoe").start()
    with PerfectPlayer(7, threads=1, memory="16MiB") as perfect:
        perfect.choose(position)
        with copied(perfect) as twin:
            games = [[str(each.choose(position)) for _ in range(20)] for each in (perfect, twin)]
    assert games[0] == games[1]
    assert len({*games[0]}) > 1


def test_a_player_with_an_analyst_of_somebody_else_s_is_not_copied() -> None:
    with Analyst("16MiB", 1) as analyst, pytest.raises(NotCopied, match="PerfectPlayer cannot"):
        copy.deepcopy(PerfectPlayer(analyst=analyst))
