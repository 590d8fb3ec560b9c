"""Whether a game is over on a board, and who has won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kinrow.rules.bans import allowed
from kinrow.rules.reach import held
from kinrow.rules.sign import Sign

if TYPE_CHECKING:
    from kinrow.rules.rules import Rules


def verdict(
    rules: Rules, cells: str, owner: Sign | None, to_move: Sign
) -> tuple[bool, Sign | None]:
    """Whether the game is over and who won, when `owner` has completed a line (None: nobody).

    A side that may play nowhere draws.

    >>> from kinrow.rules import Sign, game
    >>> verdict(game("1,3,2:misere"), "XX.", Sign.X, Sign.O)
    (True, Sign.O)
    """
    if owner is not None:
        return True, owner.other if rules.misere else owner
    if rules.objective == "line":
        if rules.renju and to_move is rules.begins:
            return next(allowed(rules, cells), None) is None, None
        return "." not in cells, None
    if len(cells) - cells.count(".") < rules.most_plies:
        return False, None
    board = filled(rules, cells)
    x_lines, o_lines = (len(held(rules, board, mark)) for mark in "XO")
    if x_lines == o_lines:
        return True, None
    return True, Sign.X if x_lines > o_lines else Sign.O


def filled(rules: Rules, cells: str) -> str:
    """The cells of a finished game as it is counted: a majority game fills the empty ones.

    >>> from kinrow.rules import game
    >>> filled(game("2,2,2:majority,threshold=2,turns=2,fill=X"), "XO..")
    'XOXX'
    """
    return cells.replace(".", str(rules.fill)) if rules.fill else cells
