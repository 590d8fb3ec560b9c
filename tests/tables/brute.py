"""Every position of a small game with its value, by the plain rules alone."""

from __future__ import annotations

from functools import cache

from kinrow.rules import Objective, Position, Rules


@cache
def reached(rules: Rules) -> dict[str, Position]:
    """Every position that play can reach, finished ones included, by its board."""
    found: dict[str, Position] = {}
    todo = [rules.start()]
    while todo:
        position = todo.pop()
        if position.cells not in found:
            found[position.cells] = position
            todo += [position.play(move) for move in position.legal_moves]
    return found


@cache
def values(rules: Rules, objective: Objective) -> dict[str, int]:
    """The value of each for its side to move, worked out from the last stone to the first."""
    found: dict[str, int] = {}
    for cells, position in sorted(reached(rules).items(), key=lambda item: -item[1].plies):
        if position.finished:
            found[cells] = _of_end(position, objective)
            continue
        children = [position.play(move) for move in position.legal_moves]
        found[cells] = max(
            found[child.cells] * (1 if child.to_move is position.to_move else -1)
            for child in children
        )
    return found


def _of_end(position: Position, objective: Objective) -> int:
    worth = {
        "outcome": position.outcome,
        "score": position.score,
        "margin": position.margin,
    }[objective]
    assert worth is not None
    return int(worth)
