"""The four textbook searches of one position, with the trees that they walk, for the learn page."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from kinrow import textbook
from kinrow.rules import Position
from kinrow.textbook import INFINITY, Node, Tree
from kinrow.web.asking import Asking
from kinrow.web.jobs.tools import Tools
from kinrow.web.problems import Problem
from kinrow.web.views import position_of, position_view

if TYPE_CHECKING:
    from kinrow.rules import Objective

SEARCHES = {
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


def _watch(asking: Asking, visited: int) -> None:
    """Gives up a search that is too long for a lesson."""
    if visited >= _VISITED or (visited % _CHECK == 0 and asking.over):
        raise _Enough
    if visited % _CHECK == 0:
        asking.check()


def tree(asking: Asking, tools: Tools) -> dict[str, Any]:
    """Every search's nodes in the order in which it enters them, and how many it visits.

    A search that would take too long has `complete` false, and as many nodes as it came to.
    """
    position = position_of(asking.body)
    if position.empties > MOST_EMPTIES:
        raise Problem(
            422,
            "too-large",
            f"{position.empties} empty cells: a tree of this position would be too large to "
            f"look at, expected at most {MOST_EMPTIES}",
        )
    objective: Objective = asking.body.get("objective", "outcome")
    return {
        "position": position_view(asking.body),
        "objective": objective,
        "searches": {name: run(name, asking, position, objective) for name in SEARCHES},
    }


def run(
    name: str, asking: Asking, position: Position, objective: Objective, kept: int = _KEPT
) -> dict[str, Any]:
    """One search: its value, the nodes it visits, and the first of them as a flat tree."""
    grown = Tree(kept, partial(_watch, asking))
    try:
        value: int | None = SEARCHES[name](position, objective, grown).value
    except _Enough:
        value = None
    return {
        "value": value,
        "visited": grown.nodes,
        "complete": value is not None,
        "nodes": _flat(grown),
    }


def _flat(tree: Tree) -> list[dict[str, Any]]:
    """The kept nodes, each with the number of its parent, in the order of the search."""
    if tree.root is None:
        return []
    flat: list[dict[str, Any]] = []
    stack: list[tuple[Node, int | None]] = [(tree.root, None)]
    while stack:
        node, parent = stack.pop()
        stack += [(child, len(flat)) for child in reversed(node.children)]
        flat.append(_node(node, parent))
    return flat


def _node(node: Node, parent: int | None) -> dict[str, Any]:
    """A node, without what is as usual: no window, no cut, an exact value of its own."""
    full = {
        "parent": parent,
        "move": None if node.move is None else str(node.move),
        "to_move": str(node.position.to_move),
        "max": node.maximising,
        "value": node.value,
    }
    unusual = {
        "alpha": node.alpha if node.alpha > -INFINITY else None,
        "beta": node.beta if node.beta < INFINITY else None,
        "bound": node.bound if node.bound != "exact" else None,
        "finished": node.position.finished,
        "remembered": node.remembered,
        "cut": [str(move) for move in node.cut],
        "cut_by": node.cut_by,
    }
    present = {
        name: value
        for name, value in unusual.items()
        if value is not None and value is not False and value != []
    }
    return full | present
