"""A board to play on: moves are pushed and popped, as in chess libraries."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from kinrow.display import Drawn
from kinrow.rules.calls import made_as
from kinrow.rules.cell import Cell
from kinrow.rules.cellwise import Cellwise
from kinrow.rules.errors import IllegalMove
from kinrow.rules.grid import text_board
from kinrow.rules.moves import Moves
from kinrow.rules.notation import steps
from kinrow.rules.position import Position
from kinrow.rules.reading import PositionLike, as_position, two_arguments
from kinrow.rules.rules import Rules
from kinrow.rules.sentence import Sentence
from kinrow.rules.sign import Sign
from kinrow.rules.value import Outcome


@made_as("Board('tictactoe', 'b2 a1')")
class Board(Drawn, Cellwise):
    """A game being played: a position that changes, and the moves that led to it.

    - `start`: where it begins: a game, a position, a string, or another Board (its position now).
    - `moves`: moves to play at once, as a string such as "b2 a1" or as cells.

    For one that never changes, use a `Position`, such as `board.position`. Boards are equal if they
    began at the same position and have the same moves. A board is not a list: loop over
    `legal_moves` or `move_stack`. Raises as `kinrow.position` does.

    >>> board = Board("tictactoe")
    >>> board.push("b2")
    >>> board.turn, board["b2"], "b2" in board.legal_moves, len(board.legal_moves)
    (Sign.O, Sign.X, False, 8)
    >>> board.pop()
    Cell.of('b2')
    >>> board
    kinrow.Board('3,3,3 .../.../...')
    """

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __init__(
        self,
        start: PositionLike = "tictactoe",
        moves: str | Iterable[Cell | str] = (),
        *more: object,
    ) -> None:
        two_arguments("Board", start, moves, more)
        self._positions = [as_position(start)]
        self._moves: list[Cell] = []
        for move, after in steps(self.position, moves):
            self._moves.append(move)
            self._positions.append(after)

    @property
    def position(self) -> Position:
        """The position now, which later moves do not change.

        >>> Board("tictactoe", "b2 a1").position
        kinrow.position('3,3,3 O../.X./...')
        """
        return self._positions[-1]

    @property
    def rules(self) -> Rules:
        """The rules of its game.

        >>> Board((3, 3, 3)).rules
        kinrow.game('tictactoe')
        """
        return self.position.rules

    @property
    def turn(self) -> Sign:
        """The side to move.

        >>> Board("tictactoe", "b2").turn
        Sign.O
        """
        return self.position.to_move

    @property
    def left(self) -> int:
        """How many stones are left in this turn.

        >>> Board("connect6", "k10").left
        2
        """
        return self.position.left

    @property
    def legal_moves(self) -> Moves:
        """The empty cells that are not forbidden, row by row; none once the game is over.

        >>> board = Board("tictactoe", "b2")
        >>> len(board.legal_moves), "b2" in board.legal_moves, board.legal_moves[0]
        (8, False, Cell.of('a1'))
        """
        return self.position.legal_moves

    @property
    def move_stack(self) -> Moves:
        """The moves since the start, the last one at the end.

        >>> Board("tictactoe", "b2 a1").move_stack
        Moves('b2 a1')
        """
        return Moves(self._moves)

    @property
    def winner(self) -> Sign | None:
        """Who has won; None for a draw, and while the game goes on.

        >>> Board("tictactoe", "b2 a1 b1 c1 b3").winner
        Sign.X
        """
        return self.position.winner

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended for the side to move; None while it goes on.

        >>> Board("tictactoe", "b2 a1 b1 c1 b3").outcome
        Outcome.LOSS
        """
        return self.position.outcome

    def push(self, move: Cell | str) -> None:
        """Places one stone for the side to move; `move` is a string such as "b2", or a Cell.

        Raises IllegalMove for a cell that is taken, forbidden or not on the board, or once the game
        is over; NotationError for a string that is not a cell. The board is then unchanged.

        >>> board = Board("tictactoe", "b2")
        >>> board.push("b2")
        Traceback (most recent call last):
        kinrow.rules.errors.IllegalMove: b2 is taken by X, expected an empty cell
        """
        after = self.position.play(move)
        self._moves.append(Cell.of(move))
        self._positions.append(after)

    def pop(self) -> Cell:
        """Takes the last stone back and returns its cell; raises IllegalMove if there is none.

        >>> Board("tictactoe", "b2 a1").pop()
        Cell.of('a1')
        >>> Board("tictactoe").pop()
        Traceback (most recent call last):
        kinrow.rules.errors.IllegalMove: no move to take back: expected a push before it, such as \
board.push('b2')
        """
        if not self._moves:
            raise IllegalMove(Sentence("board.none"))
        self._positions.pop()
        return self._moves.pop()

    def is_over(self) -> bool:
        """Whether the game is over.

        >>> Board("tictactoe").is_over()
        False
        """
        return self.position.finished

    def copy(self) -> Self:
        """An independent copy: a board with the same start and the same moves.

        >>> board = Board("tictactoe", "b2")
        >>> other = board.copy()
        >>> other.push("a1")
        >>> len(board.move_stack), len(other.move_stack)
        (1, 2)
        """
        made = type(self)(self._positions[0])
        made._positions, made._moves = self._positions.copy(), self._moves.copy()
        return made

    __copy__ = copy

    def root(self) -> Self:
        """A board at the start of this one, without its moves.

        >>> Board("tictactoe", "b2 a1").root()
        kinrow.Board('3,3,3 .../.../...')
        """
        return type(self)(self._positions[0])

    def fen(self) -> str:
        """The position now as one line of text; see `Position.fen`.

        >>> Board("tictactoe", "b2 a1").fen()
        '3,3,3 O../.X./...'
        """
        return self.position.fen()

    def __getitem__(self, cell: Cell | str) -> Sign | None:
        return self.position[cell]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self._positions[0] == other._positions[0] and self._moves == other._moves

    def __repr__(self) -> str:
        return f"kinrow.Board({self.fen()!r})"

    def __str__(self) -> str:
        return text_board(self.position, last=self._moves[-1] if self._moves else None)
