"""The sheet that a board is drawn on: cells with crosses and rings, or a goban with stones."""

from __future__ import annotations

from collections.abc import Mapping

from kinrow.drawing.canvas import Attributes, Canvas, number
from kinrow.drawing.look import BoardLook, RowsFrom, look_of, row_number
from kinrow.rules import Cell, Rules, Sign
from kinrow.rules.geometry import board_cells

FILLS = {"win": "#d9efdf", "draw": "#ebe6d8", "loss": "#f8dcd6", "open": "#f7f1d4"}
"""Marks that colour a cell: what a move there is worth to the side to move. All colours are those
of the board in the browser by day; signs say the same to those who do not tell them apart."""

RINGS = {"best": ("#006d4f", None), "chosen": ("#222222", "4 3"), "last": ("#0072b2", None)}
"""Marks that put a ring into a cell, with colour and dashes; they may stand beside a colour."""

SIGNS = {Sign.X: "#1d5c8c", Sign.O: "#a94a12"}
BOARD, GRID, STRIKE = "#fffdf8", "#8a8478", "#d55e00"
WOOD, WOOD_LINE = "#e6bf83", "#6b4f2a"
BLACK, WHITE, STONE_EDGE = "#1d1d1f", "#fdfdfb", "#3b3835"
LAST_STONE = "#d6332a"

MarkWords = Mapping[Cell, list[str]]


