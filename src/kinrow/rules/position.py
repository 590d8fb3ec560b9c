"""Positions, legal by construction: they come from the empty board or from a checked Setup."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from itertools import compress
from typing import TYPE_CHECKING, Any

from kinrow.display import Drawn
from kinrow.rules.bans import allowed, ban
from kinrow.rules.calls import made_as
from kinrow.rules.cell import Cell, shown
from kinrow.rules.cellwise import Cellwise
from kinrow.rules.errors import IllegalMove, IllegalPosition, OptionError
from kinrow.rules.geometry import Line, board_cells, image_readers
from kinrow.rules.grid import text_board
from kinrow.rules.legality import board_faults, settled
from kinrow.rules.moves import Moves
from kinrow.rules.notation import format_position
from kinrow.rules.options import as_rules
from kinrow.rules.reach import completed, completes, held
from kinrow.rules.refusal import why_not
from kinrow.rules.sentence import Sentence
from kinrow.rules.sign import Sign
from kinrow.rules.value import Outcome
from kinrow.rules.verdict import filled, verdict

if TYPE_CHECKING:
    from kinrow.rules.games import GameLike
    from kinrow.rules.rules import Rules

_new, _set = object.__new__, object.__setattr__
_EMPTY = bytes(mark == ord(".") for mark in range(256))
"""For each character, whether it is an empty cell's."""


