"""Texts and pictures: what is written, what is read, and what is said of what cannot be read."""

from __future__ import annotations

import pickle
import re

import pytest

from kinrow.rules import (
    MOST_COLS,
    MOST_ROWS,
    Cell,
    IllegalMove,
    IllegalPosition,
    NotationError,
    OptionError,
    Outcome,
    RulesError,
    Sign,
    Value,
    format_board,
    format_position,
    game,
    parse_moves,
    position_from_json,
)


@pytest.mark.parametrize(
    ("spec", "text", "to_move", "left", "written"),
    [
        ("tictactoe", ".../.../...", Sign.X, 1, None),
        ("tictactoe", " X../.O./... \n", Sign.X, 1, "X../.O./..."),
        ("tictactoe", "X../.O./... X", Sign.X, 1, "X../.O./..."),
        ("tictactoe", "X../.O./... O", Sign.O, 1, None),
        ("tictactoe", "X../.O./... O 1", Sign.O, 1, "X../.O./... O"),
        ("3,3,3,2,1", "X../.O./...", Sign.O, 1, None),
        ("3,3,3,2,1", "X../.../...", Sign.O, 2, None),
        ("3,3,3,2,1", "X../.../... O", Sign.O, 2, "X../.../..."),
        ("3,3,3,2,1", "X../.../... O 1", Sign.O, 1, None),
        ("3,3,3,2,1", "X../.../... X 2", Sign.X, 2, "X../.../... X"),
        ("3,3,3,2,1", "X../.../... X 1", Sign.X, 1, None),
        ("3,3,3,2,1", "XO./.../...", Sign.O, 1, None),
        ("3,3,3,2,1", "XO./.../... O 2", Sign.O, 2, None),
        ("3,3,3,2,1", "XO./.../... O", Sign.O, 1, "XO./.../..."),
        ("3,3,3,2,1", "OO./.../... O", Sign.O, 2, None),
        ("3,3,3,1,3", "X../.../...", Sign.X, 2, None),
        ("3,3,3,1,3", "X../.../... X 2", Sign.X, 2, "X../.../..."),
        ("jing4", "O..../...../...../...../.....", Sign.O, 1, None),
        (
            "jing4",
            "O..../...../...../...../..... O 1",
            Sign.O,
            1,
            "O..../...../...../...../.....",
        ),
        # Longer than one board has cells: composed boards may be finished, too.
        ("tictactoe", "XXX/.../... O", Sign.O, 1, None),
    ],
)
def test_the_turn_is_written_where_counts_do_not_tell(
    spec: str, text: str, to_move: Sign, left: int, written: str | None
) -> None:
    position = game(spec).parse(text)
    assert (position.to_move, position.left) == (to_move, left)
    assert format_position(position) == (written or text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "empty text, expected rows joined by /"),
        ("  \n", "empty text"),
        (".../.../... x", "column 13: 'x' is not the side to move, expected X or O"),
        (".../ .../...", "column 6: '.../...' is not the side to move, expected X or O"),
        (".../.../... X 0", "column 15: '0' is not a number of stones left"),
        (".../.../... X one", "column 15: 'one' is not a number of stones left"),
        (".../.../... X 1 1", "column 17: '1' is superfluous"),
    ],
)
def test_texts_that_are_no_board(text: str, words: str) -> None:
    with pytest.raises(NotationError, match=re.escape(words)):
        game("tictactoe").parse(text)


@pytest.mark.parametrize(
    ("data", "error", "words"),
    [
        (None, NotationError, "None is not a position: expected a string such as '3,3,3 X../"),
        ("?", NotationError, "unknown game '?'"),
        ({}, NotationError, "rules: None, expected an object or a string"),
        ({"rules": "3,3", "rows": []}, NotationError, "'3,3' has 2 numbers"),
        ({"rules": {"rows": 3}, "rows": []}, RulesError, "cols is missing"),
        ({"rules": "3,3,3", "rows": "..."}, NotationError, "rows: '...', expected a list"),
        ({"rules": "3,3,3", "rows": ["...", 3]}, NotationError, "expected a list of strings"),
        ({"rules": "3,3,3", "rows": ["..."]}, IllegalPosition, "the board has 1 row, expected 3"),
        (
            {"rules": "1,1,1", "rows": ["."], "to_move": 1, "left": "1"},
            IllegalPosition,
            "side to move: 1, expected X or O\n  stones left: '1', expected 1",
        ),
    ],
)
def test_json_that_is_no_position(data: object, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=re.escape(words)):
        position_from_json(data)


@pytest.mark.parametrize(
    "text", ["", "a", "1", "a0", "a01", "a30", "w1", "a1b", "а1", "a１", "ab1"]
)
def test_texts_that_are_no_cell(text: str) -> None:
    with pytest.raises(NotationError, match="expected a column letter a to v and a row number"):
        Cell.parse(text)