class Sheet(Canvas):
    """A board being drawn, as cells with crosses and rings."""

    def __init__(self, rules: Rules, cell: int, rows_from: RowsFrom) -> None:
        super().__init__()
        self.rules = rules
        self.look: BoardLook = look_of(rules)
        self.cell = cell
        self.edge = edge_of(cell)
        self.rows_from: RowsFrom = rows_from

    def corner(self, spot: Cell) -> tuple[int, int]:
        """Where a cell's square begins."""
        return self.edge + spot[1] * self.cell, self.edge + spot[0] * self.cell

    def middle(self, spot: Cell) -> tuple[float, float]:
        """The middle of a cell, or its intersection."""
        x, y = self.corner(spot)
        return x + self.cell / 2, y + self.cell / 2

    def board(self, worded: MarkWords) -> None:
        """Cells with their colours, the grid, letters and numbers."""
        rows, cols = self.rules.rows, self.rules.cols
        for spot in board_cells(rows, cols):
            x, y = self.corner(spot)
            fill = fill_of(worded.get(spot, [])) or BOARD
            self.add("rect", x=x, y=y, width=self.cell, height=self.cell, fill=fill)
        wide, high = cols * self.cell, rows * self.cell
        path = [f"M{self.edge} {self.edge + row * self.cell}h{wide}" for row in range(rows + 1)]
        path += [f"M{self.edge + col * self.cell} {self.edge}v{high}" for col in range(cols + 1)]
        self.add("path", d="".join(path), stroke=GRID, fill="none")
        self.coordinates()

    def coordinates(self) -> None:
        """A letter above each column, a number beside each row."""
        rows, cols = self.rules.rows, self.rules.cols
        size = min(14, round(self.cell * 0.34))
        for col in range(cols):
            self.words(self.middle(Cell(0, col))[0], self.edge * 0.52, str(Cell(0, col))[0], size)
        for row in range(rows):
            name = str(row_number(row, rows, self.rows_from))
            self.words(self.edge * 0.5, self.middle(Cell(row, 0))[1], name, size)

    def sign(self, spot: Cell, sign: Sign) -> None:
        """A cross or a ring."""
        x, y = self.middle(spot)
        reach, width = self.cell * self.look.reach, self.cell * self.look.stroke
        style: Attributes = {"stroke": SIGNS[sign], "stroke_width": width, "fill": "none"}
        if sign is Sign.O:
            self.add("circle", cx=x, cy=y, r=reach, **style)
            return
        d = " ".join(
            f"M{number(x - reach)} {number(y - up)}L{number(x + reach)} {number(y + up)}"
            for up in (reach, -reach)
        )
        self.add("path", d=d, stroke_linecap="round", **style)

    def label(self, spot: Cell, text: str) -> None:
        """A short text on an empty cell, smaller the longer it is."""
        size = self.cell * min(0.4, 1.4 / max(len(text), 1))
        self.words(*self.middle(spot), text, size)

    def stone_number(self, spot: Cell, sign: Sign, placed: int) -> None:
        """Which stone of the game it was, on the sign, with a bright edge round the figures."""
        size = self.cell * 0.36
        edge: Attributes = {"stroke": BOARD, "stroke_width": self.cell * 0.14}
        edge |= {"stroke_linejoin": "round"}
        self.words(*self.middle(spot), str(placed), size, BOARD, edge=edge)
        self.words(*self.middle(spot), str(placed), size)

    def rings(self, spot: Cell, words: list[str]) -> None:
        """One ring in the other, in the order in which they were named."""
        x, y = self.corner(spot)
        inset = self.cell * 0.05
        for word in words:
            if word in RINGS:
                side = self.cell - 2 * inset
                place: Attributes = {"x": x + inset, "y": y + inset, "width": side, "height": side}
                self.add("rect", rx=self.cell * 0.14, **place, **self.ring_style(word))
                inset += self.cell * 0.08

    def ring_style(self, word: str) -> Attributes:
        """The stroke of a ring."""
        colour, dashes = RINGS[word]
        style: Attributes = {"fill": "none", "stroke": colour, "stroke_width": self.cell * 0.055}
        return style | ({"stroke_dasharray": dashes} if dashes else {})

    def strike(self, line: tuple[Cell, ...]) -> None:
        """A stroke through a line, from its first cell to its last."""
        (x1, y1), (x2, y2) = self.middle(line[0]), self.middle(line[-1])
        style: Attributes = {
            "stroke": STRIKE,
            "stroke_width": self.cell * 0.09,
            "stroke_opacity": 0.75,
        }
        self.add("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke_linecap="round", **style)

    def text(self, title: str) -> str:
        """The whole picture."""
        wide = self.edge + self.rules.cols * self.cell + self.edge // 3
        high = self.edge + self.rules.rows * self.cell + self.edge // 3
        return self.svg(title, wide, high)


class GobanSheet(Sheet):
    """The same as a goban: lines, star points, black and white stones."""

    def __init__(self, rules: Rules, cell: int, rows_from: RowsFrom) -> None:
        super().__init__(rules, cell, rows_from)
        self.covered: set[Cell] = set()  # intersections whose lines a disc hides

    def board(self, worded: MarkWords) -> None:
        """Wood, lines, star points, a disc for each coloured mark, letters and numbers."""
        rows, cols = self.rules.rows, self.rules.cols
        wood: Attributes = {"width": cols * self.cell, "height": rows * self.cell, "rx": 3}
        self.add("rect", x=self.edge, y=self.edge, fill=WOOD, **wood)
        (left, top), (right, bottom) = (
            self.middle(Cell(0, 0)),
            self.middle(Cell(rows - 1, cols - 1)),
        )
        path = [
            f"M{number(left)} {number(top + row * self.cell)}H{number(right)}"
            for row in range(rows)
        ]
        path += [
            f"M{number(left + col * self.cell)} {number(top)}V{number(bottom)}"
            for col in range(cols)
        ]
        self.add("path", d="".join(path), stroke=WOOD_LINE, fill="none")
        for star in self.look.stars:
            self.disc(star, self.look.star, fill=WOOD_LINE)
        for spot, words in worded.items():
            if fill := fill_of(words):
                self.disc(spot, self.look.mark, fill=fill)
                self.covered.add(spot)
        self.coordinates()

    def disc(self, spot: Cell, radius: float, **style: object) -> None:
        """A circle round an intersection, its radius as a part of a cell."""
        x, y = self.middle(spot)
        self.add("circle", cx=x, cy=y, r=self.cell * radius, **style)

    def sign(self, spot: Cell, sign: Sign) -> None:
        """A stone."""
        fill = BLACK if sign is self.look.black else WHITE
        self.disc(spot, self.look.stone, fill=fill, stroke=STONE_EDGE)

    def label(self, spot: Cell, text: str) -> None:
        """A short text on an empty intersection, without the lines behind it."""
        if spot not in self.covered:
            self.disc(spot, self.look.mark, fill=WOOD)
        super().label(spot, text)

    def stone_number(self, spot: Cell, sign: Sign, placed: int) -> None:
        """Which stone of the game it was, in the stone's other colour."""
        colour = WHITE if sign is self.look.black else BLACK
        text = str(placed)
        size = self.cell * (0.42 if len(text) < 3 else 0.34)
        self.words(*self.middle(spot), text, size, colour)

    def rings(self, spot: Cell, words: list[str]) -> None:
        """Circles round the intersection, one in the other; a red one for the last stone."""
        radius = 0.45
        for word in words:
            if word in RINGS:
                style = self.ring_style(word)
                self.disc(
                    spot, radius, **style | ({"stroke": LAST_STONE} if word == "last" else {})
                )
                radius -= 0.08


def sheet_for(rules: Rules, cell: int, rows_from: RowsFrom) -> Sheet:
    """A sheet of the theme that the game has."""
    kind = GobanSheet if look_of(rules).is_goban else Sheet
    return kind(rules, cell, rows_from)


def fill_of(words: list[str]) -> str | None:
    """The colour of the first mark that is one; None if there is none."""
    return next((FILLS[word] for word in words if word in FILLS), None)


def edge_of(cell: int) -> int:
    """The width of the strip with letters or numbers, for cells of that many pixels."""
    return max(14, round(cell * 0.55))
