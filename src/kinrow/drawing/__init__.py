"""A position as a picture: SVG for pages and notebooks."""

from __future__ import annotations

from kinrow.drawing.look import BoardLook, look_of
from kinrow.drawing.notebook import svg_of
from kinrow.drawing.sheet import FILLS, RINGS
from kinrow.drawing.svg import Drawing, draw, draw_svg

__all__ = [
    "FILLS",
    "RINGS",
    "BoardLook",
    "Drawing",
    "draw",
    "draw_svg",
    "look_of",
    "svg_of",
]
