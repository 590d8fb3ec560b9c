"""The human player: shows the board and reads a cell, from a terminal or elsewhere."""

from __future__ import annotations

from collections.abc import Callable

from kinrow.players.errors import Crashed
from kinrow.players.protocol import Clock, Player, to_play
from kinrow.rules import Cell, IllegalMove, NotationError, PositionLike, format_board
from kinrow.rules.calls import made_as
from kinrow.rules.options import callable_or_none
from kinrow.rules.sentence import Sentence, worded
from kinrow.words import Language, reader


@made_as("HumanPlayer(input, print)")
class HumanPlayer(Player):
    """Asks until the answer is a legal move.

    `read` gives one line of text (the terminal's by default; EOFError: nobody is there),
    `write` shows one. They speak the `language` that is given, or that of the locale. Raises
    OptionError for what cannot be called.

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
        self,
        read: Callable[[str], str] | None = None,
        write: Callable[[str], object] | None = None,
        language: Language | None = None,
    ) -> None:
        callable_or_none("read", read)
        callable_or_none("write", write)
        self._read = input if read is None else read
        self._write = print if write is None else write
        self._language = language or reader.language()

    def choose(self, position: PositionLike, clock: Clock | None = None) -> Cell:
        """The first legal move that is typed; the clock does not matter."""
        position = to_play(position, clock)
        self._write(format_board(position))
        self._write(self._worded(Sentence("human.turn", sign=position.to_move)))
        prompt = self._worded(Sentence("human.prompt"))
        while True:
            try:
                move = Cell.parse(self._read(prompt))
                position.play(move)
            except (NotationError, IllegalMove) as error:
                self._write(self._worded(error.sentence))
            except (EOFError, StopIteration):
                raise Crashed(self.name, Sentence("player.answers")) from None
            else:
                return move

    def _worded(self, words: str) -> str:
        return worded(words, self._language)
