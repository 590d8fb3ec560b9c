"""A game being played: the moves made, the moves taken back, and both as text."""

from __future__ import annotations

from dataclasses import dataclass, field

from kinrow.rules import (
    Cell,
    NotationError,
    Position,
    format_moves,
    format_position,
    game,
    parse_moves,
)
from kinrow.rules.notation import replay


@dataclass
class Record:
    """The position that a game began from, and what was played; a move is one stone.

    >>> from kinrow.rules import game
    >>> record = Record(game("tictactoe").start())
    >>> record.play(Cell(1, 1)); record.undo(); record.redo()
    True
    True
    >>> record.position
    kinrow.position('3,3,3 .../.X./...')
    """

    start: Position
    moves: list[Cell] = field(default_factory=list)
    undone: list[Cell] = field(default_factory=list)

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

        Raises IllegalMove where the rules do not allow it.
        """
        self.position.play(cell)
        self.moves.append(cell)
        self.undone.clear()

    def undo(self) -> bool:
        """Take one stone back; False where there is none."""
        if self.moves:
            self.undone.append(self.moves.pop())
            return True
        return False

    def redo(self) -> bool:
        """Make a move again that was taken back; False where there is none."""
        if self.undone:
            self.moves.append(self.undone.pop())
            return True
        return False

    def to_text(self) -> str:
        """Three lines: the game, the position it began from, the moves.

        >>> from kinrow.rules import game
        >>> print(Record(game("tictactoe").start(), [Cell(1, 1)]).to_text())
        game 3,3,3
        start .../.../...
        moves b2
        """
        lines = [f"game {self.start.rules}", f"start {format_position(self.start)}"]
        return "\n".join([*lines, f"moves {format_moves(self.moves)}".rstrip()])

    @classmethod
    def from_text(cls, text: str) -> Record:
        """Read what `to_text` wrote; `start` and `moves` may be absent.

        Raises KinrowError where it is something else.

        >>> Record.from_text("game 3,3,3\\nmoves b2 a1").position
        kinrow.position('3,3,3 O../.X./...')
        """
        found: dict[str, str] = {}
        for number, line in enumerate(text.splitlines(), 1):
            word, _, rest = line.strip().partition(" ")
            if not word:
                continue
            if word not in ("game", "start", "moves") or word in found:
                raise NotationError(
                    f"line {number}: expected a saved game, one line each of game, start and moves"
                )
            found[word] = rest
        if "game" not in found:
            raise NotationError("expected a saved game, which begins with: game m,n,k")
        rules = game(found["game"])
        start = rules.parse(found["start"]) if "start" in found else rules.start()
        moves = parse_moves(found.get("moves", ""))
        replay(start, moves)
        return cls(start, list(moves))
