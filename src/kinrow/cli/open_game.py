"""A game being played: the moves made, and the moves taken back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from kinrow.records import Record, main_line, with_facts
from kinrow.rules import Cell, Position, Sign
from kinrow.rules.notation import replay


@dataclass
class OpenGame:
    """The position that a game began from, and what was played; a move is one stone.

    The stones of an `opening`, which are the first ones, are never taken back. `known` is the
    record of a game that goes on.

    >>> from kinrow.rules import game
    >>> played = OpenGame(game("tictactoe").start())
    >>> played.play(Cell(1, 1)); played.undo(); played.redo()
    True
    True
    >>> played.position
    kinrow.position('3,3,3 .../.X./...')
    """

    start: Position
    moves: list[Cell] = field(default_factory=list)
    undone: list[Cell] = field(default_factory=list)
    opening: int = 0
    known: Record | None = None

    @property
    def position(self) -> Position:
        """The position now."""
        return replay(self.start, self.moves)

    @property
    def last(self) -> Cell | None:
        """The last move."""
        return self.moves[-1] if self.moves else None

    def play(self, cell: Cell) -> None:
        """Make a move; what was taken back before is forgotten.

        Raises IllegalMove if the rules do not allow it.
        """
        self.position.play(cell)
        self.moves.append(cell)
        self.undone.clear()

    def undo(self) -> bool:
        """Take one stone back; False if there is none."""
        if len(self.moves) > self.opening:
            self.undone.append(self.moves.pop())
            return True
        return False

    def redo(self) -> bool:
        """Make a move again that was taken back; False if there is none."""
        if self.undone:
            self.moves.append(self.undone.pop())
            return True
        return False

    def anew(self) -> OpenGame:
        """The same game from its beginning: after its opening.

        >>> from kinrow.rules import game
        >>> played = OpenGame(game("tictactoe").start(), [Cell(1, 1), Cell(0, 0)], opening=1)
        >>> played.anew().moves
        [Cell.of('b2')]
        """
        return OpenGame(self.start, self.moves[: self.opening], opening=self.opening)

    def record(self, players: Mapping[Sign, str]) -> Record:
        """The game so far, as it is saved, with what was known of it and its stones.

        >>> from kinrow.rules import game
        >>> OpenGame(game("tictactoe").start(), [Cell(1, 1)]).record({Sign.O: "perfect"}).moves
        Moves('b2')
        """
        found = Record(self.start, main_line(self.moves), players, opening=self.opening)
        if self.known is None:
            return found
        names = {sign: name or found.players[sign] for sign, name in self.known.players.items()}
        return replace(with_facts(found, self.known), players=names)
