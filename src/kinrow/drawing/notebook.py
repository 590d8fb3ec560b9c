"""What a notebook shows of each kind of value, as SVG."""

from __future__ import annotations

from functools import singledispatch

from kinrow.drawing.chart import chart_svg
from kinrow.drawing.svg import draw_svg
from kinrow.drawing.tree import tree_svg
from kinrow.records import Record
from kinrow.rules import Board, Position, Value
from kinrow.solver import Analysis, Counts, Solution
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
def _(shown: Record) -> str:
    """The board at the end of the main line."""
    return draw_svg(shown.position, last=shown.moves[-1] if shown.moves else None)


@svg_of.register
def _(shown: Solution) -> str:
    """The board with best play on it: the number of each move, and what the first one is worth."""
    labels = {move: str(number) for number, move in enumerate(shown.line, 1)}
    marks = {move: f"{_fill(value)} best" for move, value in shown.moves.items()}
    return draw_svg(shown.position, labels=labels, marks=marks)


@svg_of.register
def _(shown: Analysis) -> str:
    """The board with the value of every move: its colour, and its score or margin."""
    best = shown.best
    marks = {
        move: f"{_fill(value)} best" if move in best else _fill(value)
        for move, value in shown.moves.items()
    }
    labels = {move: _label(value) for move, value in shown.moves.items()}
    return draw_svg(shown.position, labels=labels, marks=marks)


def _fill(value: Value) -> str:
    return "open" if value.outcome is None else str(value.outcome)


def _label(value: Value) -> str:
    """The score or margin, if it is exact and says more than the colour."""
    return f"{value.lower:+d}" if value.complete and value.objective != "outcome" else ""


@svg_of.register
def _(shown: Counts) -> str:
    return chart_svg(shown)


@svg_of.register
def _(shown: SearchTree) -> str:
    return tree_svg(shown.root, shown.nodes)


@svg_of.register
def _(shown: Node) -> str:
    return tree_svg(shown, sum(1 for _ in shown.walk()))
