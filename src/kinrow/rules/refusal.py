"""Why a stone may not be placed on a cell, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kinrow.rules.bans import Ban, ban
from kinrow.rules.cell import Cell
from kinrow.rules.sentence import Sentence

if TYPE_CHECKING:
    from kinrow.rules.position import Position

_BANS: dict[Ban, Sentence] = {
    "overline": Sentence("ban.overline"),
    "four": Sentence("ban.four"),
    "three": Sentence("ban.three"),
}


def why_not(position: Position, cell: Cell) -> str:
    """What is wrong with a move that is not legal.

    >>> from kinrow.rules import game
    >>> str(why_not(game("tictactoe").replay("b2"), Cell(1, 1)))
    'b2 is taken by X, expected an empty cell'
    """
    rules = position.rules
    if position.finished:
        drawn = position.winner is None
        result = Sentence("game.drawn") if drawn else Sentence("game.won", winner=position.winner)
        return Sentence("move.over", cell=cell, result=result)
    if not (0 <= cell.row < rules.rows and 0 <= cell.col < rules.cols):
        return Sentence("move.off", cell=cell, last=Cell(rules.rows - 1, rules.cols - 1))
    index = cell.row * rules.cols + cell.col
    sign = position.cells[index]
    if sign != ".":
        return Sentence("move.taken", cell=cell, sign=sign)
    found = ban(rules, position.cells, index)
    assert found is not None
    return Sentence("move.forbidden", cell=cell, sign=position.to_move, why=_BANS[found])
