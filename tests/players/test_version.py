"""A player of another version, here of this one: the same moves, and faults by name."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import kinrow
from kinrow.arena import Match, play_match
from kinrow.players import Clock, Crashed, Silent, player
from kinrow.rules import game

FOLDER = Path(kinrow.__file__).parents[1]


def test_it_plays_as_the_same_player_here() -> None:
    rules = game("6,6,4")
    moves = []
    for spec in ("mcts:80", f"version:{FOLDER}:mcts:80"):
        match = Match(spec, "random", rules, 2, seed=4)
        moves.append([played.moves for played in play_match(match)])
    assert moves[0] == moves[1]


def test_it_has_a_clock_and_a_note() -> None:
    with player(f"version:{FOLDER}:alphabeta:300n") as other:
        move = other.choose(game("gomoku").replay("h8"), Clock(move=5.0))
        assert move in game("gomoku").replay("h8").legal_moves
        assert other.note.startswith("depth ")


def package(folder: Path, code: str) -> str:
    """A version of kinrow whose player does this."""
    (folder / "kinrow").mkdir()
    (folder / "kinrow" / "__init__.py").write_text("")
    (folder / "kinrow" / "rules.py").write_text("as_position = str")
    (folder / "kinrow" / "players.py").write_text(f"Clock = tuple\ndef player(*_, **more): {code}")
    return f"version:{folder}:random"


def test_one_that_ends_has_crashed(tmp_path: Path) -> None:
    other = player(package(tmp_path, "raise SystemExit(3)"))
    with pytest.raises(Crashed, match="ended with status 3"):
        other.choose(game("tictactoe").start())


def test_one_that_says_nothing_is_silent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_GRACE", "_START"):
        monkeypatch.setattr(f"kinrow.players.version.{name}", 0.1)
    other = player(package(tmp_path, "import time; time.sleep(600)"))
    with pytest.raises(Silent, match=r"no answer in 0\.1 s"):
        other.choose(game("tictactoe").start(), Clock(move=0.1))


def test_it_is_loaded_before_its_clock_runs(tmp_path: Path) -> None:
    other = player(package(tmp_path, "return contextlib.nullcontext(Player())"))
    players = tmp_path / "kinrow" / "players.py"
    head = "import contextlib\nclass Player:\n    note = 'here'\n    choose = lambda *_: 'a1'\n"
    players.write_text(head + players.read_text())
    (tmp_path / "kinrow" / "rules.py").write_text(
        "from types import SimpleNamespace\nas_position = lambda fen: SimpleNamespace(rules=fen)"
    )
    with other:
        other.prepare(game("tictactoe"))
        shutil.rmtree(tmp_path / "kinrow")
        assert str(other.choose(game("tictactoe").start())) == "a1"
        assert other.note == "here"
