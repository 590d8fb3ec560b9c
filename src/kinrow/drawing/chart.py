"""How many positions a game has after each stone, as bars on a logarithmic scale."""

from __future__ import annotations

from math import log10

from kinrow.drawing.canvas import Canvas
from kinrow.solver import Counts

_BAR, _GAP, _HIGH = 22, 4, 160  # pixels
_LEFT, _TOP, _FOOT = 54, 34, 40
_ALL, _OVER = "#8fb8d8", "#d55e00"


def chart_svg(counts: Counts) -> str:
    """The positions for each number of stones, and the finished ones among them.

    >>> from kinrow.solver import count
    >>> text = chart_svg(count("tictactoe"))
    >>> text.startswith("<svg "), text.count('fill="#8fb8d8"')
    (True, 10)
    """
    canvas = Canvas()
    plies = counts.per_ply
    decades = max(1.0, max((_log(ply.positions) for ply in plies), default=0.0))
    wide = _LEFT + len(plies) * (_BAR + _GAP) + 16
    floor = _TOP + _HIGH
    for decade in range(int(decades) + 1):
        y = floor - _HIGH * decade / decades
        canvas.add("line", x1=_LEFT, y1=y, x2=wide - 12, y2=y, stroke="#d8d0c0")
        label = f"{10**decade:,}" if decade < 5 else f"1e{decade}"
        canvas.words(_LEFT - 6, y, label, 10, anchor="end")
    for at, ply in enumerate(plies):
        x = _LEFT + _GAP + at * (_BAR + _GAP)
        for number, colour, width in ((ply.positions, _ALL, _BAR), (ply.finished, _OVER, _BAR / 3)):
            high = _HIGH * _log(number) / decades
            canvas.add("rect", x=x, y=floor - high, width=width, height=high, fill=colour)
        canvas.words(x + _BAR / 2, floor + 12, str(ply.ply), 10)
    game = counts.rules.title
    canvas.words(_LEFT, 16, f"{game}: {counts.reachable:,} positions", 13, anchor="start")
    legend = "stones on the board; finished positions in orange"
    canvas.words(_LEFT, floor + 30, legend, 10, anchor="start")
    return canvas.svg(f"positions of {game}", max(wide, 330), floor + _FOOT)


def _log(number: int) -> float:
    """The decades that a number fills; one is seen, too."""
    return log10(number) + 0.08 if number else 0.0
