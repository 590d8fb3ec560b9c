"""A setup is any picture of a board; making a position of it reports every fault at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kinrow.rules.cell import shown
from kinrow.rules.errors import IllegalPosition
from kinrow.rules.faults import count_faults, line_faults, shape_faults
from kinrow.rules.position import Position, verdict
from kinrow.rules.reach import completed
from kinrow.rules.rules import Rules
from kinrow.rules.sentence import Sentence
from kinrow.rules.sign import Sign


@dataclass(frozen=True)
class Setup:
    """A board as it came from outside, perhaps impossible.

    - `rows`: one text a row, from the top, of X, O and . for an empty cell.
    - `to_move`, `left`: side to move and stones left in its turn. None: they follow from the
      counts. In a line game they may be given, and then the counts are free, as in a problem
      that somebody composed; `left` is then 1 to `stones`, and `stones` if it is not given.

    >>> from kinrow.rules import game
    >>> setup = Setup(game("tictactoe"), ("XXX", "OOO", "..."))
    >>> setup.faults()
    ('both X (row 1) and O (row 2) have three in a row',)
    >>> Setup(game("tictactoe"), ("X..", "...", "..."), Sign.X).position().to_move
    Sign.X
    """

    rules: Rules
    rows: tuple[str, ...]
    to_move: Sign | None = None
    left: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", tuple(self.rows))
        if self.to_move in ("X", "O"):
            object.__setattr__(self, "to_move", Sign(self.to_move))

    def faults(self) -> tuple[str, ...]:
        """Everything that is wrong with the board, each in words that name the place.

        Empty for a board that can arise: one reached by legal play from the empty board; or,
        with the side to move given, one whose lines can be the work of its last stone. (In
        `exact` games the order of play is searched for within a budget; a board that stays
        undecided passes.)

        >>> from kinrow.rules import game
        >>> Setup(game("tictactoe"), ("XX", "..Z", "...")).faults()
        ('row 1 has 2 cells, expected 3', "row 2, column 3: 'Z' is none of X, O, .")
        """
        rules, cells = self.rules, "".join(self.rows)
        shape = tuple(shape_faults(rules, self.rows))
        most_left = max(rules.stones, rules.first_turn)
        if shape:
            return (*shape, *self._turn_faults(None, most_left), *self._faults_despite())
        counts = tuple(count_faults(rules, cells))
        if self.to_move is not None and rules.objective == "line":
            # The first turn may be a longer one, but only the counts can say that it is still on.
            counts, most_left = (), rules.stones
        faults = (*counts, *self._turn_faults(self._regular_turn(cells), most_left))
        mover = None if faults else self._last_mover(cells)
        return (*faults, *line_faults(rules, cells, mover))

    def position(self) -> Position:
        """The position on this board.

        Raises IllegalPosition, which carries `faults()`.

        >>> from kinrow.rules import game
        >>> str(Setup(game("tictactoe"), ("X..", ".O.", "...")).position())
        'X../.O./...'
        """
        faults = self.faults()
        if faults:
            raise IllegalPosition(self.rules.title, faults)
        cells = "".join(self.rows)
        made = [sign for sign in Sign if completed(self.rules, cells, str(sign))]
        owner = made[0] if made and self.rules.objective == "line" else None
        return Position(self.rules, cells, *self._turn(cells), *verdict(self.rules, cells, owner))

    def _regular_turn(self, cells: str) -> tuple[Sign, int] | None:
        """Side to move and stones left as the counts say; None where play does not reach them."""
        if any(count_faults(self.rules, cells)):
            return None
        return self.rules.turn_at(self.rules.size - cells.count("."))

    def _turn(self, cells: str) -> tuple[Sign, int]:
        """Side to move and stones left, on a board whose turn has no faults."""
        regular = self._regular_turn(cells)
        if regular and self.to_move in (None, regular[0]) and self.left in (None, regular[1]):
            return regular
        return self.to_move or self.rules.begins, self.left or self.rules.stones

    def _last_mover(self, cells: str) -> Sign | None:
        """Who placed the last stone, on a board whose turn has no faults; None if it is empty."""
        plies = self.rules.size - cells.count(".")
        if not plies:
            return None
        to_move, left = self._turn(cells)
        if (to_move, left) == self._regular_turn(cells):
            return self.rules.turn_at(plies - 1)[0]
        return to_move if left < self.rules.stones else to_move.other

    def _turn_faults(self, regular: tuple[Sign, int] | None, most_left: int) -> Iterator[str]:
        """What is wrong with the turn as given; `regular` is the turn that the counts say."""
        # What came from outside has any type.
        to_move: object = self.to_move
        left: object = self.left
        whole = left is None or (isinstance(left, int) and not isinstance(left, bool))
        if regular and whole and to_move in (None, regular[0]) and left in (None, regular[1]):
            return
        if to_move not in (None, Sign.X, Sign.O):
            yield Sentence("side to move: {value} is none of X, O", value=shown(to_move))
        if not whole or left not in (None, *range(1, most_left + 1)):
            form = "stones left: {value}, expected a whole number from 1 to {most}"
            yield Sentence(form, value=shown(left), most=most_left)
        elif regular and (to_move is None or self.rules.objective == "majority"):
            if to_move not in (None, regular[0]):
                form = "side to move: {value}, but after these stones it is {due}"
                yield Sentence(form, value=to_move, due=regular[0])
            if left not in (None, regular[1]):
                form = "stones left: {value}, but after these stones they are {due}"
                yield Sentence(form, value=left, due=regular[1])

    def _faults_despite(self) -> Iterator[str]:
        """Lines of both signs, which no reading of the unreadable cells can mend."""
        size = len(self.rows), {len(row) for row in self.rows}
        if size == (self.rules.rows, {self.rules.cols}) and not self.rules.exact:
            yield from line_faults(self.rules, "".join(self.rows), None)
