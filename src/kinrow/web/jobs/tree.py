"""The four textbook searches of one position, with the trees that they walk, for the learn page."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kinrow import textbook
from kinrow.rules import Objective, Position
from kinrow.rules.sentence import Sentence
from kinrow.textbook import INFINITY, Node, SearchResult, SearchTree
from kinrow.web.answers import SearchAnswer, SearchName, TreeAnswer, TreeNode
from kinrow.web.asking import Asking
from kinrow.web.jobs.tools import Tools
from kinrow.web.problems import Problem
from kinrow.web.shapes import TreeRequest
from kinrow.web.views import position_of, position_view

SEARCHES: dict[SearchName, Callable[[Position, Objective, SearchTree], SearchResult]] = {
    "minimax": textbook.minimax,
    "minimax_memo": textbook.minimax_memo,
    "alphabeta": textbook.alphabeta,
    "alphabeta_memo": textbook.alphabeta_memo,
}
MOST_EMPTIES = 16
_KEPT = 1_000  # nodes that are shown
_VISITED = 60_000  # nodes after which a search is given up
_CHECK = 1_024


class _Enough(Exception):
    """The search has visited as many nodes as it may."""


def _watch(asking: Asking[Any], visited: int) -> None:
    """Gives up a search that is too long for a lesson."""
    if visited >= _VISITED or (visited % _CHECK == 0 and asking.over):
        raise _Enough
    if visited % _CHECK == 0:
        asking.check()


def search(asking: Asking[TreeRequest], tools: Tools) -> TreeAnswer:
    """Every search's nodes in the order in which it enters them, and how many it visits.

    A search that would take too long has `complete` false, and as many nodes as it came to.
    """
    position = position_of(asking.body)
    if position.empties > MOST_EMPTIES:
        fault = Sentence("tree.large", empties=position.empties, most=MOST_EMPTIES)
        raise Problem(422, "too-large", fault)
    objective = asking.body.objective
    return TreeAnswer(
        position=position_view(asking.body),
        objective=objective,
        searches={name: run(name, asking, position, objective) for name in SEARCHES},
    )


def run(
    name: SearchName,
    asking: Asking[Any],
    position: Position,
    objective: Objective,
    kept: int = _KEPT,
) -> SearchAnswer:
    """One search: its value, the nodes it visits, and the first of them as a flat tree."""
    grown = SearchTree(kept, partial(_watch, asking))
    try:
        value: int | None = SEARCHES[name](position, objective, grown).value
    except _Enough:
        value = None
    return SearchAnswer(
        value=value, visited=grown.nodes, complete=value is not None, nodes=_flat(grown)
    )


def _flat(tree: SearchTree) -> list[TreeNode]:
    """The kept nodes, each with the number of its parent, in the order of the search."""
    if tree.root is None:
        return []
    flat: list[TreeNode] = []
    stack: list[tuple[Node, int | None]] = [(tree.root, None)]
    while stack:
        node, parent = stack.pop()
        stack += [(child, len(flat)) for child in reversed(node.children)]
        flat.append(_node(node, parent))
    return flat


def _node(node: Node, parent: int | None) -> TreeNode:
    """A node, without what is as usual: no window, no cut, an exact value of its own."""
    window: dict[str, Any] = {
        "alpha": node.alpha if node.alpha > -INFINITY else None,
        "beta": node.beta if node.beta < INFINITY else None,
    }
    unusual: dict[str, Any] = {
        "bound": node.bound if node.bound != "exact" else None,
        "finished": node.position.finished,
        "remembered": node.remembered,
        "cut": [str(move) for move in node.cut],
        "cut_by": node.cut_by,
    }
    return TreeNode(
        parent=parent,
        move=None if node.move is None else str(node.move),
        to_move=node.position.to_move,
        max=node.maximising,
        value=node.value,
        **{name: limit for name, limit in window.items() if limit is not None},
        **{name: value for name, value in unusual.items() if value},
    )
