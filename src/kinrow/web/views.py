"""A position as the pages see it: everything that they draw, so that no rule is told twice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kinrow.rules import IllegalMove, Position, Rules, Sign, game
from kinrow.rules.games import name_of


def positions_of(where: Mapping[str, Any]) -> list[Position]:
    """The position of a request's game and setup, then those after each of its moves.

    Raises KinrowError for anything that is no game, no position of it, or no move in it.

    >>> [str(position) for position in positions_of({"game": "1,3,2", "moves": ["b1"]})]
    ['...', '.X.']
    """
    rules = game(where["game"])
    found = [rules.parse(where["setup"]) if "setup" in where else rules.start()]
    for number, move in enumerate(where.get("moves", ()), 1):
        try:
            found.append(found[-1].play(move))
        except IllegalMove as error:
            raise IllegalMove(f"move {number}: {error}") from None
    return found


def position_of(where: Mapping[str, Any]) -> Position:
    """The last of the positions of a request.

    >>> str(position_of({"game": "tictactoe", "moves": ["b2"]}))
    '.../.X./...'
    """
    return positions_of(where)[-1]


def rules_view(rules: Rules) -> dict[str, Any]:
    """A game: its spec, its name where it has one, and its fields."""
    return {"spec": str(rules), "name": name_of(rules), "title": rules.title, **rules.to_json()}


def position_view(where: Mapping[str, Any]) -> dict[str, Any]:
    """Where a request's game stands, who is to move, who made which move, and how it ended.

    >>> view = position_view({"game": "tictactoe", "moves": ["b2"]})
    >>> view["to_move"], view["movers"]
    ('O', 'X')
    """
    *before, position = positions = positions_of(where)
    start = positions[0]
    shows_lines = position.finished or position.rules.objective == "majority"
    lines = {
        str(sign): [[str(cell) for cell in line] for line in position.lines_for(sign)]
        if shows_lines
        else []
        for sign in (Sign.X, Sign.O)
    }
    return {
        "rules": rules_view(position.rules),
        "cells": position.cells,
        "filled": position.filled,
        "notation": str(position),
        "start": None if start == position.rules.start() else str(start),
        "movers": "".join(str(earlier.to_move) for earlier in before),
        "to_move": str(position.to_move),
        "left": position.left,
        "plies": position.plies,
        "finished": position.finished,
        "winner": None if position.winner is None else str(position.winner),
        "score": position.score,
        "margin": position.margin,
        "lines": lines,
    }