def test_cells() -> None:
    for row in range(MOST_ROWS):
        for col in range(MOST_COLS):
            assert Cell.parse(str(Cell(row, col))) == (row, col)
    assert Cell.parse("H8") == Cell(7, 7)
    assert str(Cell(20, -1)) == "row 21, column 0"


def test_move_lists_name_the_move_at_fault() -> None:
    assert parse_moves(" a1, b2\nc3 ") == (Cell(0, 0), Cell(1, 1), Cell(2, 2))
    assert parse_moves("") == ()
    with pytest.raises(NotationError, match="move 2: 'z9' is not a cell"):
        parse_moves("a1 z9")
    with pytest.raises(NotationError, match="move 2: '9' is not a cell"):
        game("tictactoe").replay([Cell(0, 0), "9"])
    with pytest.raises(IllegalMove, match="move 3: d4 is not on the board"):
        game("tictactoe").replay("a1 b2 d4")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Value("outcome", 1, 1), "win"),
        (Value("outcome", 0, 0), "draw"),
        (Value("outcome", -1, -1), "loss"),
        (Value("outcome", 0, 1), "draw or win"),
        (Value("outcome", -1, 0), "draw or loss"),
        (Value("outcome", -1, 1), "unknown"),
        (Value("score", 11, 11), "win, score 11"),
        (Value("score", -4, -4), "loss, score -4"),
        (Value("score", 0, 0), "draw"),
        (Value("score", 3, 11), "win, score 3 to 11"),
        (Value("score", 0, 5), "draw or win, score 0 to 5"),
        (Value("margin", -2, 0), "draw or loss, margin -2 to 0"),
        (Value("margin", -2, 3), "unknown, margin -2 to 3"),
    ],
)
def test_values_in_words(value: Value, text: str) -> None:
    assert str(value) == text


@pytest.mark.parametrize(("lower", "upper"), [(1, 0), (-2, 0), (0, 2)])
def test_values_that_cannot_be(lower: int, upper: int) -> None:
    with pytest.raises(ValueError, match=r"bound|outcome"):
        Value("outcome", lower, upper)


def test_values_are_ordered() -> None:
    bounds = ((-1, -1), (-1, 0), (-1, 1), (0, 0), (0, 1), (1, 1))
    values = [Value("outcome", *pair) for pair in bounds]
    assert sorted(values[at] for at in (3, 0, 5, 1, 4, 2)) == values
    assert max(values) == Value("outcome", 1, 1)
    assert values[0] <= values[0] < values[1]
    with pytest.raises(
        OptionError, match="values of score and outcome cannot be compared: expected"
    ):
        assert Value("score", 1, 1) < Value("outcome", 1, 1)
    with pytest.raises(TypeError):
        assert values[0] < 1


def test_enumerations_speak_as_people_do() -> None:
    assert f"{Sign.X} {Sign.O!r} {Outcome.WIN} {Outcome.DRAW!r} {Outcome.LOSS:>5}" == (
        "X Sign.O win Outcome.DRAW  loss"
    )
    assert [Outcome.LOSS, Outcome.DRAW, Outcome.WIN] == [-1, 0, 1]


def test_everything_survives_pickling() -> None:
    position = game("connect6").replay("k10 j9")
    again = pickle.loads(pickle.dumps(position))
    assert again == position
    assert again.to_move is Sign.O
    with pytest.raises(IllegalPosition) as error:
        game("tictactoe").parse("O../.../...")
    copy = pickle.loads(pickle.dumps(error.value))
    assert str(copy) == str(error.value)
    assert copy.faults == error.value.faults


def test_a_picture() -> None:
    position = game("3,12,3").replay("b2 l3")
    assert format_board(
        position, last=Cell(2, 11), values={Cell(0, 0): "+11", Cell(1, 1): "?"}
    ) == (
        "     a   b   c   d   e   f   g   h   i   j   k   l\n"
        "1  +11   .   .   .   .   .   .   .   .   .   .   .\n"
        "2    .   X   .   .   .   .   .   .   .   .   .   .\n"
        "3    .   .   .   .   .   .   .   .   .   .   .[  O]"
    )


def test_row_numbers_of_a_high_board_line_up() -> None:
    lines = format_board(game("10,1,3").replay("a10")).splitlines()
    assert lines[0] == "    a"
    assert lines[9:] == [" 9  .", "10  X"]


def test_a_picture_in_colour_is_the_same_picture() -> None:
    position = game("tictactoe").parse("XXX/OO./...")
    coloured = format_board(position, colour=True, last=Cell(0, 1))
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == format_board(position)
    assert "\x1b[31;1;4;7mX\x1b[0m" in coloured  # the last move, in the line that won
    assert "\x1b[34mO\x1b[0m" in coloured
    assert "\x1b" not in format_board(position)
