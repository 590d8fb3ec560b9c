"""What a notebook shows of our values: pictures and tables, without a word from the user."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rules.strategies import positions

import kinrow
from kinrow.display import html_table
from kinrow.drawing import FILLS, RINGS, draw_svg, svg_of
from kinrow.drawing.sheet import BLACK, LAST_STONE, SIGNS, WHITE, WOOD, WOOD_LINE
from kinrow.rules import Position
from kinrow.textbook import SearchTree, alphabeta, minimax

SPACE = "{http://www.w3.org/2000/svg}"


def elements(text: str | None, name: str) -> list[ET.Element]:
    assert text is not None
    return list(ET.fromstring(text).iter(SPACE + name))


@given(positions(largest=5))
def test_a_position_and_a_board_are_shown(position: Position) -> None:
    assert position._repr_svg_() == draw_svg(position)
    board = kinrow.Board(position)
    assert board._repr_svg_() == draw_svg(position)
    if board.legal_moves:
        move = board.legal_moves[0]
        board.push(move)
        assert board._repr_svg_() == draw_svg(position.play(move), last=move)


def test_a_record_shows_its_last_board() -> None:
    record = kinrow.Record("tictactoe", "b2 a1")
    assert record._repr_svg_() == draw_svg(record.position, last="a1")
    assert kinrow.Record("tictactoe")._repr_svg_() == draw_svg("tictactoe")
    assert repr(record) == "<tictactoe: b2 a1>"


def test_counts_are_bars() -> None:
    counts = kinrow.count("tictactoe")
    bars = [e for e in elements(counts._repr_svg_(), "rect") if e.get("fill") == "#8fb8d8"]
    by_height = sorted(range(10), key=lambda ply: float(bars[ply].get("height", "")))
    assert by_height == sorted(range(10), key=lambda ply: counts.per_ply[ply].positions)


def test_plies_are_a_table() -> None:
    table = ET.fromstring(kinrow.count("3,4,3").per_ply._repr_html_())
    rows = [[cell.text for cell in row] for row in table.iter("tr")]
    assert rows[0][:3] == ["stones", "positions", "finished"]
    assert [row[0] for row in rows[1:]] == [str(ply) for ply in range(13)]
    assert rows[2][1] == "12"


@pytest.mark.parametrize("search", [minimax, alphabeta])
def test_a_tree_shows_its_nodes_values_and_cuts(search: type) -> None:
    tree = SearchTree()
    search("tictactoe XO./OX./X.O", "outcome", tree)
    nodes = [node for _, node in tree.walk()]
    text = tree._repr_svg_()
    # The first rectangle is the paper.
    assert len(elements(text, "rect")) == 1 + len(nodes)
    stubs = [e for e in elements(text, "line") if e.get("stroke-dasharray")]
    assert len(stubs) == sum(bool(node.cut) for node in nodes)
    assert len(elements(text, "line")) == len(stubs) + len(nodes) - 1
    words = [e.text for e in elements(text, "text")]
    assert words.count("X") == sum(node.position.cells.count("X") for node in nodes)
    root = tree.root
    assert root is not None
    assert root._repr_svg_() == text


@given(st.integers(1, 400))
def test_a_large_tree_is_cut_to_its_first_nodes(most: int) -> None:
    tree = SearchTree(most)
    alphabeta("tictactoe X../.O./...", "outcome", tree)
    assert len(elements(tree._repr_svg_(), "rect")) == 1 + min(most, 60, tree.nodes)


def test_an_empty_tree_is_an_empty_picture() -> None:
    assert len(elements(SearchTree()._repr_svg_(), "rect")) == 1


def test_the_drawing_room_is_entered_when_a_picture_is_asked_for() -> None:
    code = (
        "import sys; from kinrow.rules import game; start = game('tictactoe').start();"
        "assert 'kinrow.drawing' not in sys.modules;"
        "print(start._repr_svg_()[:4])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "<svg\n"


def test_what_has_no_picture_says_so() -> None:
    with pytest.raises(TypeError, match="int has no picture"):
        svg_of(5)


def test_a_table_escapes_its_texts() -> None:
    assert "<b>" not in html_table(["<b>"], [["<b>", True]])


def test_a_solution_shows_the_value_of_its_move() -> None:
    text = kinrow.solve("tictactoe XX./OO./...", objective="score")._repr_svg_()
    assert "+1" in [e.text for e in elements(text, "text")]
    assert sum(e.get("fill") == FILLS["win"] for e in elements(text, "rect")) == 1


def test_a_picture_has_the_colours_of_the_board_in_the_browser() -> None:
    sheet = Path(kinrow.__file__).parent / "web" / "static" / "page.css"
    light = dict(re.findall(r"--(\w+): light-dark\((#\w+),", sheet.read_text(encoding="utf-8")))
    assert list(SIGNS.values()) == [light["x"], light["o"]]
    fills = ("win", "draw", "loss")
    assert [FILLS[name] for name in fills] == [light[f"{name}bg"] for name in fills]
    assert [light[name] for name in ("black", "white", "wood", "woodline", "laststone")] == [
        BLACK,
        WHITE,
        WOOD,
        WOOD_LINE,
        LAST_STONE,
    ]


def test_an_analysis_colours_every_move_and_labels_its_score() -> None:
    found = kinrow.analyse("4,4,3 X.../.O../..X./....", objective="score")
    text = found._repr_svg_()
    fills = [e.get("fill") for e in elements(text, "rect")]
    outcomes = [str(value.outcome) for value in found.moves.values()]
    for name in ("win", "draw", "loss"):
        assert fills.count(FILLS[name]) == outcomes.count(name)
    words = [e.text for e in elements(text, "text")]
    # Of 13 empty cells the winner leaves ten: three stones until the end.
    assert words.count("+3") == sum(value.score == 11 for value in found.moves.values()) > 0
    rings = [e for e in elements(text, "rect") if e.get("stroke") == RINGS["best"][0]]
    assert len(rings) == len(found.best)
    table = ET.fromstring(found.moves._repr_html_())
    assert [row[0].text for row in table.iter("tr")][1:] == [str(move) for move in found.moves]
