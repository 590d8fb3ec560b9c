"""A setup is any picture of a board; making a position of it reports every fault at once."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kinrow.rules.calls import made_as
from kinrow.rules.cell import shown
from kinrow.rules.errors import IllegalPosition, NotationError, OptionError
from kinrow.rules.legality import board_faults, settled
from kinrow.rules.notation import parse_rows
from kinrow.rules.options import as_rules
from kinrow.rules.position import Position, trusted
from kinrow.rules.sentence import Sentence
from kinrow.rules.sign import Sign

if TYPE_CHECKING:
    from kinrow.rules.games import GameLike
    from kinrow.rules.rules import Rules

_COUNT = re.compile(r"[1-9][0-9]{0,2}")


@made_as("Setup('tictactoe', ('X..', '.O.', '...'))")
@dataclass(frozen=True)
class Setup:
    """A board as it came from outside, perhaps impossible.

    - `rules`: the game, which may also be given by its name.
    - `rows`: one text per row, from the top, of X, O and . for an empty cell.
    - `to_move`, `left`: side to move and stones left in its turn. None: they follow from the
      counts. In a line game they may be given, and then the counts are free, as in a problem
      that somebody composed; `left` is then 1 to `stones`, and `stones` if it is not given.

    >>> setup = Setup("tictactoe", ("XXX", "OOO", "..."))
    >>> setup.faults()
    ('both X (row 1) and O (row 2) have 3 in a row, expected at most one of them',)
    >>> Setup("tictactoe", ("X..", "...", "..."), Sign.X).position().to_move
    Sign.X
    """

    rules: Rules
    rows: tuple[str, ...]
    to_move: Sign | None = None
    left: int | None = None

    def __init__(
        self,
        rules: GameLike,
        rows: Iterable[str],
        to_move: Sign | str | None = None,
        left: int | None = None,
    ) -> None:
        listed = None if isinstance(rows, str) or not isinstance(rows, Iterable) else tuple(rows)
        if listed is None or not all(isinstance(row, str) for row in listed):
            raise OptionError(Sentence("argument.rows", rows=shown(rows)))
        if isinstance(to_move, str) and to_move in ("X", "O"):
            to_move = Sign(to_move)
        given = {"rules": as_rules(rules), "rows": listed, "to_move": to_move, "left": left}
        for name, value in given.items():
            object.__setattr__(self, name, value)

    def faults(self) -> tuple[str, ...]:
        """Everything that is wrong with the board, each in words that name the place.

        Empty for a board that can arise: one reached by legal play from the empty board; or,
        with the side to move given, one whose lines can be the work of its last stone. (In
        `exact` games the order of play is searched for within a budget; a board that stays
        undecided passes.)

        >>> from kinrow.rules import game
        >>> Setup(game("tictactoe"), ("XX", "..Z", "...")).faults()
        ('row 1 has 2 cells, expected 3', "row 2, column 3: 'Z', expected X, O or .")
        """
        return board_faults(self.rules, self.rows, self.to_move, self.left)

    def position(self) -> Position:
        """The position on this board.

        Raises IllegalPosition, which carries `faults()`.

        >>> from kinrow.rules import game
        >>> Setup(game("tictactoe"), ("X..", ".O.", "...")).position()
        kinrow.position('3,3,3 X../.O./...')
        """
        faults = self.faults()
        if faults:
            raise IllegalPosition(self.rules.title, faults)
        cells = "".join(self.rows)
        return trusted(self.rules, cells, *settled(self.rules, cells, self.to_move, self.left))


def parse_setup(rules: Rules, text: str) -> Setup:
    """Read a string such as "X../.O./... X"; space around it does not matter.

    The rules, by their spec or name, may stand before the rows, as `Position.fen` writes them. The
    rows are not judged here but by `Setup.faults()`, all at once. Raises NotationError for a string
    without rows, with something other than a turn after them, or with another game before them.

    >>> from kinrow.rules import game
    >>> parse_setup(game("tictactoe"), "3,3,3 X../.O./3 X").to_move
    Sign.X
    >>> parse_setup(game("tictactoe"), "X../.O./... Z")
    Traceback (most recent call last):
    kinrow.rules.errors.NotationError: column 13: 'Z' is not the side to move, expected X or O
    """
    if not isinstance(text, str):
        raise NotationError(Sentence("setup.type", text=shown(text)))
    words = [(match.start() + 1, match[0]) for match in re.finditer(r"\S+", text)]
    if words and names_a_game(words[0][1]):
        column, word = words.pop(0)
        if word not in (str(rules), rules.title):
            raise NotationError(
                Sentence("setup.game", column=column, word=shown(word), due=str(rules))
            )
    if not words:
        raise NotationError(Sentence("setup.empty", form=Sentence("setup.form")))
    if len(words) > 3:
        column, word = words[3]
        form = Sentence("setup.form")
        raise NotationError(Sentence("setup.excess", column=column, word=shown(word), form=form))
    to_move = _side(*words[1]) if len(words) > 1 else None
    left = _stones_left(*words[2]) if len(words) > 2 else None
    return Setup(rules, parse_rows(words[0][1]), to_move, left)


def names_a_game(word: str) -> bool:
    """Whether a word can only be a game, by its name or numbers, and not the rows of a board.

    >>> [names_a_game(word) for word in ("3,3,3", "tictactoe", "X../...", "XOX", "9")]
    [True, True, False, False, False]
    """
    if "/" in word or "." in word:
        return False
    return "," in word or any(sign.isalpha() and sign not in "XO" for sign in word)


def _side(column: int, word: str) -> Sign:
    if word not in ("X", "O"):
        raise NotationError(Sentence("setup.side", column=column, word=shown(word)))
    return Sign(word)


def _stones_left(column: int, word: str) -> int:
    if not _COUNT.fullmatch(word):
        raise NotationError(Sentence("setup.left", column=column, word=shown(word)))
    return int(word)
