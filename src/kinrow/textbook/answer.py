"""What a textbook search gives back: a value and its cost."""

from __future__ import annotations

from typing import NamedTuple


class SearchResult(NamedTuple):
    """The exact value of a position for its side to move, and the nodes that were visited.

    - `value`: an outcome (-1, 0, 1), a score or a margin, by the objective that was asked.
    - `nodes`: positions looked at, the first one and every repetition included.

    >>> SearchResult(value=0, nodes=549946)
    SearchResult(value=0, nodes=549946)
    """

    value: int
    nodes: int
