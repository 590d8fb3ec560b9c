"""A position as a picture: SVG for pages and notebooks."""

from __future__ import annotations

from kinrow.drawing.notebook import svg_of
from kinrow.drawing.svg import FILLS, RINGS, Drawing, draw, draw_svg

__all__ = ["FILLS", "RINGS", "Drawing", "draw", "draw_svg", "svg_of"]
