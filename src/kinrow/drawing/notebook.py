"""What a notebook shows of each kind of value, as SVG."""

from __future__ import annotations

from functools import singledispatch

from kinrow.drawing.chart import chart_svg
from kinrow.drawing.svg import draw_svg
from kinrow.drawing.tree import tree_svg
from kinrow.rules import Board, Position
from kinrow.solver import Counts
from kinrow.textbook import Node, SearchTree


@singledispatch
def svg_of(shown: object) -> str:
    """The picture of a position, a board, a solution, counts or a tree.

    >>> from kinrow.rules import game
    >>> svg_of(game("tictactoe").start()) == draw_svg("tictactoe")
    True
    """
    raise TypeError(f"{type(shown).__name__} has no picture")


@svg_of.register
def _(shown: Position) -> str:
    return draw_svg(shown)


@svg_of.register
def _(shown: Board) -> str:
    return draw_svg(shown, last=shown.move_stack[-1] if shown.move_stack else None)


@svg_of.register
def _(shown: Counts) -> str:
    return chart_svg(shown)


@svg_of.register
def _(shown: SearchTree) -> str:
    return tree_svg(shown.root, shown.nodes)


@svg_of.register
def _(shown: Node) -> str:
    return tree_svg(shown, sum(1 for _ in shown.walk()))
