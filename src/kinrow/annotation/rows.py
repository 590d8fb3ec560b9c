"""A recorded row becomes a position and a move, or all the reasons why it cannot."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kinrow.rules import Cell, KinrowError, NotationError, Position, Rules, Sign
from kinrow.rules.errors import IllegalPosition
from kinrow.rules.geometry import board_cells
from kinrow.rules.sentence import Sentence

_WHOLE = re.compile(r"[+-]?\d+(\.0+)?")
_MOST_FLOAT = 2**53  # from there on floats have lost the last bits
_EMPTY = ("", "nan", "null", "none", "na")


@dataclass(frozen=True, slots=True)
class RecordedRow:
    """What one row records; `faults`: all reasons why it cannot be used, if it has no position."""

    position: Position | None
    move: Cell | None = None
    faults: tuple[str, ...] = ()


def read_row(rules: Rules, values: Mapping[str, object]) -> RecordedRow:
    """The position and move in the fields of a row (see `Layout` for their names).

    >>> from kinrow.rules import game
    >>> row = read_row(game("1,3,2"), {"black": 1, "white": "0", "to_move": "White", "move": 2})
    >>> row.position.fen(), str(row.move)
    ('1,3,2 X..', 'b1')
    >>> read_row(game("1,3,2"), {"black": 3, "white": 2, "to_move": "White"}).faults
    ('stones of both sides on b1',)
    """
    try:
        position = _position(rules, values)
        faults = [*_turn_faults(position, values.get("to_move"))]
        move = None
        if not missing(values.get("move")):
            move = _move(rules, values["move"], "black" in values)
            faults += _move_faults(position, move)
    except IllegalPosition as error:
        return RecordedRow(None, None, error.faults)
    except KinrowError as error:
        return RecordedRow(None, None, (error.sentence,))
    return RecordedRow(None, None, tuple(faults)) if faults else RecordedRow(position, move)


def is_row(rules: Rules, fields: Mapping[str, str], heads: Sequence[str]) -> bool:
    """Whether the heads of the fields are a row themselves, as of a file that has no heads.

    Heads that count the columns, from 0 or 1, say nothing.

    >>> from kinrow.rules import game
    >>> rules, board = game("tictactoe"), "X../.O./..."
    >>> is_row(rules, {"position": board}, [board]), is_row(rules, {"position": "board"}, ["board"])
    (True, False)
    >>> fields = {"black": "1", "white": "2"}
    >>> is_row(rules, fields, ["1", "2", "256"]), is_row(rules, fields, ["1", "2", "3"])
    (True, False)
    """
    if list(heads) in ([str(at + first) for at in range(len(heads))] for first in (0, 1)):
        return False
    try:
        if "moves" in fields:
            return rules.replay(fields["moves"]).plies > 0  # a head may be empty
        _position(rules, fields)
    except KinrowError:
        return False
    return True


def missing(value: object) -> bool:
    """Whether a field is empty: nothing, no number, pandas' NA, or a string that says so."""
    if isinstance(value, str):
        return value.strip().lower() in _EMPTY
    try:
        return value is None or bool(value != value)
    except TypeError:  # NA, of which nothing can be said, not even that it is itself
        return True


def is_given(value: object) -> bool:
    """Whether a field says that a stone is one of the opening, which its player did not choose.

    >>> [is_given(value) for value in (1, "1", "yes", 0, "0", "no", None, False)]
    [True, True, True, False, False, False, False, False]
    """
    return not missing(value) and str(value).strip().lower() not in ("0", "0.0", "no", "false")


def whole(value: object, name: str) -> int:
    """A whole number from 0, as tables hold them: 3, "3", 3.0.

    Raises NotationError for anything else.
    """
    text = "" if isinstance(value, bool) else str(value).strip()
    if isinstance(value, float) and value.is_integer():
        number = int(value)
    elif len(text) < 200 and _WHOLE.fullmatch(text):
        number = int(text.partition(".")[0])
    else:
        number = -1
    if number < 0:
        raise NotationError(Sentence("row.whole", name=name, value=_shown(value)))
    if number >= _MOST_FLOAT and (isinstance(value, float) or "." in text):
        raise NotationError(Sentence("row.float", name=name, value=_shown(value)))
    return number


def _position(rules: Rules, values: Mapping[str, object]) -> Position:
    if "position" in values:
        if missing(values["position"]):
            raise NotationError(Sentence("row.position"))
        board = values["position"]  # a frame may hold positions themselves
        return rules.parse(board.fen() if isinstance(board, Position) else str(board).strip())
    first, second = rules.begins, rules.begins.other
    stones = {first: _bits(rules, values, "black"), second: _bits(rules, values, "white")}
    cells = board_cells(rules.rows, rules.cols)
    both = [str(cell) for at, cell in enumerate(cells) if all(b >> at & 1 for b in stones.values())]
    if both:
        raise NotationError(Sentence("row.both", cells=", ".join(both)))
    signs = "".join(
        next((str(sign) for sign, bits in stones.items() if bits >> at & 1), ".")
        for at in range(rules.size)
    )
    return Position(rules, signs)


def _bits(rules: Rules, values: Mapping[str, object], name: str) -> int:
    """A set of cells: bit row * cols + col is a cell."""
    if missing(values.get(name)):
        raise NotationError(Sentence("row.empty", name=name))
    bits = whole(values[name], name)
    if bits >> rules.size:
        raise NotationError(
            Sentence(
                "row.bits",
                name=name,
                value=_shown(values[name]),
                bit=bits.bit_length() - 1,
                bits=rules.size,
            )
        )
    return bits


def _turn_faults(position: Position, given: object) -> Iterator[str]:
    """A side to move that is given has to be the one that the stones say."""
    if missing(given) or position.finished:
        return
    begins = position.rules.begins
    names = {"black": begins, "b": begins, "white": begins.other, "w": begins.other}
    names |= {"x": Sign.X, "o": Sign.O}
    side = names.get(str(given).strip().lower())
    if side is None:
        yield Sentence("row.side", value=_shown(given))
    elif side is not position.to_move:
        right = position.to_move if str(given).strip() in "XOxo" else _colour(position)
        yield Sentence("row.turn", given=given, right=right)


def _colour(position: Position) -> str:
    return "Black" if position.to_move is position.rules.begins else "White"


def _move(rules: Rules, given: object, as_bits: bool) -> Cell:
    """A cell such as "c2"; if boards are bits, also an integer of one bit."""
    text = str(given).strip()
    if as_bits and (not isinstance(given, str) or _WHOLE.fullmatch(text)):
        bits = whole(given, "move")
        if bits.bit_count() != 1:
            raise NotationError(Sentence("row.one_bit", value=_shown(given)))
        if bits >> rules.size:
            raise NotationError(
                Sentence(
                    "row.move_bit", value=_shown(given), bit=bits.bit_length() - 1, bits=rules.size
                )
            )
        return Cell(*divmod(bits.bit_length() - 1, rules.cols))
    try:
        return Cell.parse(text, rules.rows, rules.cols)
    except NotationError as error:
        raise NotationError(Sentence("row.move", fault=error.sentence)) from None


def _move_faults(position: Position, move: Cell) -> Iterator[str]:
    try:
        position.play(move)
    except KinrowError as error:
        yield Sentence("row.played", fault=error.sentence)


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 50 else f"{text[:47]}..."
