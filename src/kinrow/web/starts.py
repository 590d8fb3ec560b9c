"""What is known of the start of every game on the board without a server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from kinrow.knowledge import Atlas, Knowledge
from kinrow.knowledge.atlas import SHIPPED
from kinrow.knowledge.position_theory import TheorySource
from kinrow.knowledge.settled import AtlasSource
from kinrow.rules import Rules
from kinrow.runtime.conversion import index_of
from kinrow.web.answers import EvidenceAnswer

MOST_SIDE = 15
"""Rows and columns of the largest board that is played without a server."""


def playable(rules: Rules) -> bool:
    """Whether a game is played without a server.

    >>> from kinrow.rules import game
    >>> playable(game("gomoku")), playable(game("connect6"))
    (True, False)
    """
    line = rules.objective == "line" and not rules.special
    return line and max(rules.rows, rules.cols) <= MOST_SIDE


def known_starts() -> dict[str, Any]:
    """What is known of the empty board of each game: who wins, a move that keeps it, and whence.

    Values are bounds for the side that begins, 1 for a win.
    """
    known = Knowledge((AtlasSource(Atlas(SHIPPED)), TheorySource()))
    games = {row.rules: None for row in Atlas(SHIPPED).rows()} | dict.fromkeys(_plain_games())
    found = {}
    for rules in filter(playable, games):
        analysis = known.known(rules.start(), "outcome")
        solution = None if analysis is None else analysis.solution
        if solution is None or solution.source is None:
            continue
        found[str(rules)] = {
            "value": [solution.value.lower, solution.value.upper],
            "move": index_of(rules, solution.line[0]) if solution.line else None,
            "evidence": EvidenceAnswer(**solution.source.to_json()).model_dump(mode="json"),
        }
    return found


def _plain_games() -> Iterator[Rules]:
    sides = range(1, MOST_SIDE + 1)
    for rows in sides:
        for cols in sides:
            for k in range(1, max(rows, cols) + 1):
                yield Rules(rows, cols, k)


if __name__ == "__main__":
    print(json.dumps(known_starts(), separators=(",", ":")))
