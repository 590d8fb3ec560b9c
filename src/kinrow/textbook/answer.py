"""The result of a textbook search: a value and what it cost."""

from __future__ import annotations

from typing import NamedTuple


class SearchResult(NamedTuple):
    """The exact value of a position for its side to move, and the nodes that were visited.

    - `value`: an outcome (-1, 0, 1), a score or a margin, depending on the objective.
    - `nodes`: positions looked at, the first one and every repetition included.

    >>> SearchResult(value=0, nodes=549946)
    SearchResult(value=0, nodes=549946)
    """

    value: int
    nodes: int
