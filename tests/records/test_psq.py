"""PSQ as Piskvork writes it, with the game that it does not say."""

from __future__ import annotations

import pytest

from kinrow.records import (
    Ending,
    Record,
    Result,
    UnknownGame,
    format_games,
    main_line,
    parse_games,
)
from kinrow.rules import GameLike, NotationError, Sign

PSQ = "Piskvorky 3x4, 11:11, 0\n2,2,15\n1,1,20\n3,4,7\nalice.exe\nbob.exe\n-1\n1,Freestyle\n"


def read(text: str, named: GameLike | None = "4,3,3") -> Record:
    (record,) = parse_games(text, named, "psq")
    return record


def test_columns_come_first_and_count_from_one() -> None:
    record = read(PSQ)
    assert str(record.moves) == "b2 a1 c4"
    assert record.seconds == (0.015, 0.02, 0.007)
    assert read(PSQ.replace("1,1,20", "1,1,-20")).seconds == (0.015, None, 0.007)
    assert record.players == {Sign.X: "alice.exe", Sign.O: "bob.exe"}
    assert record.result is None


def test_the_head_says_whether_the_second_name_began() -> None:
    assert read(PSQ.replace("11, 0", "11, 1")).players[Sign.X] == "bob.exe"


def test_a_game_without_names() -> None:
    assert read("Piskvorky 3x4, 0:0, 0\n2,2,15\n-1\n").players == {Sign.X: "", Sign.O: ""}


def test_code_15_is_a_loss_on_time() -> None:
    record = read(PSQ.replace("-1", "15"))
    assert record.result == Result(Sign.X, Ending.TIME)


def test_the_game_is_asked_for() -> None:
    with pytest.raises(UnknownGame, match="name the game, as in --game 4,3,3"):
        read(PSQ, None)
    assert read(PSQ + "kinrow 4,3,3:misere\n", None).rules.misere
    assert not read(PSQ + "kinrow 4,3,3:misere\n", "4,3,3").rules.misere


def test_an_illegal_stone_ends_the_game() -> None:
    record = read(PSQ.replace("1,1,20", "2,2,20"))
    assert record.tree == main_line(["b2"], [0.015])
    assert [str(stone) for stone in record.illegal] == [
        "line 3: b2 is taken by X, expected an empty cell"
    ]


def test_empty_lines_do_not_end_the_game() -> None:
    record = read(PSQ.replace("1,1,20", "\n \n1,1,20"))
    assert str(record.moves) == "b2 a1 c4"
    assert record.players[Sign.X] == "alice.exe"
    with pytest.raises(UnknownGame):
        read(PSQ.replace("1,1,20", "\n1,1,20"), None)
    illegal = read(PSQ.replace("1,1,20", "\n2,2,20")).illegal
    assert [stone.line for stone in illegal] == [4]


@pytest.mark.parametrize("stone", ["1,1", "1, 1, 0.5", "1,1,", "1,1,2,3", "123456,1,1"])
def test_a_stone_that_cannot_be_read_is_told(stone: str) -> None:
    # It was taken for the name of a player, and the rest of the game was lost.
    with pytest.raises(NotationError, match=r"^line 3: '.*' is not a stone, expected x,y,milli"):
        read(PSQ.replace("1,1,20", stone))


def test_two_names_need_no_code() -> None:
    record = read(PSQ[: PSQ.index("-1")])
    assert record.players == {Sign.X: "alice.exe", Sign.O: "bob.exe"}


@pytest.mark.parametrize("text", ["", "hello", "Piskvorky\n1,1,1"])
def test_a_text_that_is_not_psq(text: str) -> None:
    with pytest.raises(NotationError, match=r"^line 1: expected a first line"):
        read(text)


def test_a_board_of_another_size() -> None:
    with pytest.raises(NotationError, match="a board of 4 by 3, but gomoku has 15 by 15"):
        read(PSQ, "gomoku")


@pytest.mark.parametrize("name", ["1,2,3", "kinrow 4,4,4", "-1", "15"])
def test_a_name_is_a_name_whatever_it_looks_like(name: str) -> None:
    record = Record("tictactoe", "b2 a1", {Sign.X: name, Sign.O: name})
    (read,) = parse_games(format_games(record, "psq"), format="psq")
    assert (read.rules, read.moves, read.players) == (record.rules, record.moves, record.players)
