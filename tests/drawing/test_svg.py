"""Pictures are well-formed XML that shows every stone, mark and label where it stands."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kinrow
from kinrow.drawing import FILLS, RINGS, draw, draw_svg, look_of
from kinrow.drawing.look import RowsFrom, star_points
from kinrow.drawing.sheet import BLACK, WHITE
from kinrow.rules import Cell, NotationError, OptionError, Rules, game

SPACE = "{http://www.w3.org/2000/svg}"


def elements(text: str, name: str) -> list[ET.Element]:
    return list(ET.fromstring(text).iter(SPACE + name))


@given(
    st.sampled_from(["tictactoe", "4,9,4", "1,22,5", "20,1,5", "jing4", "connect6", "2,3,2"]),
    st.lists(st.integers(0, 399), max_size=30),
)
def test_every_stone_is_drawn(spec: str, choices: list[int]) -> None:
    position = game(spec).start()
    for choice in choices:
        moves = position.legal_moves
        if moves:
            position = position.play(moves[choice % len(moves)])
    text = draw_svg(position)
    rules = position.rules
    assert signs(text, rules) == {sign: position.cells.count(sign) for sign in "XO"}
    assert len(elements(text, "text")) == rules.rows + rules.cols


def signs(text: str, rules: Rules) -> dict[str, int]:
    """How many crosses and rings there are, or black and white stones."""
    circles = elements(text, "circle")
    if look_of(rules).is_goban:
        fills = [circle.get("fill") for circle in circles]
        black = str(rules.begins)
        return {black: fills.count(BLACK), "OX".replace(black, ""): fills.count(WHITE)}
    strokes = [path.get("stroke-linecap") for path in elements(text, "path")]
    return {"X": strokes.count("round"), "O": len(circles)}


@pytest.mark.parametrize(
    ("spec", "theme"),
    [
        ("gomoku", "goban"),
        ("9,5,5:exact", "goban"),
        ("connect6", "goban"),
        ("tictactoe", "cells"),
        ("20,20,4", "cells"),
        ("jing4", "cells"),
        ("9,9,5:majority,threshold=4,turns=9,fill=X", "cells"),
    ],
)
def test_the_theme_goes_by_the_rules(spec: str, theme: str) -> None:
    assert look_of(game(spec)).theme == theme


def test_star_points_are_symmetric_and_off_the_edge() -> None:
    for rows in range(1, 21):
        for cols in range(1, 21):
            points = set(star_points(rows, cols))
            assert points == {(rows - 1 - row, col) for row, col in points}
            assert points == {(row, cols - 1 - col) for row, col in points}
            assert {(col, row) for row, col in points} == set(star_points(cols, rows))
    assert len(star_points(19, 19)) == 9


def test_whoever_begins_has_the_black_stones() -> None:
    for begins in "XO":
        position = game(f"9,9,5:begins={begins}").replay("e5")
        assert f'cx="202" cy="202" r="18.4" fill="{BLACK}"' in draw_svg(position)


def test_stones_carry_their_numbers_on_demand() -> None:
    moves = "e5 a1 b2".split()
    position = game("9,9,5").replay(moves)
    plain = [element.text for element in elements(draw_svg(position), "text")]
    numbered = elements(draw_svg(position, numbers=moves), "text")
    assert [element.text for element in numbered if element.text not in plain] == []
    added = [element for element in numbered if element.get("fill") in (BLACK, WHITE)]
    assert [(element.text, element.get("x"), element.get("fill")) for element in added] == [
        ("2", "42", BLACK),
        ("3", "82", WHITE),
        ("1", "202", WHITE),
    ]
    for sign in "b2", "b2 a1":  # on the sign, and not hidden by it: after an edge round it
        position = game("tictactoe").replay(sign)
        small = elements(draw_svg(position, numbers=[sign[-2:]]), "text")
        edge, figure = [element for element in small[6:] if element.text == "1"]
        middle = {"b2": 82, "b2 a1": 42}[sign]
        assert edge.get("stroke") and figure.get("stroke") is None
        assert {float(each.get("x") or 0) for each in (edge, figure)} == {middle}


def test_rows_are_numbered_from_either_side() -> None:
    sides: list[tuple[RowsFrom, str]] = [("top", "1"), ("bottom", "9")]
    for rows_from, first in sides:
        texts = elements(draw_svg("9,9,5", rows_from=rows_from), "text")
        highest = min(texts[9:], key=lambda text: float(text.get("y", "")))
        assert highest.text == first
    with pytest.raises(OptionError, match="'top' or 'bottom'"):
        draw_svg("9,9,5", rows_from="left")  # type: ignore[arg-type]


def test_marks_colour_cells_and_ring_them() -> None:
    start = game("tictactoe").start()
    plain = draw_svg(start)
    for word, colour in FILLS.items():
        assert f'fill="{colour}"' not in plain
        (cell,) = [
            rect
            for rect in elements(draw_svg(start, marks={Cell(1, 2): word}), "rect")
            if rect.get("fill") == colour
        ]
        assert (cell.get("x"), cell.get("y")) == ("102", "62")
    for word, (colour, dashes) in RINGS.items():
        text = draw_svg(start, marks={Cell(0, 0): f"win {word}"})
        (ring,) = [rect for rect in elements(text, "rect") if rect.get("stroke") == colour]
        assert ring.get("stroke-dasharray") == dashes


def test_labels_are_escaped_and_stay_off_stones() -> None:
    position = game("tictactoe").replay("b2")
    text = draw_svg(position, labels={Cell(0, 0): "<3 & 5>", Cell(1, 1): "hidden"})
    words = [element.text for element in elements(text, "text")]
    assert "<3 & 5>" in words
    assert "hidden" not in words


def test_the_last_stone_is_ringed_and_a_won_line_struck_through() -> None:
    position = game("tictactoe").replay("a1 a2 b1 b2 c1")
    text = draw_svg(position, last=Cell(0, 2))
    assert RINGS["last"][0] in text
    (stroke,) = elements(text, "line")
    assert stroke.get("y1") == stroke.get("y2")
    assert not elements(draw_svg(game("tictactoe").replay("a1 a2 b1 b2")), "line")


@pytest.mark.parametrize("marks", [{Cell(0, 0): "good"}, {Cell(3, 0): "win"}, {Cell(0, -1): "win"}])
def test_what_cannot_be_drawn_is_refused(marks: dict[Cell, str]) -> None:
    with pytest.raises(ValueError, match="expected"):
        draw_svg(game("tictactoe").start(), marks=marks)


def test_a_notebook_shows_a_drawing() -> None:
    rules = game("4,4,3")
    assert draw(rules)._repr_svg_() == draw_svg(rules.start())
    assert kinrow.draw(rules.start(), cell=20).svg == draw_svg(rules.start(), cell=20)
    assert len(repr(draw(rules))) < 40


def test_the_look_of_what_is_not_a_game() -> None:
    with pytest.raises(NotationError, match="expected a name such as 'tictactoe'"):
        look_of([3, 3, 3])  # type: ignore[arg-type]
