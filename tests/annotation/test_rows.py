"""A row that cannot be says every reason, and nothing else is refused."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinrow.annotation.layout import FIELDS, LayoutError, layout
from kinrow.annotation.limit import Limit
from kinrow.annotation.rows import read_row
from kinrow.rules import Cell, format_position, game

FOUR = game("4,9,4")


def bits(*cells: str) -> int:
    return sum(1 << (cell.row * 9 + cell.col) for cell in map(Cell.parse, cells))


def test_the_research_layout() -> None:
    row = read_row(
        FOUR,
        {"black": str(bits("d2", "i4")), "white": str(bits("a1")), "to_move": "White", "move": "4"},
    )
    assert row.position is not None
    assert format_position(row.position) == "O8/...X...../9/8X"
    assert (str(row.move), row.faults) == ("c1", ())


@pytest.mark.parametrize(
    ("black", "white", "to_move", "move", "reason"),
    [
        (3, 2, "White", 4, "stones of both sides on b1"),
        (1, 2, "Black", 1, "a1 is taken by X"),
        (1, 2, "Black", 2, "b1 is taken by O"),
        (1, 2, "White", 4, "White is to move, expected Black after these stones"),
        (1, 0, "Black", 4, "Black is to move, expected White after these stones"),
        (1, 0, "X", 4, "X is to move, expected O after these stones"),
        (7, 0, "White", 64, "X 3, O 0"),
        (0, 1, "Black", 64, "X 0, O 1"),
        (1 << 36, 0, "White", 1, "bit 36 is not a cell"),
        (1, 2, "Black", 12, "exactly one bit"),
        (1, 2, "Black", 0, "exactly one bit"),
        (1, 2, "Black", 1 << 40, "bit 40 is not a cell"),
        (-1, 0, "White", 1, "expected a whole number from 0"),
        ("x", 0, "White", 1, "black is 'x', expected a whole number from 0"),
        ("", 0, "White", 1, "black is empty"),
        (1.5, 0, "White", 2, "black is 1.5, expected a whole number"),
        (True, 0, "White", 2, "black is True, expected a whole number"),
        (1, 2, "Green", 4, "to_move is 'Green', expected Black, White, X or O"),
        (1, 2, "Black", "j1", "j1 is not on the board"),
        (1, 2, "Black", "zz", "expected a column letter a to i and a row number 1 to 4, as in"),
        (15, 15 << 9, "Black", 1 << 30, "both X"),
        (15, 7 << 9, "White", 1 << 30, "the game is over, X has won"),
    ],
)
def test_reasons(black: object, white: object, to_move: str, move: object, reason: str) -> None:
    row = read_row(FOUR, {"black": black, "white": white, "to_move": to_move, "move": move})
    assert row.position is None
    assert row.move is None
    assert any(reason in fault for fault in row.faults), row.faults


def test_all_reasons_of_a_row_come_together() -> None:
    row = read_row(FOUR, {"black": 1, "white": 2, "to_move": "White", "move": 1})
    assert len(row.faults) == 2


@pytest.mark.parametrize("given", ["", None, "X../.O", "X../.O./..Z", "....", 7])
def test_positions_that_cannot_be(given: object) -> None:
    assert read_row(game("tictactoe"), {"position": given}).faults


def test_a_composed_position_is_one() -> None:
    row = read_row(game("tictactoe"), {"position": "X../.../... X", "move": "B2"})
    assert row.position is not None
    assert (format_position(row.position), str(row.move)) == ("X../.../... X", "b2")


def test_numbers_as_tables_hold_them() -> None:
    for one in (1, 1.0, "1", " 1 ", "1.0"):
        row = read_row(FOUR, {"black": one, "white": 0, "move": float("nan")})
        assert row.position is not None
        assert row.position.plies == 1
        assert row.move is None


@pytest.mark.parametrize("value", [2.0**53, 1e17, "9007199254740992.0"])
def test_a_number_that_has_lost_bits_is_refused(value: object) -> None:
    # A table of floats, as gaps make it, rounds the boards of more than 53 cells.
    row = read_row(game("8,8,5"), {"black": value, "white": 0})
    assert "has lost its last digits" in row.faults[0]
    whole = read_row(game("8,8,5"), {"black": 2**63, "white": 0})
    assert whole.position is not None


@given(st.text(max_size=20), st.text(max_size=20), st.text(max_size=8), st.text(max_size=8))
def test_any_text_is_read_or_refused_in_words(
    black: str, white: str, to_move: str, move: str
) -> None:
    values = {"black": black, "white": white, "to_move": to_move, "move": move}
    row = read_row(FOUR, values)
    assert (row.position is None) == bool(row.faults)


def test_columns_by_name_number_and_guess() -> None:
    heads = ["id", "Board", "zug", "who"]
    assert layout("move=3,player=who", heads) == {
        "position": "Board",
        "move": "zug",
        "player": "who",
    }
    # A text is a head where there is such a head, a number is always a number.
    assert layout({"black": 1, "white": 2}, ["2", "b", "c"]) == {"black": "2", "white": "b"}
    assert layout("black=1,white=2", ["2", "b", "c"]) == {"black": "2", "white": "2"}
    assert layout(None, ["moves", "move"]) == {"moves": "moves", "move": "move"}
    assert "position" not in layout("black=a,white=b", ["a", "b", "position"])


def test_a_turn_may_be_a_number() -> None:
    values: dict[str, list[object]] = {
        "board": ["...", "X.."],
        "turn": [1, 2],
        "color": [None, " white"],
    }
    heads = list(values)
    found = layout(None, heads, values.__getitem__)
    assert found == {"position": "board", "to_move": "color"}
    assert layout("to_move=turn", heads, values.__getitem__)["to_move"] == "turn"
    assert layout(None, heads[:2], values.__getitem__) == {"position": "board"}


@pytest.mark.parametrize(
    ("columns", "heads"),
    [
        ("bord=1", ["a"]),
        ("position=2", ["a"]),
        ("position=0", ["a"]),
        ("position=b", ["a"]),
        ("position", ["a"]),
        ("position=", ["a"]),
        ("position=a,moves=b", ["a", "b"]),
        (None, ["a", "b"]),
        (None, []),
        (None, ["black", "move"]),
        (["a"], ["a"]),
    ],
)
def test_columns_that_do_not_say_where_the_board_is(columns: Any, heads: list[str]) -> None:
    with pytest.raises(LayoutError):
        layout(columns, heads)


def test_every_field_is_its_own_head() -> None:
    for field in FIELDS:
        heads = {"black": ["black", "white"], "white": ["black", "white"]}.get(field)
        heads = heads or list(dict.fromkeys([field, "position"]))
        if field == "moves":
            heads = ["moves"]
        assert layout(None, heads)[field] == field


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0",
        "-1",
        "5x",
        "s",
        "nan",
        "inf",
        "1e400",
        "0 nodes",
        "0.2n",
        "9" * 400,
        "9" * 400 + "k",
        "9" * 20 + "n",
    ],
)
def test_limits_that_are_none(text: str) -> None:
    with pytest.raises(ValueError, match="expected seconds"):
        Limit.parse(text)


def test_limits() -> None:
    assert (Limit.parse("0.5").seconds, Limit.parse("1500 ms").seconds) == (0.5, 1.5)
    assert (Limit.parse("2M").nodes, Limit.parse("1.001k").nodes) == (2_000_000, 1001)
    assert Limit.parse("2m").seconds == 120
    assert Limit.parse(Limit.parse("5s")) == Limit.parse(5)
