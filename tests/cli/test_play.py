"""kinrow play, driven by what is typed, line by line; nothing that is typed ends it badly."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.cli.conftest import Kinrow
from tests.players.programs import program

from kinrow import players
from kinrow.players import SPECS
from kinrow.records import Record, Stone, read_games, write_games
from kinrow.rules import Sign, game

HUMANS = ("--x", "human", "--o", "human")
GAME = "5,5,5"  # which every player plays
SOURCES = Path(players.__file__).parents[2]
PLAYERS = [
    *("random", "perfect", "human", "gomocup:PATH", "version:FOLDER:random"),
    *("alphabeta:2", "alphabeta:20ms", "mcts:50", "mcts:20ms"),
]


def test_two_people_play_to_the_end(kinrow: Kinrow) -> None:
    run = kinrow("play", "tictactoe", *HUMANS, stdin="a1 b1\na2\nb2\na3\nc3\nhint\n")
    assert run.status == 0
    assert "\n1  X O .\n2  X O .\n3 [X]. .\n" in run.out
    assert run.out.count("tictactoe  the game is over: X has won\n") == 1
    assert "c3 cannot be played: the game is over, X has won" in run.out
    assert run.out.endswith("Bye.\n")
    assert run.err == ""


def test_another_game_begins_with_the_whole_time() -> None:
    from kinrow.analysis import Analyst
    from kinrow.arena.control import TimeControl
    from kinrow.arena.seat import Seat
    from kinrow.cli.open_game import OpenGame
    from kinrow.cli.session import Session

    seat = Seat(players.player("random"), TimeControl.parse("/5s"))
    with Analyst("16MiB", 1) as analyst:
        session = Session(OpenGame(game("tictactoe").start()), {Sign.X: seat}, analyst)
        session.run(iter(["new"]))
    assert seat.stones == 1


def test_the_perfect_player_never_loses_and_says_what_it_knows(kinrow: Kinrow) -> None:
    out = kinrow("play", "tictactoe", stdin="a1\nc3\na3\nb3\n").out
    assert "O plays b2: draw\n" in out
    moves = [line for line in out.splitlines() if " plays " in line]
    assert "O plays" in moves[1]
    assert "win for O" in moves[1] + moves[2]


def test_the_perfect_player_wins_as_soon_as_it_can(kinrow: Kinrow) -> None:
    out = kinrow("play", "tictactoe", "--after", "a1 b1 a2 b2", "--x", "perfect", stdin="").out
    assert "X plays a3: win for X, score 5\n" in out
    assert "the game is over: X has won" in out


def test_two_perfect_players(kinrow: Kinrow) -> None:
    out = kinrow("play", "4,4,3", "--x", "perfect", "--o", "perfect").out
    assert "the game is over: X has won" in out


def test_every_kind_of_player_is_tried() -> None:
    assert {spec.partition(":")[0] for spec in PLAYERS} == {
        spec.partition(":")[0] for spec in SPECS
    }


@pytest.mark.parametrize("spec", PLAYERS)
@pytest.mark.parametrize("sign", ["X", "O"])
def test_every_player_of_a_match_plays_in_either_seat(
    kinrow: Kinrow, tmp_path: Path, spec: str, sign: str
) -> None:
    spec = spec.replace("PATH", program(tmp_path, "good")).replace("FOLDER", str(SOURCES))
    other = "o" if sign == "X" else "x"
    options = ("--time", "5s", "--seed", "1", "--threads", "1")
    cells = [f"{col}{row}" for row in range(1, 6) for col in "abcde"]
    run = kinrow(
        *("play", GAME, f"--{sign.lower()}", spec, f"--{other}", "random", *options),
        stdin="\n".join(cells),
    )
    assert (run.status, run.err) == (0, "")
    assert "the game is over: " in run.out
    placed = run.out.count(f"\n{sign} plays ")
    assert placed == 0 if spec == "human" else 5 <= placed <= 13
    if spec != "human":
        record = ("--record", str(tmp_path / "games.sqlite"))
        match = kinrow("match", spec, "random", "--game", GAME, "--games", "2", *options, *record)
        assert match.status == 0
        assert "lost by a fault" not in match.out


def test_the_same_seed_plays_the_same_game(kinrow: Kinrow) -> None:
    asked = ("play", "4,4,4", "--x", "mcts:50", "--o", "random", "--threads", "1", "--seed", "7")
    assert kinrow(*asked).out == kinrow(*asked).out


def test_a_player_that_fails_leaves_its_stone_to_you(kinrow: Kinrow, tmp_path: Path) -> None:
    crashing = f"gomocup:{program(tmp_path, 'crash')}"
    typed = "b2\nc3\nsave\n"
    run = kinrow("play", GAME, "--x", crashing, "--time", "1s", stdin=typed)
    assert run.status == 0
    assert f"X did not move ({crashing}: ended with status 3)" in run.out
    assert "\nmoves b2 c3\n" in run.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("jing4", "--o", "alphabeta:2"), "plays line games only"),
        (("tictactoe", "--x", "gomocup:true"), "is not five in a row"),
        (("tictactoe", "--x", "exact"), "unknown player 'exact'"),
        (("tictactoe", "--time", "soon"), "expected a time per stone"),
    ],
)
def test_players_and_times_that_do_not_fit(
    kinrow: Kinrow, words: tuple[str, ...], said: str
) -> None:
    run = kinrow("play", *words)
    assert run.status == 2
    assert said in run.err


def test_it_plays_on_where_nothing_is_settled(kinrow: Kinrow) -> None:
    asked = ("play", "18,18,5", "--x", "perfect", "--think", "0.2", "--memory", "64MiB")
    out = kinrow(*asked, stdin="g7\n").out
    assert out.count(" plays ") == 2
    assert "X plays j10: draw or win for X\n" in out  # nobody loses by moving first
    assert "not settled in 0." in out


def test_hints_are_exact_for_every_move(kinrow: Kinrow) -> None:
    out = kinrow("play", "tictactoe", *HUMANS, stdin="a1 c3\nhint\n").out
    assert "X to move · win for X, score 3 · " in out
    assert "\n3   3  0[ O]\n" in out
    assert "\n3  win for X, score 3: c1 a3\n" in out


def test_hints_in_the_middle_of_a_turn(kinrow: Kinrow) -> None:
    board = "XOOOO/XXXXO/X.XOO/XO.../OO..."
    out = kinrow("play", "jing4", "-p", board, *HUMANS, stdin="hint\nb3\nhint\nundo\nboard\n").out
    assert "X to move, 2 stones left in this turn · win for X, margin 1 · " in out
    assert "X to move, 1 stone left in this turn · " in out
    assert out.count("2 stones left in this turn\n") == 3


def test_undo_and_redo_between_people(kinrow: Kinrow) -> None:
    typed = "a1, b1,c1\nundo\nundo\nredo\nsave\nredo\nredo\nundo\nc2\nredo\nsave\n"
    out = kinrow("play", "3,3,3,2,1", *HUMANS, stdin=typed).out
    assert "moves a1 b1\n" in out
    assert "moves a1 b1 c2\n" in out
    assert out.count("there is nothing to redo\n") == 2


def test_undo_against_the_perfect_player_goes_back_to_ones_own_move(kinrow: Kinrow) -> None:
    out = kinrow("play", "tictactoe", stdin="undo\nb2\nundo\nsave\nredo\nsave\n").out
    assert "you have no stone to take back\n" in out
    saved = [line for line in out.splitlines() if line.startswith("moves")]
    assert saved[0] == "moves"
    assert len(saved[1].split()) == 3


def test_save_and_load(kinrow: Kinrow, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    kinrow("play", "3,3,3,2,1", *HUMANS, stdin=f"a1 b1\nsave {file}\nc1\nsave {file}\n")
    assert file.read_text() == "game 3,3,3,2,1\nmoves a1 b1 c1\n"
    out = kinrow("play", "tictactoe", *HUMANS, stdin=f"load {file}\nc2\n").out
    assert "(3,3,3,2,1)  X to move, 2 stones left in this turn\n" in out
    assert "\n2  . .[X]\n" in out


@pytest.mark.parametrize("suffix", ["sgf", "psq", "json"])
def test_other_formats_go_by_their_suffix(kinrow: Kinrow, tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"game.{suffix}"
    kinrow("play", "3,3,3,2,1", *HUMANS, stdin=f"a1 b1\nsave {file}\n")
    out = kinrow("play", "tictactoe", *HUMANS, stdin=f"load {file}\nsave\n").out
    assert "\ngame 3,3,3,2,1\nmoves a1 b1\n" in out


def test_a_file_that_does_not_say_its_game_is_the_game_being_played(
    kinrow: Kinrow, tmp_path: Path
) -> None:
    file = tmp_path / "game.psq"
    file.write_text("Piskvorky 3x3, 11:11, 0\n2,2,0\n-1\n")
    typed = f"load {file}\nsave\n"
    assert "\nmoves b2\n" in kinrow("play", "tictactoe", *HUMANS, stdin=typed).out
    assert "a board of 3 by 3" in kinrow("play", "4,4,3", *HUMANS, stdin=typed).out


def test_what_a_file_says_about_its_game_is_kept(kinrow: Kinrow, tmp_path: Path) -> None:
    file, other = tmp_path / "game.sgf", tmp_path / "other.json"
    stones = [Stone("b2", None, 1.5, "the middle"), Stone("a1", 0, 2.5, "a corner")]
    names, about = {Sign.X: "Ann"}, {"EV": "club"}
    write_games(file, Record("tictactoe", stones, names, comment="a draw?", about=about), "sgf")
    typed = f"load {file}\nundo\nc1\nsave {file}\nload {file}\nsave {other}\nnew\nsave\n"
    run = kinrow("play", "tictactoe", *HUMANS, stdin=typed)
    for path in (file, other):
        (kept,) = read_games(path)
        assert (str(kept.moves), kept.comment, kept.about) == ("b2 c1", "a draw?", about)
        assert (kept.seconds, kept.notes) == ((1.5, None), ("the middle", ""))
        assert kept.players[Sign.X] == "Ann"
    assert "Ann" not in run.out
    assert "left out" not in run.out


def test_variations_that_are_not_saved_are_said(kinrow: Kinrow, tmp_path: Path) -> None:
    file, other = tmp_path / "game.txt", tmp_path / "other.txt"
    file.write_text("game 3,3,3\nmoves b2 (a1) (b1)\n")
    run = kinrow("play", "tictactoe", *HUMANS, stdin=f"load {file}\nsave {other}\n")
    assert f"saved: {other}\n(without the variations of the loaded file)" in run.out


def test_a_file_that_cannot_be_loaded_is_reported_in_the_reader_s_language(
    kinrow: Kinrow, tmp_path: Path
) -> None:
    file = tmp_path / "a.sgf"
    file.write_text("(;RU[3,3,3];B[aa]\n;W[aa])")
    out = kinrow("play", "tictactoe", *HUMANS, stdin=f"load {file}\n", LANG="zh_CN.UTF-8").out
    assert f"{file}：第 1 局，第 2 行：a1 已有 X" in out


def test_saving_loses_no_variations_and_no_other_games(kinrow: Kinrow, tmp_path: Path) -> None:
    for text in ("game 3,3,3\nmoves b2 (a1) (b1)\n", "game 3,3,3\n\ngame 3,3,3\n"):
        file = tmp_path / "game.txt"
        file.write_text(text)
        out = kinrow("play", "tictactoe", *HUMANS, stdin=f"load {file}\nsave {file}\n").out
        assert "already exists and is not a single saved game" in out
        assert file.read_text() == text


def test_no_file_of_another_kind_is_written_over_or_read(kinrow: Kinrow, tmp_path: Path) -> None:
    file = tmp_path / "dear.txt"
    file.write_text("dear")
    typed = (
        f"save {file}\nload {file}\nload {tmp_path}/none\nload {tmp_path}\nload\nsave {tmp_path}\n"
    )
    run = kinrow("play", "tictactoe", *HUMANS, stdin=typed)
    assert run.status == 0
    assert file.read_text() == "dear"
    for words in (
        "not a single saved game",
        "not part of a saved game",
        "No such file",
        "Is a directory",
    ):
        assert words in run.out
    assert "expected a file name, as in: load" in run.out


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "\n\n \n",
        "xyzzy\n",
        "b2 b2\n",
        "z9\n",
        "\0\n",
        "quit",
        "QUIT\n",
        "hint hint\n",
        "?\n",
        "é漢\n",
    ],
)
def test_nothing_that_is_typed_ends_it_badly(kinrow: Kinrow, typed: str) -> None:
    run = kinrow("play", "tictactoe", *HUMANS, stdin=typed)
    assert (run.status, run.err) == (0, "")
    assert run.out.endswith("Bye.\n")


def test_a_line_without_end_ends_it(kinrow: Kinrow) -> None:
    run = kinrow("play", "tictactoe", *HUMANS, stdin="a" * 20_000)
    assert run.status == 2
    assert run.err == "kinrow: the line is too long, expected at most 10000 characters\n"


def test_commands_may_be_cut_short_and_help_names_them(kinrow: Kinrow) -> None:
    out = kinrow("play", "tictactoe", *HUMANS, stdin="b2\nu\nr\nn\nhelp\n").out
    assert "save [FILE]" in out
    assert out.count("first player (X) to move, empty board\n") == 3
    assert "negative if it\n            loses, 0 if drawn)" in out


def test_an_opening_that_both_settle(kinrow: Kinrow) -> None:
    asked = ("play", "7,7,5", "--opening", "swap2", "--x", "human", "--o", "human")
    out = kinrow(*asked, stdin="d4\nd4 e5 c3\na1 g7\nZ\nO\nquit\n").out
    assert "stones placed: 1, expected 3" in out
    assert "expected the choice of a side, X or O" in out
    assert "7  . . . . . .[X]" in out
    machine = ("play", "7,7,5", "--opening", "swap1", "--x", "human", "--o", "alphabeta:2")
    out = kinrow(*machine, "--seed", "1", stdin="d4\nquit\n").out
    assert "You open with one stone. Type its cell:" in out
    assert re.search("alphabeta:2 takes [XO]\n", out)


def test_the_stones_of_an_opening_are_never_taken_back(kinrow: Kinrow, tmp_path: Path) -> None:
    asked = ("play", "7,7,5", "--opening", "swap", "--x", "human", "--o", "human")
    path = tmp_path / "game.sgf"
    typed = f"d4 e5 c3\nX\nundo\na1\nundo\nundo\nsave\nb2\nnew\nsave {path}\nload {path}\nundo\n"
    out = kinrow(*asked, stdin=typed).out
    assert out.count("you have no stone to take back") == 3
    assert "game 7,7,5\nopening 3\nmoves d4 e5 c3\n" in out
    (record,) = read_games(path)
    assert (str(record.moves), record.opening) == ("d4 e5 c3", 3)


def test_an_opening_says_which_cells_the_board_has(kinrow: Kinrow) -> None:
    asked = ("play", "7,7,5", "--opening", "swap", "--x", "human", "--o", "human")
    out = kinrow(*asked, stdin="help\nd4 e9 c3\n").out
    assert "'help' is not a cell, expected a column letter a to g and a row number 1 to 7" in out
    assert "move 2: e9 is not on the board, expected a1 to g7" in out


@pytest.mark.parametrize("typed", ["quit\n", "", "d4\n"])
def test_quit_and_the_end_of_the_input_end_an_opening_too(kinrow: Kinrow, typed: str) -> None:
    asked = ("play", "7,7,5", "--opening", "swap2", "--x", "human", "--o", "human")
    run = kinrow(*asked, stdin=typed)
    assert (run.status, run.err) == (0, "")
    assert run.out.endswith("Bye.\n")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("7,7,5", "--opening", "pie"), "opening rule 'pie': expected one of swap1, swap, swap2"),
        (("7,7,5", "--opening", "swap", "--after", "d4"), "the game has begun"),
        (("jing4", "--opening", "swap"), "opening rule swap is for line games of one stone"),
    ],
)
def test_openings_that_cannot_be(kinrow: Kinrow, asked: tuple[str, ...], said: str) -> None:
    run = kinrow("play", *asked, *HUMANS)
    assert run.status != 0
    assert said in run.err


@pytest.mark.parametrize(
    ("language", "stone", "grounds"),
    [
        ("C", "X plays h8: win for X", "proved · the atlas (15,15,5) · sha256 a9f7310526f0"),
        ("zh_CN.UTF-8", "X 走 h8：X 胜", "已证明 · 图谱（15,15,5） · sha256 a9f7310526f0"),
    ],
)
def test_a_stone_of_a_proved_game_says_by_what(
    language: str, stone: str, grounds: str, kinrow: Kinrow
) -> None:
    out = kinrow("play", "gomoku", "--x", "perfect", stdin="", LANG=language).out
    assert f"{stone} · {grounds}\n" in out
