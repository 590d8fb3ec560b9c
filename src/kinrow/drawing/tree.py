"""A search tree of the textbook as a picture: positions, values, and what was cut off."""

from __future__ import annotations

from kinrow.drawing.canvas import Canvas
from kinrow.textbook import Node

_MOST = 60  # nodes: more are no picture
_STEP, _LEVEL, _CELL = 58, 92, 12  # pixels from node to node, from level to level, of a cell
_EDGE, _LARGEST = 20, 40
_MAX, _MIN, _CUT = "#006d4f", "#a04000", "#8a8070"
_STROKES = {"X": "#1f1f1f", "O": "#0063a3"}


def tree_svg(root: Node | None, nodes: int) -> str:
    """The first nodes of a tree level by level, of `nodes` that were searched.

    Max is green, Min is brown; a value is exact, or preceded by the sign of its bound; a dotted
    stub counts the moves that were cut off.

    >>> from kinrow.textbook import SearchTree, alphabeta
    >>> from kinrow.rules import game
    >>> tree = SearchTree()
    >>> result = alphabeta(game("tictactoe").parse("XO./OX./X.O"), "outcome", tree)
    >>> text = tree_svg(tree.root, tree.nodes)
    >>> text.count("stroke-dasharray"), "8 of 8 nodes" in text
    (2, True)
    """
    canvas = Canvas()
    kept = _first(root)
    columns = _columns(root, kept) if root else {}
    across = max([2.0, *(column + 1 for column, _ in columns.values())])
    levels = 1 + max([0, *(level for _, level in columns.values())])
    for key, node in kept.items():
        for child in node.children:
            if id(child) in kept:
                (x1, y1), (x2, y2) = _place(columns[key]), _place(columns[id(child)])
                canvas.add("line", x1=x1, y1=y1 + 38, x2=x2, y2=y2 - 22, stroke="#8a8478")
                canvas.words((x1 + x2) / 2 + 9, (y1 + y2) / 2 + 8, str(child.move), 10)
    for key, node in kept.items():
        _node(canvas, node, *_place(columns[key]))
    title = f"{len(kept)} of {nodes} nodes"
    canvas.words(_EDGE, 14, title, 12, anchor="start")
    return canvas.svg(title, across * _STEP + 2 * _EDGE, levels * _LEVEL + 2 * _EDGE)


def _first(root: Node | None) -> dict[int, Node]:
    """The first nodes, level by level, by their identity."""
    found = {id(root): root} if root else {}
    for node in (queue := list(found.values())):
        for child in node.children:
            if len(found) < _MOST:
                found[id(child)] = child
                queue.append(child)
    return found


def _columns(root: Node, kept: dict[int, Node]) -> dict[int, tuple[float, int]]:
    """The column and the level of each node: a parent stands above the middle of its children."""
    places: dict[int, tuple[float, int]] = {}
    leaves = 0

    def put(node: Node, level: int) -> float:
        nonlocal leaves
        below = [put(child, level + 1) for child in node.children if id(child) in kept]
        if below:
            column = (below[0] + below[-1]) / 2
        else:
            column, leaves = float(leaves), leaves + 1
        places[id(node)] = column, level
        return column

    put(root, 0)
    return places


def _place(at: tuple[float, int]) -> tuple[float, float]:
    column, level = at
    return _EDGE + (column + 0.5) * _STEP, _EDGE + 20 + (level + 0.3) * _LEVEL


def _node(canvas: Canvas, node: Node, x: float, y: float) -> None:
    rules = node.position.rules
    colour = _MAX if node.maximising else _MIN
    cell = min(_CELL, _LARGEST / max(rules.rows, rules.cols))
    wide, high = cell * rules.cols, cell * rules.rows
    left, top = x - wide / 2, y - high / 2
    canvas.add("rect", x=left, y=top, width=wide, height=high, fill="#fffdf8", stroke=colour)
    for at, sign in enumerate(node.position.cells):
        if sign in _STROKES:
            row, col = divmod(at, rules.cols)
            middle = left + (col + 0.5) * cell, top + (row + 0.5) * cell
            canvas.words(*middle, sign, cell * 0.95, _STROKES[sign])
    mark = {"exact": "", "lower": "≥ ", "upper": "≤ "}[node.bound]
    value = "?" if node.value is None else f"{mark}{node.value}"
    canvas.words(x, y + high / 2 + 10, f"{value} again" if node.remembered else value, 11, colour)
    if node.cut:
        side = left + wide + 3
        canvas.add(
            "line", x1=side, y1=y, x2=side + 9, y2=y + 9, stroke=_CUT, stroke_dasharray="2 2"
        )
        canvas.words(side + 12, y + 15, f"-{len(node.cut)}", 9, _CUT)
