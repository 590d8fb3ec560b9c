"""Positions from JSON: what `Position.to_json` or `Position.fen` wrote is read back."""

from __future__ import annotations

from collections.abc import Mapping

from kinrow.rules.cell import shown
from kinrow.rules.errors import NotationError
from kinrow.rules.games import game
from kinrow.rules.position import Position
from kinrow.rules.reading import as_position
from kinrow.rules.rules import Rules
from kinrow.rules.sentence import Sentence
from kinrow.rules.setup import Setup


def position_from_json(data: object) -> Position:
    """The position that `Position.to_json` or `Position.fen` wrote.

    In an object "rules" may also be a spec such as "4,4,3".

    "to_move" and "left" may be absent. Raises NotationError for data of another shape, RulesError
    for bad rules, IllegalPosition for a board that cannot arise.

    >>> position_from_json({"rules": "1,3,2", "rows": ["X.."]}).to_move
    Sign.O
    >>> position_from_json("1,3,2 X..").to_move
    Sign.O
    """
    if isinstance(data, str):
        return as_position(data)
    if not isinstance(data, Mapping):
        raise NotationError(Sentence("position.type", position=shown(data)))
    spec, rows = data.get("rules"), data.get("rows")
    if isinstance(spec, str):
        rules = game(spec)
    elif isinstance(spec, Mapping):
        rules = Rules.from_json(spec)
    else:
        raise NotationError(Sentence("rules.type", rules=shown(spec)))
    if not isinstance(rows, list | tuple) or not all(isinstance(row, str) for row in rows):
        raise NotationError(Sentence("rows.type", rows=shown(rows)))
    return Setup(rules, tuple(rows), data.get("to_move"), data.get("left")).position()
