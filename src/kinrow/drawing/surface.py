"""A position as a pygame surface, in the colours of the SVG pictures; needs `kinrow[gui]`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinrow.drawing.canvas import INK
from kinrow.drawing.look import look_of
from kinrow.drawing.sheet import (
    BLACK,
    BOARD,
    GRID,
    LAST_STONE,
    RINGS,
    SIGNS,
    STONE_EDGE,
    STRIKE,
    WHITE,
    WOOD,
    WOOD_LINE,
    edge_of,
)
from kinrow.rules import Cell, Position, Rules, Sign
from kinrow.rules.sentence import Sentence
from kinrow.runtime.extras import MissingExtra

_FINE = 3  # drawn so many times larger, then scaled down: smooth edges


def size_of(rules: Rules, cell: int = 40) -> tuple[int, int]:
    """Width and height of the picture in pixels.

    >>> from kinrow.rules import game
    >>> size_of(game("3,4,3"), cell=30)
    (141, 111)
    """
    both = edge_of(cell) + edge_of(cell) // 3
    return rules.cols * cell + both, rules.rows * cell + both


def surface(position: Position, *, last: Cell | None = None, cell: int = 40) -> Any:
    """The picture as a pygame.Surface, `cell` pixels a cell; no display is needed.

    `last` is ringed, the lines that won are struck through.
    """
    pygame = _pygame()
    width, height = size_of(position.rules, cell)
    large = pygame.Surface((width * _FINE, height * _FINE))
    kind = _GobanPen if look_of(position.rules).is_goban else _Pen
    pen = kind(pygame, large, position.rules, cell)
    pen.board()
    cols = position.rules.cols
    for at, mark in enumerate(position.cells):
        if mark != ".":
            pen.sign(Cell(*divmod(at, cols)), Sign(mark))
    if last is not None:
        pen.ring(last)
    if position.finished:
        for sign in Sign:
            for line in position.lines_for(sign):
                pen.strike(line)
    return pygame.transform.smoothscale(large, (width, height))


def pixels(position: Position, *, last: Cell | None = None, cell: int = 40) -> NDArray[np.uint8]:
    """The same picture as uint8 (height, width, 3).

    >>> from kinrow.rules import game
    >>> pixels(game("tictactoe").replay("b2")).shape
    (149, 149, 3)
    """
    pygame = _pygame()
    flat = pygame.image.tobytes(surface(position, last=last, cell=cell), "RGB")
    width, height = size_of(position.rules, cell)
    return np.frombuffer(flat, np.uint8).reshape(height, width, 3).copy()


def cell_at(rules: Rules, x: int, y: int, cell: int = 40) -> Cell | None:
    """The cell under a pixel; None outside the board.

    >>> from kinrow.rules import game
    >>> str(cell_at(game("tictactoe"), 30, 110)), cell_at(game("tictactoe"), 2, 2)
    ('a3', None)
    """
    margin = edge_of(cell)
    row, col = (y - margin) // cell, (x - margin) // cell
    return Cell(row, col) if 0 <= row < rules.rows and 0 <= col < rules.cols else None


class _Pen:
    """Draws on one surface, in units of its own size."""

    def __init__(self, pygame: Any, page: Any, rules: Rules, cell: int) -> None:
        self.pygame = pygame
        self.page = page
        self.rules = rules
        self.look = look_of(rules)
        self.cell = cell * _FINE
        self.margin = edge_of(cell) * _FINE

    def board(self) -> None:
        """Ground, grid, letters and numbers."""
        pygame, cell, margin = self.pygame, self.cell, self.margin
        rows, cols = self.rules.rows, self.rules.cols
        self.page.fill(BOARD)
        right, bottom = margin + cols * cell, margin + rows * cell
        thin = max(1, cell // 40)
        for row in range(rows + 1):
            y = margin + row * cell
            pygame.draw.line(self.page, GRID, (margin, y), (right, y), thin)
        for col in range(cols + 1):
            x = margin + col * cell
            pygame.draw.line(self.page, GRID, (x, margin), (x, bottom), thin)
        self.coordinates()

    def coordinates(self) -> None:
        """A letter above each column, a number beside each row."""
        cell, margin = self.cell, self.margin
        font = self.pygame.font.Font(None, int(cell * 0.42))
        for col in range(self.rules.cols):
            self._write(font, str(Cell(0, col))[0], margin + (col + 0.5) * cell, margin / 2)
        for row in range(self.rules.rows):
            self._write(font, f"{row + 1}", margin / 2, margin + (row + 0.5) * cell)

    def sign(self, spot: Cell, sign: Sign) -> None:
        """A stone: a cross or a ring."""
        x, y = self._middle(spot)
        reach, thick = self.cell * self.look.reach, round(self.cell * self.look.stroke)
        colour = SIGNS[sign]
        if sign is Sign.O:
            self.pygame.draw.circle(self.page, colour, (x, y), reach + thick / 2, thick)
            return
        for tilt in (1, -1):
            ends = (x - reach, y - tilt * reach), (x + reach, y + tilt * reach)
            self._stroke(colour, *ends, thick)

    def ring(self, spot: Cell) -> None:
        """The ring of the last stone."""
        x, y = self._middle(spot)
        thin = max(1, round(self.cell * 0.05))
        self.pygame.draw.circle(self.page, RINGS["last"][0], (x, y), self.cell * 0.44, thin)

    def strike(self, line: tuple[Cell, ...]) -> None:
        """A line that won."""
        thick = max(2, round(self.cell * 0.07))
        self._stroke(STRIKE, self._middle(line[0]), self._middle(line[-1]), thick)

    def _stroke(
        self, colour: str, start: tuple[float, float], end: tuple[float, float], thick: int
    ) -> None:
        # pygame cuts thick lines off along the axes: discs round their ends.
        self.pygame.draw.line(self.page, colour, start, end, round(thick * 1.2))
        for point in (start, end):
            self.pygame.draw.circle(self.page, colour, point, thick / 2)

    def _middle(self, spot: Cell) -> tuple[float, float]:
        half = self.margin + self.cell / 2
        return half + spot.col * self.cell, half + spot.row * self.cell

    def _write(self, font: Any, text: str, x: float, y: float) -> None:
        words = font.render(text, True, INK)
        self.page.blit(words, words.get_rect(center=(round(x), round(y))))


class _GobanPen(_Pen):
    """The same on lines, with black and white stones."""

    def board(self) -> None:
        """Wood, lines, star points, letters and numbers."""
        pygame, rules = self.pygame, self.rules
        self.page.fill(WOOD)
        (left, top) = self._middle(Cell(0, 0))
        (right, bottom) = self._middle(Cell(rules.rows - 1, rules.cols - 1))
        thin = max(1, self.cell // 40)
        for row in range(rules.rows):
            y = top + row * self.cell
            pygame.draw.line(self.page, WOOD_LINE, (left, y), (right, y), thin)
        for col in range(rules.cols):
            x = left + col * self.cell
            pygame.draw.line(self.page, WOOD_LINE, (x, top), (x, bottom), thin)
        for star in self.look.stars:
            self._disc(star, self.look.star, WOOD_LINE)
        self.coordinates()

    def sign(self, spot: Cell, sign: Sign) -> None:
        """A stone with its edge."""
        self._disc(spot, self.look.stone, STONE_EDGE)
        fill = BLACK if sign is self.look.black else WHITE
        self._disc(spot, self.look.stone - 0.025, fill)

    def ring(self, spot: Cell) -> None:
        """A red ring in the last stone."""
        thin = max(1, round(self.cell * 0.06))
        centre = self._middle(spot)
        self.pygame.draw.circle(self.page, LAST_STONE, centre, self.cell * 0.45, thin)

    def _disc(self, spot: Cell, radius: float, colour: str) -> None:
        self.pygame.draw.circle(self.page, colour, self._middle(spot), self.cell * radius)


def _pygame() -> Any:
    """pygame, without its greeting, with its fonts ready."""
    import os

    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        import pygame
    except ModuleNotFoundError:
        raise MissingExtra(Sentence("extra.pixels")) from None
    pygame.font.init()
    return pygame
