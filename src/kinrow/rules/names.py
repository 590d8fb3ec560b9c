"""The named games: one table from names to specs, the small games first."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kinrow.rules.position import Position
    from kinrow.rules.rules import Rules

SPECS = {
    "tictactoe": "3,3,3",
    "tictactoe-misere": "3,3,3:misere",
    "jing4": "5,5,5,2,2:majority,threshold=4,turns=11,fill=X,begins=O",
    "four-in-a-row-4x9": "4,9,4",
    "five-in-a-row-7x7": "7,7,5",
    "five-in-a-row-8x8": "8,8,5",
    "gomoku": "15,15,5",
    "gomoku-standard": "15,15,5:exact",
    "gomoku-20": "20,20,5",
    "renju": "15,15,5:renju",
    "caro": "15,15,5:caro",
    "connect6": "19,19,6,2,1",
}
"""The spec of each named game, as `str(rules)` writes it."""

_NAMES = {spec: name for name, spec in SPECS.items()}


def name_of(rules: Rules) -> str | None:
    """The name of the game with these rules; None if it has none.

    >>> from kinrow.rules import game
    >>> name_of(game("19,19,6,2,1")), name_of(game("4,5,3"))
    ('connect6', None)
    """
    return _NAMES.get(str(rules))


def words_for(position: Position) -> str:
    """What a repr calls a position: its game if nothing was played, else its FEN.

    >>> from kinrow.rules import game
    >>> words_for(game("gomoku").start()), words_for(game("3,3,3").replay("b2"))
    ('gomoku', '3,3,3 .../.X./...')
    """
    if position.plies:
        return position.fen()
    return name_of(position.rules) or str(position.rules)
