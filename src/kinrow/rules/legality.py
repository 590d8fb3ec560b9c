"""Which boards can arise, with which side to move; reports every fault of one that cannot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kinrow.rules.cell import shown
from kinrow.rules.faults import count_faults, line_faults, shape_faults
from kinrow.rules.reach import completed
from kinrow.rules.sentence import Sentence
from kinrow.rules.sign import Sign
from kinrow.rules.verdict import verdict

if TYPE_CHECKING:
    from kinrow.rules.rules import Rules


def board_faults(
    rules: Rules, rows: Sequence[str], to_move: Sign | str | None = None, left: int | None = None
) -> tuple[str, ...]:
    """Everything that is wrong with a board and its turn, each in words that name the place.

    Empty for a board that can arise: one reached by legal play from the empty board; or, with the
    side to move given, one whose lines can be the work of its last stone. `to_move` and `left` of
    None follow from the counts; what came from outside has any type.

    >>> from kinrow.rules import game
    >>> board_faults(game("tictactoe"), ("X..", "...", "..."), "O", 2)
    ('stones left: 2, expected 1',)
    """
    cells = "".join(rows)
    shape = tuple(shape_faults(rules, tuple(rows)))
    most_left = max(rules.stones, rules.first_turn)
    if shape:
        turn = _turn_faults(rules, to_move, left, None, most_left)
        return (*shape, *turn, *_faults_despite_shape(rules, rows))
    counts = tuple(count_faults(rules, cells))
    if to_move is not None and rules.objective == "line":
        # The first turn may be a longer one, but only the counts can say that it is still on.
        counts, most_left = (), rules.stones
    regular = _regular_turn(rules, cells)
    faults = (*counts, *_turn_faults(rules, to_move, left, regular, most_left))
    mover = None
    if not faults:
        sign = None if to_move is None else Sign(to_move)
        mover = _last_mover(rules, cells, *_turn(rules, cells, sign, left))
    return (*faults, *line_faults(rules, cells, mover))


def settled(
    rules: Rules, cells: str, to_move: Sign | None, left: int | None
) -> tuple[Sign, int, bool, Sign | None]:
    """Side to move, stones left, whether the game is over and who won, on a board without faults.

    >>> from kinrow.rules import game
    >>> settled(game("tictactoe"), "XXXOO....", None, None)
    (Sign.O, 1, True, Sign.X)
    """
    made = [sign for sign in Sign if completed(rules, cells, str(sign))]
    owner = made[0] if made and rules.objective == "line" else None
    turn = _turn(rules, cells, to_move, left)
    return *turn, *verdict(rules, cells, owner, turn[0])


def _regular_turn(rules: Rules, cells: str) -> tuple[Sign, int] | None:
    """Side to move and stones left as the counts say; None if play does not reach them."""
    if any(count_faults(rules, cells)):
        return None
    return rules.turn_at(rules.size - cells.count("."))


def _turn(rules: Rules, cells: str, to_move: Sign | None, left: int | None) -> tuple[Sign, int]:
    """Side to move and stones left, on a board whose turn has no faults."""
    regular = _regular_turn(rules, cells)
    if regular and to_move in (None, regular[0]) and left in (None, regular[1]):
        return regular
    return to_move or rules.begins, left or rules.stones


def _last_mover(rules: Rules, cells: str, to_move: Sign, left: int) -> Sign | None:
    """Who placed the last stone, on a board whose turn has no faults; None if it is empty."""
    plies = rules.size - cells.count(".")
    if not plies:
        return None
    if (to_move, left) == _regular_turn(rules, cells):
        return rules.turn_at(plies - 1)[0]
    return to_move if left < rules.stones else to_move.other


def _turn_faults(
    rules: Rules,
    to_move: object,
    left: object,
    regular: tuple[Sign, int] | None,
    most_left: int,
) -> Iterator[str]:
    """What is wrong with the turn as given; `regular` is the turn that the counts say."""
    whole = left is None or (isinstance(left, int) and not isinstance(left, bool))
    side = to_move if to_move is None or isinstance(to_move, str) else ""
    if regular and whole and side in (None, regular[0]) and left in (None, regular[1]):
        return
    if side not in (None, Sign.X, Sign.O):
        yield Sentence("turn.side", value=shown(to_move))
    if not whole or left not in (None, *range(1, most_left + 1)):
        if most_left == 1:
            yield Sentence("turn.left.one", value=shown(left))
        else:
            yield Sentence("turn.left", value=shown(left), most=most_left)
    elif regular and (to_move is None or rules.objective == "majority"):
        if side not in (None, regular[0]):
            yield Sentence("turn.side.due", value=to_move, due=regular[0])
        if left not in (None, regular[1]):
            yield Sentence("turn.left.due", value=left, due=regular[1])


def _faults_despite_shape(rules: Rules, rows: Sequence[str]) -> Iterator[str]:
    """Lines of both signs, which no reading of the unreadable cells can mend."""
    size = len(rows), {len(row) for row in rows}
    if size == (rules.rows, {rules.cols}) and not (rules.exact or rules.renju):
        yield from line_faults(rules, "".join(rows), None)
