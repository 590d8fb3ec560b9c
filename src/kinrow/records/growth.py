"""A record that grows stone by stone from a file; a stone that cannot be played ends its line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from kinrow.records.record import IllegalStone, Record, main_length, trusted_record
from kinrow.records.result import Result, result_of
from kinrow.records.tree import Stone, clean_text
from kinrow.rules import Cell, KinrowError, NotationError, Position, Sign
from kinrow.rules.sentence import Sentence


@dataclass
class Growth:
    """The stones of a record so far; a file's are added in its order, which is preorder.

    >>> from kinrow.rules import game
    >>> growth = Growth(game("1,3,2").start())
    >>> first = growth.add(None, "a1", line=2)
    >>> growth.add(first, "a1", line=3)
    >>> str(growth.illegal[0])
    'line 3: a1 is taken by X, expected an empty cell'
    """

    start: Position
    stones: list[Stone] = field(default_factory=list)
    positions: list[Position] = field(default_factory=list)
    illegal: list[IllegalStone] = field(default_factory=list)
    _followed: set[int | None] = field(default_factory=set)
    _ended: set[int | None] = field(default_factory=set)

    def position(self, index: int | None) -> Position:
        """The position after the stone with this index; the start for None."""
        return self.start if index is None else self.positions[index]

    def add(
        self,
        parent: int | None,
        written: str,
        *,
        line: int,
        cell: Cell | None = None,
        sign: Sign | None = None,
        seconds: float | None = None,
        note: str = "",
        fault: str | None = None,
    ) -> int | None:
        """The index of the new stone; None if the rules do not allow it, which is noted.

        `cell` is what `written` means, if that is not kinrow's own notation; `sign` whose stone
        it is, if the file says so; `fault` why it is not a stone at all. If the first continuation
        of a stone is illegal, its alternatives are left out: none of them was played.
        """
        if parent in self._ended:
            return None
        before = self.position(parent)
        try:
            if sign is not None and sign is not before.to_move and not before.finished:
                raise NotationError(Sentence("record.mover", sign=sign, mover=before.to_move))
            if fault is not None:
                raise NotationError(fault)
            rows, cols = before.rules.rows, before.rules.cols
            found = Cell.parse(written, rows, cols) if cell is None else cell
            after = before.play(found)
        except KinrowError as error:
            said = written if cell is None else str(cell)
            self.illegal.append(IllegalStone(line, said, parent, sign, error.sentence))
            if parent not in self._followed:
                self._ended.add(parent)
            return None
        self.stones.append(Stone(found, parent, seconds, note))
        self.positions.append(after)
        self._followed.add(parent)
        return len(self.stones) - 1

    def append_note(self, index: int, text: str) -> None:
        """Adds a paragraph to the note of a stone."""
        stone = self.stones[index]
        self.stones[index] = replace(stone, note="\n".join(filter(None, (stone.note, text))))

    def record(
        self,
        *,
        players: Mapping[Sign, str] | None = None,
        result: Result | None = None,
        comment: str = "",
        about: Mapping[str, str] | None = None,
        opening: int = 0,
    ) -> Record:
        """The record of these stones; the opening ends with the main line at the latest."""
        length = main_length(self.stones)
        end = self.position(length - 1 if length else None)
        values: dict[str, Any] = {
            "start": self.start,
            "tree": tuple(self.stones),
            "players": players,
            "result": result or result_of(end),
            "comment": clean_text(comment),
            "about": about,
            "illegal": tuple(self.illegal),
            "opening": min(opening, length),
        }
        return trusted_record(**values)
