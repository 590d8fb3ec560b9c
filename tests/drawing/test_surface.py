"""The pygame pictures: size, stones where they belong, the window and its mouse."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pygame
import pytest

from kinrow.drawing.surface import cell_at, pixels, size_of, surface
from kinrow.drawing.window import Window, WindowClosed
from kinrow.rules import Cell, game

CELL = 40


def ink(picture: np.ndarray, spot: Cell) -> int:
    """How many pixels within a cell differ from its corner's."""
    edge = 22
    top, left = edge + spot.row * CELL + 3, edge + spot.col * CELL + 3
    square = picture[top : top + CELL - 6, left : left + CELL - 6].astype(int)
    return int((np.abs(square - square[0, 0]).sum(axis=2) > 60).sum())


@pytest.mark.parametrize("spec", ["1,1,1", "3,3,3", "3,5,3", "gomoku-20"])
def test_the_size_fits_the_board(spec: str) -> None:
    position = game(spec).start()
    width, height = size_of(position.rules)
    assert pixels(position).shape == (height, width, 3)
    assert surface(position).get_size() == (width, height)


def test_stones_stand_in_their_cells() -> None:
    position = game("tictactoe").replay("b2 c1")
    picture = pixels(position)
    marked = {cell for cell in position.rules.start().legal_moves if ink(picture, cell) > 50}
    assert marked == {Cell(1, 1), Cell(0, 2)}
    assert ink(picture, Cell(1, 1)) != ink(picture, Cell(0, 2))  # a cross, a ring


def test_a_goban_has_black_and_white_stones() -> None:
    picture = pixels(game("9,9,5").replay("e5 a1"), last=Cell(0, 0))
    assert picture[202, 202].sum() < 150  # black, in the middle of e5
    assert picture[42, 42].sum() > 700  # white, in the middle of a1
    wood = picture[202, 242 + 12]
    assert wood[0] > wood[2] + 50


def test_the_last_stone_and_the_line_are_marked() -> None:
    position = game("tictactoe").parse("XX./OO./...")
    plain, ringed = pixels(position), pixels(position, last=Cell(0, 1))
    assert ink(ringed, Cell(0, 1)) > ink(plain, Cell(0, 1))
    won = position.play("c1")
    orange = np.array([0xD5, 0x5E, 0x00])
    close = (np.abs(pixels(won).astype(int) - orange).sum(axis=2) < 20).sum()
    assert close > 200
    assert (np.abs(plain.astype(int) - orange).sum(axis=2) < 20).sum() == 0


def test_every_pixel_of_the_board_belongs_to_its_cell() -> None:
    rules = game("3,4,3")
    width, height = size_of(rules)
    found = {cell_at(rules, x, y) for x in range(width) for y in range(height)}
    assert found == {None, *rules.start().legal_moves}


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = Window(game("tictactoe"))
    yield window
    window.close()
    window.close()


def test_the_mouse_chooses_an_empty_cell(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    position = game("tictactoe").replay("a1")
    window.show(position)

    def click(row: int, col: int, button: int = 1) -> None:
        at = (round((col + 1.05) * window.cell), round((row + 1.05) * window.cell))
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=button, pos=at))

    show = window.show

    def show_and_click(*given: Any) -> None:
        show(*given)
        click(0, 0)
        click(2, 2, 3)
        click(1, 2)

    monkeypatch.setattr(window, "show", show_and_click)
    assert window.ask(position) == Cell(1, 2)
    assert pygame.display.get_caption()[0] == "kinrow: tictactoe, O to move"


def test_closing_the_window_is_told(window: Window) -> None:
    position = game("tictactoe").start()
    window.show(position)
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    with pytest.raises(WindowClosed):
        window.show(position)


def test_a_missing_pygame_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "pygame", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'kinrow\[gui\]'"):
        pixels(game("tictactoe").start())
