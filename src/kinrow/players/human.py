"""The human player: shows the board and reads a cell, from a terminal or elsewhere."""

from __future__ import annotations

from collections.abc import Callable

from kinrow.players.errors import Crashed
from kinrow.players.protocol import Clock, Player, to_play
from kinrow.rules import Cell, IllegalMove, NotationError, PositionLike, format_board
from kinrow.rules.sentence import Sentence


class HumanPlayer(Player):
    """Asks until the answer is a legal move.

    `read` gives one line of text (the terminal's by default; EOFError: nobody is there),
    `write` shows one.

    >>> from kinrow.rules import game
    >>> answers = iter(["b2", "c1"])
    >>> player = HumanPlayer(read=lambda prompt: next(answers))
    >>> player.choose(game("1,3,2").parse(".X."))
       a b c
    1  . X .
    O to move
    b2 is not on the board, expected a1 to c1
    Cell.of('c1')
    """

    name = "human"
    note = "by hand"

    def __init__(
        self, read: Callable[[str], str] = input, write: Callable[[str], object] = print
    ) -> None:
        self._read = read
        self._write = write

    def choose(self, position: PositionLike, clock: Clock | None = None) -> Cell:
        """The first legal move that is typed; there is no hurry, whatever the clock says."""
        position = to_play(position)
        self._write(format_board(position))
        self._write(f"{position.to_move} to move")
        while True:
            try:
                move = Cell.parse(self._read("your move: "))
                position.play(move)
            except (NotationError, IllegalMove) as error:
                self._write(str(error))
            except (EOFError, StopIteration):
                raise Crashed(self.name, Sentence("player.answers")) from None
            else:
                return move
