"""`kinrow match` and `kinrow arena` from the outside: what they say, write and refuse."""

from __future__ import annotations

import errno
import os
import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from kinrow.__main__ import main
from kinrow.arena import Match, MatchDatabase
from kinrow.arena.game import fault_of
from kinrow.rules import game


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
    assert "4 games\npairs of games with 0, 1/2, 1, 3/2 and 2 points: " in said
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


def test_a_folder_that_cannot_be_made_is_told_before_the_match(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.sgf"
    file.touch()
    for folder, said in ((file, "is a file, expected a folder"), (file / "out", "games.sgf")):
        assert played("--export", str(folder), "--record", str(tmp_path / "a.sqlite")) == 2
        out, err = capsys.readouterr()
        assert out == "" and said in err
    assert not (tmp_path / "a.sqlite").exists()


WORDS = ["match", "mcts:300", "random", "-g", "7,7,4", "-n", "12", "-o", "random:2", "-s", "3"]
# The command, which ends without a warning once the fifth game is recorded.
DYING = """
import os, sys
from kinrow.__main__ import main
from kinrow.arena import MatchDatabase
add = MatchDatabase.add
def last_breath(base, match, number, played):
    add(base, match, number, played)
    if number == 4:
        os._exit(9)
if __name__ == "__main__":
    MatchDatabase.add = last_breath
    main(sys.argv[1:])
"""


def played_games(path: Path) -> list[tuple[int, int, str]]:
    with sqlite3.connect(path) as base:
        found = base.execute("SELECT match, number, moves FROM game ORDER BY id").fetchall()
    base.close()
    return found


@pytest.mark.parametrize("concurrency", ["1", "2"])
def test_a_match_that_was_killed_goes_on(
    tmp_path: Path, concurrency: str, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, killed = tmp_path / "whole.sqlite", tmp_path / "killed.sqlite"
    assert main([*WORDS, "-r", str(whole)]) == 0
    result = capsys.readouterr().out
    words = [*WORDS, "-r", str(killed), "-c", concurrency]
    run = subprocess.run([sys.executable, "-c", DYING, *words])
    assert (run.returncode, len(played_games(killed))) == (9, 5)
    assert main(words) == 0
    said = capsys.readouterr()
    assert said.out == result
    assert said.err.startswith("kinrow: resuming match 1: 5 of 12 games have been played")
    assert played_games(killed) == played_games(whole)


def test_new_begins_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["-r", str(tmp_path / "a.sqlite")]
    with MatchDatabase(tmp_path / "a.sqlite") as base:
        base.begin(Match("perfect", "random", game("tictactoe"), 4))
    assert played(*words) == 0
    assert {match for match, _, _ in played_games(tmp_path / "a.sqlite")} == {1}
    assert "resuming match 1: 0 of 4 games" in capsys.readouterr().err
    assert played(*words, "--new") == 0
    assert {match for match, _, _ in played_games(tmp_path / "a.sqlite")} == {1, 2}


@pytest.mark.parametrize("more", [[], ["--sprt", "0,500"]])
def test_a_finished_match_is_not_played_again(
    tmp_path: Path, more: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["-r", str(tmp_path / "a.sqlite"), "-n", "40", *more]
    assert played(*words) == 0
    first, games = capsys.readouterr(), played_games(tmp_path / "a.sqlite")
    assert played(*words) == 0
    again = capsys.readouterr()
    assert (again.out, played_games(tmp_path / "a.sqlite")) == (first.out, games)
    assert again.err == "kinrow: match 1 is finished; --new plays it again\n"


def test_a_match_goes_on_with_more_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    short, whole = tmp_path / "short.sqlite", tmp_path / "whole.sqlite"
    assert played("-r", str(whole), "-n", "7") == 0
    result = capsys.readouterr().out
    for games, match in (("3", 1), ("7", 1), ("3", 2)):
        assert played("-r", str(short), "-n", games) == 0
        said = capsys.readouterr()
        assert (result == said.out) is (games == "7")
        assert played_games(short)[-1][0] == match
    assert played_games(short)[:7] == played_games(whole)


def test_of_a_killed_tournament_what_is_finished_is_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    words = ["match", "mcts:9", "perfect", "random", "-g", "tictactoe", "-n", "3", "-r", str(path)]
    run = subprocess.run([sys.executable, "-c", DYING.replace("== 4", "== 2"), *words])
    assert (run.returncode, len(played_games(path))) == (9, 7)
    assert main(words) == 0
    assert sorted((match, number) for match, number, _ in played_games(path)) == [
        (match, number) for match in (1, 2, 3) for number in range(3)
    ]


@pytest.mark.parametrize(("more", "matches"), [([], 3), (["--gauntlet"], 2)])
def test_a_tournament_ranks_its_players(
    more: list[str], matches: int, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ["match", "mcts:40", "perfect", "random", "-g", "4,4,3", "-n", "4", "-o", "random:2"]
    record = ["-r", str(tmp_path / "a.sqlite")]
    assert main([*words, *record, *more, "-c", "2"]) == 0
    said = capsys.readouterr().out
    assert len(played_games(tmp_path / "a.sqlite")) == 4 * matches
    assert said.count(" against ") == matches
    assert said.index("perfect") < said.index("random")
    assert "head to head" in said


def test_what_a_match_says_is_in_the_language_of_the_locale(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert main(["match", "perfect", "random", "-g", "4,4,3", "-n", "90", "--sprt", "0,200"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("perfect 对 random，")
    assert "提前结束：SPRT 接受 Elo +200" in said


def test_a_game_has_its_chinese_name(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "zh_TW.UTF-8")
    assert played() == 0
    said = capsys.readouterr().out
    assert re.match(
        r"perfect 對 random，井字棋：\n\+\d =\d -0，[\d.]+%，Elo .* 至 .*，4 局\n", said
    )
    assert main(["arena"]) == 0
    said = capsys.readouterr().out
    assert "井字棋" in said.splitlines()[0]
    assert "tictactoe" not in said


def test_a_fault_is_told_in_the_language_of_the_locale(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    late = tmp_path / "late"
    late.write_text(f"#!{sys.executable}\nimport time\ntime.sleep(9)\n")
    late.chmod(0o755)
    words = ["match", f"gomocup:{late}", "random", "-n", "1", "-t", "100ms"]
    monkeypatch.setattr("kinrow.players.gomocup._START_PATIENCE", 0.2)
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert main(words) == 0
    (fault,) = [line for line in capsys.readouterr().out.splitlines() if "判负" in line]
    assert fault.startswith("因犯规或故障判负：没有应答：gomocup:")
    with MatchDatabase(tmp_path / "kinrow" / "arena.sqlite") as base:
        (stored,) = base.games()
    assert (fault_of(stored.played) or "").startswith("silent: gomocup:")


@pytest.mark.parametrize(
    ("players", "words"),
    [(["random"], "two or more"), (["random", "perfect", "random"], "random is listed twice")],
)
def test_a_tournament_needs_different_players(
    players: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["match", *players, "--game", "tictactoe"]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--time", "soon"], "expected a time"),
        (["--openings", "some"], "openings 'some'"),
        (["--sprt", "5"], "expected two Elo differences"),
        (["--sprt", "5,1"], "the first must be the smaller one"),
        (["--sprt", "0,99999"], "both within 2000 of 0"),
        (["--sprt=-inf,5"], "both within 2000 of 0"),
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


def test_a_game_without_standings_hides_no_other(capsys: pytest.CaptureFixture[str]) -> None:
    alike = ["match", "random", "random", "-n", "2", "-g"]
    assert main([*alike, "tictactoe"]) == main([*alike, "4,4,4"]) == 0
    assert main(["arena"]) == 2
    assert "between two players" in capsys.readouterr().err
    assert played() == 0
    assert main(["arena"]) == 0
    assert "perfect" in capsys.readouterr().out


def test_a_database_without_games_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever made it was killed before the first match began."""
    path = tmp_path / "empty.sqlite"
    MatchDatabase(path).close()
    assert main(["arena", "--record", str(path)]) == 2
    assert f"no games are recorded in {path} yet" in capsys.readouterr().err


def test_a_picture_that_cannot_be_written_leaves_the_old_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from matplotlib.figure import Figure

    def fill(_: Figure, path: Path, format: str) -> None:
        path.write_text("half a picture")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    picture = tmp_path / "standings.svg"
    picture.write_text("old")
    assert played("-r", str(tmp_path / "a.sqlite")) == 0
    monkeypatch.setattr(Figure, "savefig", fill)
    show = ["arena", "-r", str(tmp_path / "a.sqlite"), "--plot"]
    assert main([*show, str(picture)]) == 2
    assert f"kinrow: {picture}: No space left on device" in capsys.readouterr().err
    assert picture.read_text() == "old"
    assert main([*show, str(tmp_path / "a.xyz")]) == 2
    assert "expected a name that ends in .png, .svg or .pdf" in capsys.readouterr().err
    assert {path.name for path in tmp_path.glob("*.*")} == {"a.sqlite", "standings.svg"}