@made_as("Position('tictactoe', 'X...O....')")
@dataclass(frozen=True, slots=True, eq=False, init=False, repr=False)
class Position(Drawn, Cellwise):
    """A board, the side to move and the stones left in its turn; hashable, never changed.

    Usually made by `rules.start()`, `rules.parse(text)`, `rules.replay(moves)` or
    `position.play(cell)`. `Position(rules, cells)` makes one of all its cells in one string; if
    `to_move` and `left` are not given, they follow from the counts. Raises IllegalPosition with
    every fault of a board that cannot arise.

    - `cells`: the signs X, O and . of all cells, row by row from the top; if not given, no stones.
    - `to_move`, `left`: who places the next stone, and how many in this turn (1 or more). Once
      the game is over, what the count of stones would say next.
    - `finished`, `winner`: whether the game is over, and who won (None: nobody, or nobody yet).

    `print(position)` draws the board, `position["b2"]` is the sign on a cell (None if it is empty).
    It is not a list: loop over `legal_moves`, `cells` or `rows`.

    >>> from kinrow.rules import game
    >>> position = game("tictactoe").start().play("b2").play("a1")
    >>> position
    kinrow.position('3,3,3 O../.X./...')
    >>> position.to_move, position.left, position.finished, position["a1"]
    (Sign.X, 1, False, Sign.O)
    >>> print(position)
       a b c
    1  O . .
    2  . X .
    3  . . .
    >>> Position(game("tictactoe"), "garbage", "X", 1)
    Traceback (most recent call last):
    kinrow.rules.errors.IllegalPosition: this board cannot arise in tictactoe:
      row 1, column 1: 'g', expected X, O or .
      ...
    """

    rules: Rules
    cells: str
    to_move: Sign
    left: int
    finished: bool = field(init=False)
    winner: Sign | None = field(init=False)

    def __init__(
        self,
        rules: GameLike,
        cells: str | None = None,
        to_move: Sign | str | None = None,
        left: int | None = None,
    ) -> None:
        rules = as_rules(rules)
        cells = "." * rules.size if cells is None else cells
        if not isinstance(cells, str):
            raise OptionError(Sentence("argument.cells", cells=shown(cells)))
        rows = [cells[at : at + rules.cols] for at in range(0, len(cells), rules.cols)]
        if faults := board_faults(rules, rows, to_move, left):
            raise IllegalPosition(rules.title, faults)
        mover = None if to_move is None else Sign(to_move)
        made = trusted(rules, cells, *settled(rules, cells, mover, left))
        for each in fields(made):
            object.__setattr__(self, each.name, getattr(made, each.name))

    @classmethod
    def start(cls, rules: GameLike) -> Position:
        """The empty board of a game.

        >>> Position.start("1,3,2").cells
        '...'
        """
        rules = as_rules(rules)
        return trusted(rules, "." * rules.size, *rules.turn_at(0))

    def play(self, move: Cell | str) -> Position:
        """The position after one stone of the side to move; `move` is a Cell or "b2".

        Raises IllegalMove for a cell that is taken, forbidden or not on the board, or once the
        game is over; NotationError for a string that is not a cell.

        >>> from kinrow.rules import game
        >>> game("tictactoe").start().play("d1")
        Traceback (most recent call last):
        kinrow.rules.errors.IllegalMove: d1 is not on the board, expected a1 to c3
        """
        rules = self.rules
        if isinstance(move, str):
            move = Cell.parse(move, rules.rows, rules.cols)
        elif type(move) is not Cell:
            move = Cell.of(move)  # which says what it is instead of a cell
        row, col = move
        index = row * rules.cols + col
        if (
            self.finished
            or not (0 <= row < rules.rows and 0 <= col < rules.cols)
            or self.cells[index] != "."
            or (self._bans and ban(rules, self.cells, index) is not None)
        ):
            raise IllegalMove(why_not(self, move))
        mover = self.to_move
        cells = self.cells[:index] + mover + self.cells[index + 1 :]
        owner = mover if rules.objective == "line" and completes(rules, cells, index) else None
        to_move, left = (mover, self.left - 1) if self.left > 1 else (mover.other, rules.stones)
        return trusted(rules, cells, to_move, left, *verdict(rules, cells, owner, to_move))

    @property
    def _bans(self) -> bool:
        """Whether some empty cells may be forbidden to the side to move."""
        return self.rules.renju and self.to_move is self.rules.begins

    @property
    def legal_moves(self) -> Moves:
        """The empty cells that are not forbidden, row by row; none once the game is over.

        >>> from kinrow.rules import game
        >>> moves = game("tictactoe").parse("XOX/OXO/...").legal_moves
        >>> print(moves, len(moves), "b3" in moves)
        a3 b3 c3 3 True
        """
        if self.finished:
            return Moves()
        board = board_cells(self.rules.rows, self.rules.cols)
        if self._bans:
            return Moves(board[index] for index in allowed(self.rules, self.cells))
        # They are cells: going through Moves' own reading would take three times as long.
        return tuple.__new__(Moves, compress(board, self.cells.encode().translate(_EMPTY)))

    @property
    def forbidden(self) -> Moves:
        """The empty cells that renju forbids the side to move; none in other games.

        >>> from kinrow.rules import game
        >>> print(game("7,7,5:renju").parse("OO...../.OO..../3X3/3X3/1XX4/7/7").forbidden)
        d5
        """
        if self.finished or not self._bans:
            return Moves()
        board = board_cells(self.rules.rows, self.rules.cols)
        free = set(allowed(self.rules, self.cells))
        return Moves(
            cell
            for index, cell in enumerate(board)
            if self.cells[index] == "." and index not in free
        )

    def __getitem__(self, cell: Cell | str) -> Sign | None:
        rows, cols = self.rules.rows, self.rules.cols
        row, col = Cell.of(cell) if not isinstance(cell, str) else Cell.parse(cell, rows, cols)
        if not (0 <= row < rows and 0 <= col < cols):
            last = Cell(rows - 1, cols - 1)
            raise OptionError(Sentence("move.off", cell=Cell(row, col), last=last))
        sign = self.cells[row * cols + col]
        return None if sign == "." else Sign(sign)

    @property
    def turn(self) -> Sign:
        """The side to move, under the name used by chess libraries.

        >>> from kinrow.rules import game
        >>> game("tictactoe").replay("b2").turn
        Sign.O
        """
        return self.to_move

    def is_over(self) -> bool:
        """Whether the game is over.

        >>> from kinrow.rules import game
        >>> game("tictactoe").parse("XXX/OO./...").is_over()
        True
        """
        return self.finished

    @property
    def empties(self) -> int:
        """How many cells are empty.

        >>> from kinrow.rules import game
        >>> game("tictactoe").replay("b2 a1").empties
        7
        """
        return self.cells.count(".")

    @property
    def plies(self) -> int:
        """How many stones stand on the board.

        >>> from kinrow.rules import game
        >>> game("tictactoe").replay("b2 a1").plies
        2
        """
        return len(self.cells) - self.cells.count(".")

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended for the side to move; None while it goes on.

        >>> from kinrow.rules import game
        >>> game("tictactoe").parse("XXX/OO./...").outcome  # O is to move, and has lost
        Outcome.LOSS
        """
        if not self.finished:
            return None
        if self.winner is None:
            return Outcome.DRAW
        return Outcome.WIN if self.winner is self.to_move else Outcome.LOSS

    @property
    def score(self) -> int | None:
        """For the side to move, once a line game is over: empty cells + 1, minus that, or 0.

        Source: the score of the first source task, CSP 201803-4, for any line game.

        >>> from kinrow.rules import game
        >>> game("tictactoe").parse("XXX/OO./...").score
        -5
        """
        if self.rules.objective != "line" or self.outcome is None:
            return None
        return int(self.outcome) * (self.empties + 1)

    @property
    def margin(self) -> int | None:
        """For the side to move, once a majority game is over: its lines minus the other's.

        >>> from kinrow.rules import game
        >>> game("2,2,2:majority,threshold=2,turns=2,fill=X").replay("a1 b1").margin
        3
        """
        if self.rules.objective != "majority" or not self.finished:
            return None
        return len(self._lines(self.to_move)) - len(self._lines(self.to_move.other))

    @property
    def filled(self) -> str:
        """`cells`, with the empty ones filled as a finished majority game counts them.

        >>> from kinrow.rules import game
        >>> game("2,2,2:majority,threshold=2,turns=2,fill=X").replay("a1 b1").filled
        'XOXX'
        """
        return filled(self.rules, self.cells) if self.finished else self.cells

    def lines_for(self, sign: Sign) -> tuple[tuple[Cell, ...], ...]:
        """The lines that count for a sign: complete ones; in a majority game those it holds.

        A finished majority game is counted with its empty cells filled.

        >>> from kinrow.rules import Sign, game
        >>> print(*game("tictactoe").parse("XXX/OO./...").lines_for(Sign.X)[0])
        a1 b1 c1
        """
        board, sign = board_cells(self.rules.rows, self.rules.cols), Sign(sign)
        return tuple(tuple(board[index] for index in line) for line in self._lines(sign))

    def _lines(self, sign: Sign) -> tuple[Line, ...]:
        find = completed if self.rules.objective == "line" else held
        return find(self.rules, self.filled, str(sign))

    @property
    def rows(self) -> tuple[str, ...]:
        """The board as one text per row.

        >>> from kinrow.rules import game
        >>> game("tictactoe").replay("b2 a1").rows
        ('O..', '.X.', '...')
        """
        cols = self.rules.cols
        return tuple(self.cells[at : at + cols] for at in range(0, len(self.cells), cols))

    def to_json(self) -> dict[str, Any]:
        """A plain dict that `json` can write: rules, rows, side to move, stones left.

        >>> from kinrow.rules import game
        >>> data = game("1,3,2").start().play("a1").to_json()
        >>> data["rows"], data["to_move"], data["left"]
        (['X..'], 'O', 1)
        """
        return {
            "rules": self.rules.to_json(),
            "rows": list(self.rows),
            "to_move": str(self.to_move),
            "left": self.left,
        }

    def symmetries(self) -> tuple[Position, ...]:
        """Its distinct images under the symmetries of the board, itself first.

        All of them are worth the same.

        >>> from kinrow.rules import game
        >>> [image.fen() for image in game("1,3,3").replay("a1").symmetries()]
        ['1,3,3 X..', '1,3,3 ..X']
        """
        readers = image_readers(self.rules.rows, self.rules.cols)
        images = dict.fromkeys("".join(read(self.cells)) for read in readers)
        turn = self.to_move, self.left, self.finished, self.winner
        return tuple(trusted(self.rules, cells, *turn) for cells in images)

    def canonical(self) -> Position:
        """The one of its symmetric images whose `cells` come first; it stands for them all.

        >>> from kinrow.rules import game
        >>> game("tictactoe").replay("a1").canonical() == game("tictactoe").replay("c3")
        True
        """
        return min(self.symmetries(), key=lambda image: image.cells)

    def fen(self) -> str:
        """The position as one line of text: its rules, its rows, and its turn if need be.

        `kinrow.position` reads it back. The format is described in docs/reference/notation.md.

        >>> from kinrow.rules import game
        >>> game("gomoku").replay("h8 h9").fen()
        '15,15,5 15/15/15/15/15/15/15/7X7/7O7/15/15/15/15/15/15'
        """
        return f"{self.rules} {format_position(self)}"

    def __repr__(self) -> str:
        return f"kinrow.position({self.fen()!r})"

    def __str__(self) -> str:
        return text_board(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (
            self.cells == other.cells
            and self.to_move is other.to_move
            and self.left == other.left
            and (self.rules is other.rules or self.rules == other.rules)
        )

    def __hash__(self) -> int:
        # The board alone: a string keeps its hash, rules would be hashed anew every time.
        return hash(self.cells)


def trusted(
    rules: Rules,
    cells: str,
    to_move: Sign,
    left: int,
    finished: bool = False,
    winner: Sign | None = None,
) -> Position:
    """A position known to be legal, without a check: only for use within kinrow.

    >>> from kinrow.rules import Sign, game
    >>> trusted(game("1,3,2"), "X..", Sign.O, 1)
    kinrow.position('1,3,2 X..')
    """
    made = _new(Position)
    _set(made, "rules", rules)
    _set(made, "cells", cells)
    _set(made, "to_move", to_move)
    _set(made, "left", left)
    _set(made, "finished", finished)
    _set(made, "winner", winner)
    return made
