"""The atlas as pictures: who wins on which board, and what the search cost; SVG without scripts.

A value is a sign as well as a colour, a series a shape as well as a colour. The pictures use the
classes of `marks.css`: on a page they share it, a file of its own holds it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, log10
from pathlib import Path

from kinrow.atlas.words import Words
from kinrow.knowledge.row import AtlasRow, How

STYLES = Path(__file__).with_name("templates")
"""Templates and styles of the pages.

`colours.css` has colours in light and in dark, under the names that the pages of `kinrow serve`
have for them; `marks.css` is what the pictures' classes look like.
"""

SIGNS = {"win": "+", "draw": "=", "loss": "−", "open": ""}
"""What stands in a cell of the grid, as on the board of `kinrow solve --moves`."""

WIDEST = 10
"""Columns of a grid: a picture with more is hardly read on a phone. Larger boards stand below."""

_CELL, _EDGE, _CHIP = 30, 34, 66
_WIDTH, _HEIGHT, _LEFT, _TOP, _BOTTOM, _RIGHT = 580, 320, 46, 22, 40, 34
_SHAPES = (
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
    "M-4-4h8v8h-8z",
    "M0-5L5 4H-5z",
    "M0-5.5L5.5 0L0 5.5L-5.5 0z",
    "M0 5L5-4H-5z",
    "M-4-4L4 4M-4 4L4-4",
)


@dataclass(frozen=True, slots=True)
class Spot:
    """What a cell of the grid says: a value's word, "open" if not settled; and how it is known."""

    value: str
    how: How | None = None


