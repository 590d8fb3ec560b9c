"""井井井井字棋: the sample, ended games counted by hand, late boards against the textbook."""

from __future__ import annotations

import random

import pytest
from tests.judges.judging import DATA, answers, boards, judged

from kinrow.rules import Position, Sign, game
from kinrow.textbook import alphabeta_memo

RULES = game("jing4")


def random_board(dice: random.Random, marks: int) -> Position:
    position = RULES.start()
    while position.plies < marks:
        position = position.play(dice.choice(position.legal_moves))
    return position


def counted(rows: tuple[str, ...]) -> str:
    """The result of a full board, the task's second rule word for word."""
    filled = [row.replace(".", "X") for row in rows]
    lines = [
        *filled,
        *("".join(column) for column in zip(*filled, strict=True)),
        "".join(filled[i][i] for i in range(5)),
        "".join(filled[i][4 - i] for i in range(5)),
    ]
    o_points = sum(line.count("O") >= 4 for line in lines)
    x_points = sum(line.count("X") >= 4 for line in lines)
    if o_points == x_points:
        return "Draw"
    return "O win" if o_points > x_points else "X win"


def in_words(position: Position) -> str:
    value = alphabeta_memo(position).value
    o_value = value if position.to_move is Sign.O else -value
    return {1: "O win", 0: "Draw", -1: "X win"}[o_value]


@pytest.mark.parametrize("task", ["jing4", "tioj2011"])
def test_the_sample(task: str) -> None:
    given = (DATA / "jing4.in").read_bytes()
    assert judged(task, given).out == (DATA / "jing4.out").read_text()


def test_ended_games_are_counted() -> None:
    dice = random.Random(22)
    ended = [random_board(dice, 22).rows for _ in range(500)]
    assert answers("jing4", boards(ended)) == [counted(rows) for rows in ended]
    assert len({counted(rows) for rows in ended}) == 3


def test_late_boards_against_the_textbook() -> None:
    dice = random.Random(18)
    late = [random_board(dice, marks) for marks in [20] * 30 + [18] * 30 + [16] * 4]
    got = answers("jing4", boards(position.rows for position in late))
    assert got == [in_words(position) for position in late]
    assert len(set(got)) == 3


def test_every_turn_from_the_fifth_on_is_answered() -> None:
    dice = random.Random(5)
    played = [random_board(dice, marks).rows for marks in range(8, 23, 2)]
    assert set(answers("jing4", boards(played))) <= {"O win", "X win", "Draw"}


def test_the_middle_of_a_turn_is_refused() -> None:
    dice = random.Random(3)
    for marks in range(1, 22, 2):
        out, error = judged("jing4", boards([random_board(dice, marks).rows]))
        assert out == ""
        assert str(error).startswith("line 2, column 1: board 1: it stands in the middle of a turn")
