"""Blunders: exact where the outcome is known, else by the engine, and none where there are none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kinrow.__main__ import faces, main
from kinrow.analysis import analyse, solve
from kinrow.annotation.blunders import find_blunders
from kinrow.arena import Match, play_match
from kinrow.cli.app import build, obey
from kinrow.records import Record, parse_games, write_games
from kinrow.rules import OptionError, Sign


def test_exact_blunders_are_those_that_the_solver_sees() -> None:
    match = Match("random", "random", "5,4,4", 4, seed=6)  # type: ignore[arg-type]
    for record in play_match(match):
        found = {blunder.ply: blunder for blunder in find_blunders(record, limit="1M")}
        for ply, position in enumerate(record.positions[:-1]):
            value = solve(position, knowledge=False).value.lower
            kept = analyse(position, knowledge=False).moves[record.moves[ply]].lower
            assert (ply in found) == (kept < value)
            if ply in found:
                assert found[ply].loss == (value - kept) / 2
                assert found[ply].how != "estimated"
                better = found[ply].better
                assert better is not None
                assert analyse(position, knowledge=False).moves[better].lower == value


def test_the_engine_judges_where_nothing_is_known() -> None:
    # O lets X make an open four of an open three.
    record = Record("11,11,5", "f6 g7 e6 f8 g6 a1 h6", {Sign.X: "b", Sign.O: "w"})
    (blunder,) = find_blunders(record, limit="1n", nodes=3000, least=0.2)
    assert (str(blunder.move), blunder.player, blunder.ply) == ("a1", "w", 5)
    assert (blunder.how, blunder.outcomes) == ("estimated", None)
    assert blunder.after < 0.01 < 0.2 < blunder.before
    assert str(blunder.better) in ("d6", "h6", "c6", "i6")
    assert find_blunders(record, limit="1n", nodes=3000, least=1.0) == []


def test_the_engine_s_own_move_is_not_a_blunder() -> None:
    # With so few nodes its opinion swings from move to move.
    record = Record("11,11,5", "g2 h7 a11 f10 g4 f7 g5 g6")
    found = find_blunders(record, limit="1n", nodes=30, least=0.1)
    assert all(blunder.better != blunder.move for blunder in found)


def test_a_four_and_its_only_answer_change_no_estimate() -> None:
    # X, who wins by an open three, plays a four first, which O can only stop at e3.
    record = Record("11,11,5", "e5 a1 e6 k1 e7 a11 h9 e8 g9 k11 e4 e3 f9")
    assert find_blunders(record, limit="1n", nodes=3000) == []


def test_a_four_in_caro_can_be_stopped_at_either_end() -> None:
    # One end of the four is closed. O plays d5, its gap; c5, which closes the other end, wins.
    file = "game 9,9,5:caro\nstart 9/9/9/9/....XXXXO/..O6/..O6/..O6/X8\nmoves d5"
    (blunder,) = find_blunders(parse_games(file)[0], limit="1n", nodes=3000)
    assert (str(blunder.move), str(blunder.better)) == ("d5", "c5")


def test_what_is_known_is_not_estimated() -> None:
    # On 15 x 15 the first player wins: no answer of the second one is a blunder.
    assert find_blunders(Record("15,15,5", "h8 a1"), limit="1n", nodes=100, least=0.01) == []


def test_a_blunder_is_not_its_own_better_move(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    record = Record("4,4,3:misere", "a1 b2 b1 c2 c1")
    blunder = find_blunders(record, limit="1n")[-1]
    assert (str(blunder.move), blunder.outcomes) == ("c1", ("win", "loss"))
    assert blunder.better is blunder.to_json()["better"] is None
    write_games(tmp_path / "a.sgf", record)
    assert main(["analyse-game", str(tmp_path / "a.sgf"), "--limit", "1n"]) == 0
    assert "5. X c1: win → loss, better moves not known (exact" in capsys.readouterr().out


def test_numbers_that_cannot_be_are_told() -> None:
    with pytest.raises(OptionError, match="nodes"):
        find_blunders(Record("tictactoe", "a1"), nodes=0)


def test_the_command_prints_and_writes_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    names = {Sign.X: "ann", Sign.O: "bob"}
    file = tmp_path / "games.sgf"
    write_games(file, [Record("tictactoe", moves, names) for moves in ("a1 b1 c3 b2 b3", "b2 a1")])
    assert main(["analyse-game", str(file)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said == [
        "game 1: ann (X) against bob (O), 5 stones, not finished",
        "  2. bob b1: draw → loss, better b2 (exact, computed)",
        "  3. ann c3: win → draw, better a2 (exact, computed)",
        "game 2: ann (X) against bob (O), 2 stones, not finished",
        "  no blunders found",
        "games: 2, moves: 7, blunders: 2 exact, 0 estimated",
    ]
    assert main(["analyse-game", str(file), "--number", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["game"] == 1
    assert [each["move"] for each in told["blunders"]] == ["b1", "c3"]
    monkeypatch.setenv("LC_ALL", "zh_TW.UTF-8")
    assert main(["analyze-game", str(file), "-n", "1"]) == 0
    assert "2. bob b1：和 → 負，b2 更好（確知：計算得出）" in capsys.readouterr().out
    assert obey(["help", "analyze-game"], faces()) == obey(["analyze-game", "--help"], faces()) == 0
    assert obey(["analyze-game", str(file), "-n", "1"], faces()) == 0
    assert "analyze-game" not in list(build(faces()).commands)
    write_games(file, [Record("tictactoe-misere", "a1", names)])
    assert main(["analyse-game", str(file)]) == 0
    assert "（確知：已證明，據圖譜 3,3,3:misere, sha256" in capsys.readouterr().out


@pytest.mark.parametrize(("name", "text"), [("a.txt", "# no games\n"), ("a.json", "[]")])
def test_a_file_without_games_is_an_error(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    text: str,
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    (tmp_path / name).write_text(text)
    asked = (["analyse-game"], ["annotate", "-o", str(tmp_path / "out.csv")])
    for words in asked:
        assert main([*words, str(tmp_path / name)]) == 2
        said = capsys.readouterr()
        assert (said.out, said.err) == ("", f"kinrow: {tmp_path / name} contains no game\n")


def test_several_files_are_analysed_together(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    files = [str(tmp_path / name) for name in ("a.psq", "b.sgf")]
    write_games(files[0], Record("tictactoe", "a1 b1"))
    write_games(files[1], [Record("tictactoe", "b2 a1"), Record("4,4,4", "a1")])
    assert main(["analyse-game", *files]) == 0
    assert capsys.readouterr().out.splitlines() == [
        files[0],
        "game 1: ? (X) against ? (O), 2 stones, not finished",
        "  2. O b1: draw → loss, better b2 (exact, computed)",
        files[1],
        "game 1: ? (X) against ? (O), 2 stones, not finished",
        "  no blunders found",
        "game 2: ? (X) against ? (O), 1 stone, not finished",
        "  no blunders found",
        "games: 3, moves: 5, blunders: 1 exact, 0 estimated",
    ]
    assert main(["analyse-game", *files, "--json", "--number", "1"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(each["file"], each["game"]) for each in told] == [(file, 1) for file in files]
    assert main(["analyse-game", *files, "--number", "2"]) == 2
    assert "a.psq: there is no game 2; the file has 1" in capsys.readouterr().err


def test_an_illegal_stone_ends_one_game_only(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    file = tmp_path / "games.sgf"
    first = "(;SZ[3]RU[3,3,3];B[aa];W[ba]\n;B[])"
    file.write_text(f"{first}(;SZ[3]RU[3,3,3];B[bb];W[bb])(;SZ[3]RU[3,3,3];B[bb])")
    assert main(["analyse-game", str(file)]) == 0
    said = capsys.readouterr()
    assert said.err.splitlines() == [
        f"kinrow: {file}: game 1, line 2: a pass, which these games do not allow",
        f"kinrow: {file}: game 2, line 2: b2 is taken by X, expected an empty cell",
    ]
    assert "2. O b1: draw → loss, better b2" in said.out
    assert "games: 3, moves: 4, blunders: 1 exact" in said.out
    assert main(["analyse-game", str(file), "--number", "3", "--json"]) == 0
    assert capsys.readouterr().err == ""


def test_a_move_that_nothing_can_judge_is_said_to_be_open(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    record = Record("5,5,5,2,2:majority,threshold=4,turns=11,fill=X,begins=O", "a1 b1 c1")
    write_games(tmp_path / "a.txt", record)
    assert main(["analyse-game", str(tmp_path / "a.txt"), "--limit", "10n"]) == 0
    assert "3 moves could not be judged" in capsys.readouterr().out
