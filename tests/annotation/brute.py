"""A second opinion: values by going through everything, on the reference rules alone."""

from __future__ import annotations

import random
from collections.abc import Iterator

from kinrow.rules import Objective, Position, Rules

Memo = dict[tuple[str, str, int], int]


def value(position: Position, objective: Objective, memo: Memo) -> int:
    """What a position is worth to its side to move."""
    if position.finished:
        ends = {
            "outcome": position.outcome,
            "score": position.score,
            "margin": position.margin,
        }
        end = ends[objective]
        assert end is not None
        return int(end)
    key = (position.cells, str(position.to_move), position.left)
    if key not in memo:
        memo[key] = max(
            after_move(position, str(cell), objective, memo) for cell in position.legal_moves
        )
    return memo[key]


def after_move(position: Position, move: str, objective: Objective, memo: Memo) -> int:
    """What a move is worth to the side that makes it."""
    after = position.play(move)
    sign = 1 if after.to_move is position.to_move else -1
    return sign * value(after, objective, memo)


def recorded(rules: Rules, seed: int, count: int) -> Iterator[tuple[Position, str]]:
    """Positions of random games, each with the move that was played there."""
    chance = random.Random(seed)
    while count > 0:
        position = rules.start()
        while not position.finished and count > 0:
            move = chance.choice(position.legal_moves)
            yield position, str(move)
            count -= 1
            position = position.play(move)
