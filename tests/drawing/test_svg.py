"""Pictures are well-formed XML that shows every stone, mark and label where it stands."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kinrow
from kinrow.drawing import FILLS, RINGS, draw, draw_svg
from kinrow.rules import Cell, game

SPACE = "{http://www.w3.org/2000/svg}"


def elements(text: str, name: str) -> list[ET.Element]:
    return list(ET.fromstring(text).iter(SPACE + name))


@given(
    st.sampled_from(["tictactoe", "4,9,4", "1,20,5", "20,1,5", "jing4", "connect6", "2,3,2"]),
    st.lists(st.integers(0, 399), max_size=30),
)
def test_every_stone_is_drawn(spec: str, choices: list[int]) -> None:
    position = game(spec).start()
    for choice in choices:
        moves = position.legal_moves
        if moves:
            position = position.play(moves[choice % len(moves)])
    text = draw_svg(position)
    crosses = [path for path in elements(text, "path") if path.get("stroke-linecap") == "round"]
    assert len(crosses) == position.cells.count("X")
    assert len(elements(text, "circle")) == position.cells.count("O")
    assert len(elements(text, "text")) == position.rules.rows + position.rules.cols


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
