"""A position as one self-contained SVG: signs, coordinates, and what is known of each cell.

Nothing in it needs a style sheet, a font file or an id, so that many may stand on one page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from kinrow.drawing.canvas import Attributes, Canvas, number
from kinrow.rules import Cell, OptionError, Position, PositionLike, Rules, Sign, as_position
from kinrow.rules.geometry import board_cells
from kinrow.rules.options import whole_number

FILLS = {"win": "#8fd3bd", "draw": "#dcdcdc", "loss": "#f2b48c", "open": "#f7f1d4"}
"""Marks that colour a cell: what a move there is worth to the side to move. Colours of Okabe and
Ito, lightened, which people who do not tell red from green do tell apart."""

RINGS = {"best": ("#006d4f", None), "chosen": ("#222222", "4 3"), "last": ("#0072b2", None)}
"""Marks that put a ring into a cell, with colour and dashes; they may stand beside a colour."""

_SIGNS = {Sign.X: "#1f1f1f", Sign.O: "#0063a3"}
_BOARD, _GRID, _LINE = "#fffdf8", "#8a8478", "#d55e00"

CellTexts = Mapping[Cell, str] | Mapping[str, str]
"""A text for each of some cells, which are Cells or texts such as "b2"."""


def draw_svg(
    position: PositionLike,
    *,
    labels: CellTexts | None = None,
    marks: CellTexts | None = None,
    last: Cell | str | None = None,
    cell: int = 40,
) -> str:
    """The text of an SVG picture, `cell` pixels a cell, with column letters and row numbers.

    - `labels`: a short text for a cell (a Cell, or a text such as "b2"), drawn small if the cell
      is empty.
    - `marks`: for a cell one or more words of `FILLS` and `RINGS`, parted by spaces.
    - `last`: the stone that was placed last, ringed.

    The lines that won, or that count, are struck through. Raises OptionError for a mark that is
    none, and for a cell that is not on the board.

    >>> from kinrow.rules import game
    >>> text = draw_svg(game("tictactoe").replay("b2 a1"), marks={"c1": "win best"})
    >>> text.startswith("<svg "), text.count("<circle")
    (True, 1)
    """
    position = as_position(position)
    page = _Page(position.rules, whole_number("cell", cell, 1, example=40))
    worded = {Cell.of(spot): marked.split() for spot, marked in (marks or {}).items()}
    if last is not None:
        last = Cell.of(last)
        worded[last] = [*worded.get(last, []), "last"]
    labelled = {Cell.of(spot): text for spot, text in (labels or {}).items()}
    _check(position.rules, worded)
    _check(position.rules, dict.fromkeys(labelled, ()))
    page.board(worded)
    for spot, sign in zip(board_cells(*_shape(position.rules)), position.cells, strict=True):
        if sign != ".":
            page.sign(spot, Sign(sign))
        elif labelled.get(spot):
            page.label(spot, labelled[spot])
    for spot, words in worded.items():
        page.rings(spot, words)
    for line in _lines(position):
        page.strike(line)
    return page.text(position.fen())


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture that a notebook shows by itself; its text is `svg`.

    >>> from kinrow.rules import game
    >>> Drawing(draw_svg(game("tictactoe").start()))._repr_svg_()[:4]
    '<svg'
    """

    svg: str = field(repr=False)

    def _repr_svg_(self) -> str:
        return self.svg


def draw(
    position: PositionLike,
    *,
    labels: CellTexts | None = None,
    marks: CellTexts | None = None,
    last: Cell | str | None = None,
    cell: int = 40,
) -> Drawing:
    """The picture of a position (or of a game's empty board) for a notebook; see `draw_svg`.

    >>> from kinrow.rules import game
    >>> draw(game("3,3,3")).svg.endswith("</svg>")
    True
    """
    return Drawing(draw_svg(position, labels=labels, marks=marks, last=last, cell=cell))


def _shape(rules: Rules) -> tuple[int, int]:
    return rules.rows, rules.cols


def _check(rules: Rules, worded: Mapping[Cell, object]) -> None:
    for spot, words in worded.items():
        if not (0 <= spot[0] < rules.rows and 0 <= spot[1] < rules.cols):
            corner = Cell(rules.rows - 1, rules.cols - 1)
            raise OptionError(f"{Cell(*spot)} is not on the board, expected a1 to {corner}")
        for word in words if isinstance(words, list) else ():
            if word not in FILLS and word not in RINGS:
                known = ", ".join([*FILLS, *RINGS])
                raise OptionError(f"mark {word!r} at {Cell(*spot)}: expected some of {known}")


