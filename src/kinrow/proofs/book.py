"""A book: games whose moves a lambda search tries first, in a text file that every run adds to.

One game per line, from the empty board: cells separated by spaces; `pass` if the defender does not
move, with which a lambda search finds the answers that matter; a `?` after a move that is not known
to win; `#` before a remark. In a position of the book, or an image of one, the book's move is tried
first, unless it has a `?`; if games differ, the last one counts. A wrong move may cost as much time
as a right one saves, but it makes no answer wrong.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from kinrow.proofs.place import held_in_turn
from kinrow.rules import Cell, KinrowError, Position, Rules
from kinrow.rules.calls import made_as
from kinrow.rules.sentence import Sentence
from kinrow.runtime.conversion import cell_of, index_of
from kinrow.runtime.files import path_of, whole_file

PASS = -1
WORTH = 1 << 14  # nodes that a win took, for its game to be noted: a tenth of a second

MoveIndices = tuple[int, ...]  # row-major indices, PASS, or a guess


def guess(index: int) -> int:
    """A move that is only played, as the core has it; and back."""
    return -2 - index


class BookError(KinrowError):
    """A line of a book that is not a game; the text names the file, the line and the move."""


@made_as("Book('a.book')")
@dataclass(frozen=True, slots=True)
class Book:
    """A file of games, and the moves that lead from the empty board to the position in question.

    >>> import tempfile
    >>> from kinrow.rules import game
    >>> rules = game("5,5,4")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     book = Book(Path(folder, "554.book"), (12,))
    ...     print(book.games(rules))
    ...     book.add(rules, [(7, PASS, 8)], sure=True)
    ...     print(book.path.read_text(), book.games(rules))
    ...
    []
    c3 c2 pass d2
     [(12, 7, -1, 8)]
    >>> book.first_move(rules) is None  # the file is gone
    True
    """

    path: Path
    played: MoveIndices = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "path", path_of(self.path, "a.book"))  # text is as good

    def games(self, rules: Rules) -> list[MoveIndices]:
        """All of them; empty if the file does not exist. Raises BookError."""
        if not self.path.exists():
            return []
        return [
            game
            for number, line in enumerate(self._text().splitlines(), start=1)
            if (game := _game(rules, line, self.path, number))
        ]

    def first_move(self, rules: Rules) -> int | None:
        """The move that all its games begin with, if they are sure of it."""
        first = {game[0] for game in self.games(rules) if game[0] >= 0}
        return first.pop() if len(first) == 1 else None

    def add(self, rules: Rules, games: Iterable[MoveIndices], *, sure: bool) -> None:
        """Adds games that continue the moves played, without those already there.

        The moves played are guesses unless the position after them is `sure` to be settled. The
        file is replaced whole or not at all; what it had stays, remarks too. Runs that add to it at
        the same time wait for each other.
        """
        played = self.played if sure else tuple(map(guess, self.played))
        found = {played + game for game in games}
        if found:
            with held_in_turn(self.path):
                self._add(rules, found)

    def _add(self, rules: Rules, games: Iterable[MoveIndices]) -> None:
        known = {start for game in self.games(rules) for start in _starts(game)}
        lines = []
        for game in sorted(games, key=len, reverse=True):
            if game not in known:
                lines.append(" ".join(_word(rules, index) for index in game) + "\n")
                known.update(_starts(game))
        if lines:
            before = self._text() if self.path.exists() else ""
            gap = "\n" if before and not before.endswith("\n") else ""
            with whole_file(self.path) as temporary:
                temporary.write_text(before + gap + "".join(sorted(lines)), encoding="utf-8")

    def _text(self) -> str:
        try:
            return self.path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            raise BookError(Sentence("proof.utf8", path=self.path)) from None


def book_of(book: Book | str | os.PathLike[str] | None) -> Book | None:
    """The book, which may be given by its path; raises OptionError for anything else.

    >>> book_of(None) is None, book_of("five.book").path.name
    (True, 'five.book')
    """
    return book if book is None or isinstance(book, Book) else Book(path_of(book, "a.book"))


def _starts(game: MoveIndices) -> Iterator[MoveIndices]:
    return (game[:length] for length in range(1, len(game) + 1))


def _word(rules: Rules, index: int) -> str:
    if index == PASS:
        return "pass"
    return f"{cell_of(rules, guess(index))}?" if index < PASS else str(cell_of(rules, index))


def _game(rules: Rules, line: str, path: Path, number: int) -> MoveIndices:
    """The game of a line, with every move played by the rules."""
    position, moves = rules.start(), []
    for count, word in enumerate(line.split("#")[0].split(), start=1):
        try:
            index, position = _played(position, word)
        except KinrowError as error:
            fault = error.sentence
            raise BookError(
                Sentence("proof.book", path=path, line=number, number=count, error=fault)
            ) from None
        moves.append(index)
    return tuple(moves)


def _played(position: Position, word: str) -> tuple[int, Position]:
    if word == "pass":
        return PASS, replace(position, to_move=position.to_move.other)
    cell = Cell.parse(word.removesuffix("?"))
    index = index_of(position.rules, cell)
    return guess(index) if word.endswith("?") else index, position.play(cell)
