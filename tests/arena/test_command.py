"""`kinrow match` and `kinrow arena` from the outside: what they say, write and refuse."""

from __future__ import annotations

from pathlib import Path

import pytest

from kinrow.__main__ import main


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "C")


def played(*more: str) -> int:
    words = ["match", "perfect", "random", "--game", "tictactoe", "--games", "4"]
    return main([*words, *more])


def test_a_match_says_its_result_and_the_arena_ranks_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert played("--export", str(tmp_path / "out"), "--openings", "random:1") == 0
    said = capsys.readouterr().out
    assert said.startswith("perfect against random in tictactoe:\n+")
    assert said.rstrip().endswith("4 games")
    assert len(list((tmp_path / "out").glob("*.sgf"))) == 4
    assert (tmp_path / "kinrow" / "arena.sqlite").exists()
    picture = tmp_path / "standings.svg"
    assert main(["arena", "--plot", str(picture)]) == 0
    said = capsys.readouterr().out
    assert said.index("perfect") < said.index("random")
    assert "head to head" in said
    assert "<svg" in picture.read_text()


def test_sprt_ends_a_match_early(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["match", "perfect", "random", "-g", "4,4,3", "-n", "200", "--sprt", "0,200"]
    assert main([*words, "-r", str(tmp_path / "own.sqlite")]) == 0
    assert "stopped: SPRT accepts Elo +200" in capsys.readouterr().out
    assert (tmp_path / "own.sqlite").exists()


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--time", "soon"], "expected a time"),
        (["--openings", "some"], "openings 'some'"),
        (["--sprt", "5"], "expected two Elo differences"),
        (["--sprt", "5,1"], "the first must be the smaller one"),
        (["--game", "chess"], "unknown game"),
    ],
)
def test_bad_words_are_told_before_anything_is_written(
    more: list[str], words: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert played(*more) == 2
    assert words in capsys.readouterr().err
    assert not (tmp_path / "kinrow").exists()


def test_an_unknown_player_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "perfect", "rndom"]) == 2
    assert "did you mean random" in capsys.readouterr().err


def test_an_empty_record_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena"]) == 2
    assert "try kinrow match" in capsys.readouterr().err
    assert played() == 0
    assert main(["arena", "--game", "gomoku"]) == 2
    assert "no games of gomoku" in capsys.readouterr().err
