"""A position as one line of text: read back from any game, written in one way."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rules.strategies import games, positions

from kinrow.rules import (
    Board,
    KinrowError,
    NotationError,
    Position,
    Rules,
    as_position,
    game,
)
from kinrow.rules.notation import parse_rows
from kinrow.rules.reading import position


@given(positions())
def test_a_position_is_read_back_with_its_rules(asked: Position) -> None:
    again = position(asked.fen())
    assert (again, again.finished, again.winner) == (asked, asked.finished, asked.winner)
    assert position(repr(asked)) == asked == position(repr(Board(asked)))
    assert asked.rules.parse(asked.fen()) == asked
    assert again.fen() == asked.fen()
    assert "\n" not in asked.fen()


@given(positions(largest=8))
def test_numbers_and_dots_say_the_same(asked: Position) -> None:
    dotted = "/".join(asked.rows)
    single = dotted.replace(".", "1")
    counted = re.sub(r"\.+", lambda run: str(len(run[0])), dotted)
    for rows in (dotted, single, counted):
        if "11" not in rows:  # which is eleven
            assert parse_rows(rows) == asked.rows
            text = f"{asked.rules} {rows} {asked.to_move} {asked.left}"
            assert position(text) == asked


@given(games())
def test_a_game_stands_for_its_empty_board(rules: Rules) -> None:
    for given_as in (rules, str(rules), repr(rules.start()), rules.start(), Board(rules)):
        assert as_position(given_as) == rules.start()


@given(positions(largest=5))
def test_images_are_the_same_position_turned(asked: Position) -> None:
    images = asked.symmetries()
    assert images[0] == asked
    assert len(set(images)) == len(images)
    assert {image.canonical() for image in images} == {asked.canonical()}
    assert asked.canonical() in images
    for image in images:
        assert image == position(image.fen())
        assert set(image.symmetries()) == set(images)
        assert (image.finished, image.winner) == (asked.finished, asked.winner)


@pytest.mark.parametrize(
    ("text", "fen"),
    [
        ("tictactoe X../.O./...", "3,3,3 X../.O./..."),
        ("Tic Tac Toe X../.O./... X", "3,3,3 X../.O./..."),
        ("(3, 3, 3)  3/1X1/3", "3,3,3 .../.X./..."),
        ("1,3,3 XOX", "1,3,3 XOX"),
        ("1,9,3 9", "1,9,3 9"),
        ("1,9,3 X8", "1,9,3 X8"),
        ("gomoku 20", "20,20,5 " + "/".join(["20"] * 20)),
        ("2,12,5 X11/12", "2,12,5 X11/12"),
        ("2,12,5 X6...../12", "2,12,5 X11/12"),
        ("3,9,3:misere X..../...", None),
        ("井字棋 X../.../...", "3,3,3 X../.../..."),
    ],
)
def test_what_is_written_and_what_is_read(text: str, fen: str | None) -> None:
    if fen is None:
        with pytest.raises(KinrowError):
            position(text)
    else:
        assert position(text).fen() == fen


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("X../.O./...", "'X../.O./...' is a board without its game, expected the game first, as"),
        ("", "unknown game ''"),
        ("gomku X../.O./...", "unknown game 'gomku': did you mean gomoku, gomoku-20?"),
        ("tictactoe 4,4,3 X../.O./...", "unknown game 'tictactoe 4,4,3'"),
        ("tictactoe 0/3/3", "row 1 has 1 cell, expected 3"),
        ("tictactoe 99999999/3/3", "row 1 has 396 cells, expected 3"),
    ],
)
def test_what_cannot_be_read_is_explained(text: str, words: str) -> None:
    with pytest.raises(KinrowError, match=re.escape(words)):
        position(text)


def test_another_game_before_the_rows_is_seen() -> None:
    with pytest.raises(NotationError, match="column 1: the game is '4,4,3', expected 3,3,3"):
        game("tictactoe").parse("4,4,3 X../.O./...")
    assert game("tictactoe").parse("tictactoe X../.O./...").plies == 2


@given(st.text(max_size=30) | st.text("tictactoe3,. XO/12", max_size=30))
def test_any_text_is_a_position_or_an_error_of_ours(text: str) -> None:
    try:
        found = position(text)
    except KinrowError:
        return
    assert position(found.fen()) == found
