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


@svg_of.register(Solution)
@svg_of.register(Analysis)
def _(shown: Solution | Analysis) -> str:
    """The board with the value of every move that has one, as the browser shows it."""
    empties = shown.position.empties
    signs = {move: value_sign(value, empties) for move, value in shown.moves.items()}
    labels = {move: sign for move, sign in signs.items() if sign != "?"}
    marks = {
        move: f"{_fill(shown.moves[move])}{' best' if move in shown.best else ''}"
        for move in labels
    }
    return draw_svg(shown.position, labels=labels, marks=marks)


def _fill(value: Value) -> str:
    return "open" if value.outcome is None else str(value.outcome)


_SIGNS = {(1, 1): "+", (0, 0): "=", (-1, -1): "−", (0, 1): "≥", (-1, 0): "≤", (-1, 1): "?"}


def value_sign(value: Value, empties: int) -> str:
    """What stands on a cell for the value of a move, with so many empty cells before it.

    + for a win, = for a draw, − for a loss, ≥ and ≤ for at least and at most a draw, ? for anything
    else; then, if the value is exact, the stones until the end, or the lines by which it is won.

    >>> value_sign(Value("score", 5, 5), 5), value_sign(Value("margin", -2, -2), 9)
    ('+1', '−2')
    >>> value_sign(Value("score", 0, 0), 9), value_sign(Value("outcome", 0, 1), 9)
    ('=', '≥')
    """
    sign = _SIGNS[value.signs]
    if value.objective == "outcome" or not value.complete or not value.lower:
        return sign
    size = abs(value.lower)
    return f"{sign}{empties - size + 1 if value.objective == 'score' else size}"


@svg_of.register
def _(shown: Counts) -> str:
    return chart_svg(shown)


@svg_of.register
def _(shown: SearchTree) -> str:
    return tree_svg(shown.root, shown.nodes)


@svg_of.register
def _(shown: Node) -> str:
    return tree_svg(shown, sum(1 for _ in shown.walk()))