def grid(title: str, spots: Mapping[tuple[int, int], Spot], words: Words) -> str:
    """A picture of the boards m by n, m downwards, each with its value; larger ones one by one.

    What is only published by others stands in brackets, what is proved has a frame.

    >>> spots = {(3, 3): Spot("draw"), (4, 3): Spot("win", "proved"), (30, 3): Spot("win")}
    >>> text = grid("k = 3", spots, Words())
    >>> text.count("cell draw"), text.count("cell win"), text.count('class="proved"')
    (1, 2, 1)
    """
    larger = [size for size in spots if max(size) > WIDEST]
    most = max((max(size) for size in spots if size not in larger), default=0)
    width, height = max(_EDGE + most * _CELL, 4 * _CHIP), _EDGE + most * _CELL
    parts = [f'<text class="mid" x="{_EDGE + most * _CELL / 2:g}" y="12">{escape(title)}</text>']
    for at in range(1, most + 1):
        middle = _EDGE + (at - 0.5) * _CELL
        parts.append(f'<text class="soft mid" x="{middle:g}" y="28">{at}</text>')
        parts.append(f'<text class="soft end" x="{_EDGE - 8}" y="{middle + 4:g}">{at}</text>')
    for (rows, cols), spot in spots.items():
        if (rows, cols) not in larger:
            x, y = _EDGE + (cols - 1) * _CELL, _EDGE + (rows - 1) * _CELL
            parts += _spot((rows, cols), spot, words, (x, y, _CELL))
    if larger:
        parts.append(f'<text class="soft" x="4" y="{height + 20}">{words("grid.larger")}</text>')
        height += 30
        across = int(width // _CHIP)
        for at, size in enumerate(larger):
            x, y = 4 + at % across * _CHIP, height + at // across * (_CELL + 4)
            parts += _spot(size, spots[size], words, (x, y, _CHIP - 4), f"{size[0]}×{size[1]} ")
        height += (len(larger) + across - 1) // across * (_CELL + 4)
    return svg(width + 4, height + 4, title, parts)


def _spot(
    size: tuple[int, int], spot: Spot, words: Words, place: tuple[int, int, int], name: str = ""
) -> Iterator[str]:
    """A board at (x, y, width): its value by a colour, a sign and a title."""
    x, y, width = place
    told = f"{size[0]} × {size[1]}: {words(f'value.{spot.value}')}"
    told += f", {words(f'how.{spot.how}')}" if spot.how else ""
    box = f'x="{x}" y="{y}" width="{width}" height="{_CELL}"'
    yield f'<rect class="cell {spot.value}" {box}><title>{escape(told)}</title></rect>'
    if spot.how == "proved":
        inner = f'width="{width - 6}" height="{_CELL - 6}"'
        yield f'<rect class="proved" x="{x + 3}" y="{y + 3}" {inner}/>'
    sign = SIGNS[spot.value]
    if sign:
        sign = f"({sign})" if spot.how == "published" else sign
        at = f'x="{x + width / 2:g}" y="{y + _CELL / 2 + 5:g}"'
        yield f'<text class="mid{" small" if name else ""}" {at}>{name}{sign}</text>'


def cost(title: str, series: Mapping[str, Sequence[AtlasRow]], words: Words) -> str:
    """A picture of the nodes of each search, on a scale of powers of ten, by the board's cells.

    Every row has nodes; the dearest game of each series has its name next to it.
    """
    every = [row for rows in series.values() for row in rows]
    cells = max(row.rules.size for row in every)
    tens = ceil(log10(max(row.nodes or 1 for row in every)))
    scale = _Scale(10 * ceil(cells / 10), tens)
    parts = [*scale.axes(words)]
    for number, (name, rows) in enumerate(series.items()):
        parts += scale.series(number, name, rows)
    return svg(_WIDTH, _HEIGHT + 18 * ((len(series) + 4) // 5), title, parts)


@dataclass(frozen=True, slots=True)
class _Scale:
    """Where a number of cells and a number of nodes stand."""

    cells: int
    tens: int

    def x(self, cells: int) -> float:
        return _LEFT + cells / self.cells * (_WIDTH - _LEFT - _RIGHT)

    def y(self, nodes: int) -> float:
        return _HEIGHT - _BOTTOM - log10(nodes) / self.tens * (_HEIGHT - _TOP - _BOTTOM)

    def axes(self, words: Words) -> Iterator[str]:
        for ten in range(self.tens + 1):
            y = self.y(10**ten)
            yield f'<path class="axis" d="M{_LEFT} {y:g}H{_WIDTH - _RIGHT}"/>'
            power = f'10<tspan dy="-5" font-size="9">{ten}</tspan>'
            yield f'<text class="soft end" x="{_LEFT - 8}" y="{y + 4:g}">{power}</text>'
        step = next(step for step in (10, 20, 50, 100) if self.cells <= 12 * step)
        for cells in range(0, self.cells + 1, step):
            y = _HEIGHT - _BOTTOM + 16
            yield f'<text class="soft mid" x="{self.x(cells):g}" y="{y}">{cells}</text>'
        middle = (_LEFT + _WIDTH - _RIGHT) / 2
        under = escape(words("cost.cells"))
        yield f'<text class="soft mid" x="{middle:g}" y="{_HEIGHT - 6}">{under}</text>'

    def series(self, number: int, name: str, rows: Sequence[AtlasRow]) -> Iterator[str]:
        for row in rows:
            told = escape(f"{row.rules}: {row.nodes:,}")
            yield self.mark(number, *self.place(row), f"<title>{told}</title>")
        dearest = max(rows, key=lambda row: row.nodes or 0)
        x, y = self.place(dearest)
        y += 20 if number % 2 else -9  # two of a place are both read
        yield f'<text class="soft mid" x="{x:.1f}" y="{y:.1f}">{dearest.rules}</text>'
        x, y = _LEFT + number % 5 * 102, _HEIGHT + 12 + 18 * (number // 5)
        yield self.mark(number, x, y, "")
        yield f'<text class="soft" x="{x + 10:g}" y="{y + 4:g}">{escape(name)}</text>'

    def place(self, row: AtlasRow) -> tuple[float, float]:
        return self.x(row.rules.size), self.y(row.nodes or 1)

    @staticmethod
    def mark(number: int, x: float, y: float, inside: str) -> str:
        at = number % len(_SHAPES)
        place = f'transform="translate({x:.1f} {y:.1f})" d="{_SHAPES[at]}"'
        return f'<path class="mark s{at}" {place}>{inside}</path>'


def with_style(picture: str) -> str:
    """The picture as a file of its own, with its colours in it.

    >>> "<style>" in with_style(grid("k = 1", {(1, 1): Spot("win")}, Words()))
    True
    """
    head, mark, rest = picture.partition(">")
    paper = '<rect class="paper" width="100%" height="100%" rx="6"/>'
    style = style_of("colours", "marks")
    return f"{head}{mark}<style>\n{style}</style>{paper}{rest}\n"


def style_of(*names: str) -> str:
    """The styles of these names, one after another.

    >>> style_of("marks", "parts").count(".scroll {")
    1
    """
    return "\n".join((STYLES / f"{name}.css").read_text(encoding="utf-8") for name in names)


def svg(width: float, height: float, title: str, parts: Iterable[str]) -> str:
    """A picture of these parts, with its title for screen readers."""
    title = escape(title)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" role="img" aria-label="{title}">'
        f"<title>{title}</title>{''.join(parts)}</svg>"
    )