def _lines(position: Position) -> Iterator[tuple[Cell, ...]]:
    """The lines to strike through: complete ones, or those that count at the end."""
    if not position.finished:
        return
    for sign in Sign:
        yield from position.lines_for(sign)


class _Page(Canvas):
    """The picture of a board under way."""

    def __init__(self, rules: Rules, cell: int) -> None:
        super().__init__()
        self.rules = rules
        self.cell = cell
        self.edge = max(14, round(cell * 0.55))  # the strip of the coordinates

    def corner(self, spot: Cell) -> tuple[int, int]:
        return self.edge + spot[1] * self.cell, self.edge + spot[0] * self.cell

    def middle(self, spot: Cell) -> tuple[float, float]:
        x, y = self.corner(spot)
        return x + self.cell / 2, y + self.cell / 2

    def board(self, worded: Mapping[Cell, list[str]]) -> None:
        """Cells with their colours, the grid, letters and numbers."""
        rows, cols = _shape(self.rules)
        wide, high = cols * self.cell, rows * self.cell
        for spot in board_cells(rows, cols):
            fills = [FILLS[word] for word in worded.get(spot, ()) if word in FILLS]
            x, y = self.corner(spot)
            self.add(
                "rect", x=x, y=y, width=self.cell, height=self.cell, fill=(fills or [_BOARD])[0]
            )
        path = [f"M{self.edge} {self.edge + row * self.cell}h{wide}" for row in range(rows + 1)]
        path += [f"M{self.edge + col * self.cell} {self.edge}v{high}" for col in range(cols + 1)]
        self.add("path", d="".join(path), stroke=_GRID, fill="none")
        size = min(14, round(self.cell * 0.34))
        for col in range(cols):
            self.words(self.middle(Cell(0, col))[0], self.edge * 0.52, str(Cell(0, col))[0], size)
        for row in range(rows):
            self.words(self.edge * 0.5, self.middle(Cell(row, 0))[1], str(row + 1), size)

    def sign(self, spot: Cell, sign: Sign) -> None:
        """A cross or a ring."""
        x, y = self.middle(spot)
        reach, width = self.cell * 0.29, self.cell * 0.12
        style: Attributes = {"stroke": _SIGNS[sign], "stroke_width": width, "fill": "none"}
        if sign is Sign.O:
            self.add("circle", cx=x, cy=y, r=reach, **style)
            return
        d = " ".join(
            f"M{number(x - reach)} {number(y - up)}L{number(x + reach)} {number(y + up)}"
            for up in (reach, -reach)
        )
        self.add("path", d=d, stroke_linecap="round", **style)

    def label(self, spot: Cell, text: str) -> None:
        """A short text, smaller the longer it is."""
        size = self.cell * min(0.4, 1.4 / max(len(text), 1))
        self.words(*self.middle(spot), text, size)

    def rings(self, spot: Cell, words: list[str]) -> None:
        """One ring in the other, in the order in which they were named."""
        x, y = self.corner(spot)
        inset = self.cell * 0.05
        for word in words:
            if word not in RINGS:
                continue
            colour, dashes = RINGS[word]
            side = self.cell - 2 * inset
            dashed: Attributes = {"stroke_dasharray": dashes} if dashes else {}
            style: Attributes = {
                "fill": "none",
                "stroke": colour,
                "stroke_width": self.cell * 0.055,
                **dashed,
            }
            place: Attributes = {"x": x + inset, "y": y + inset, "width": side, "height": side}
            self.add("rect", rx=self.cell * 0.14, **place, **style)
            inset += self.cell * 0.08

    def strike(self, line: tuple[Cell, ...]) -> None:
        """A stroke through a line, from its first cell to its last."""
        (x1, y1), (x2, y2) = self.middle(line[0]), self.middle(line[-1])
        style: Attributes = {
            "stroke": _LINE,
            "stroke_width": self.cell * 0.09,
            "stroke_opacity": 0.75,
        }
        self.add("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke_linecap="round", **style)

    def text(self, title: str) -> str:
        """The whole picture."""
        wide = self.edge + self.rules.cols * self.cell + self.edge // 3
        high = self.edge + self.rules.rows * self.cell + self.edge // 3
        return self.svg(title, wide, high)
