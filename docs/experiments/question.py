"""A question to a lambda search: does a player win after a first move, and perhaps a reply to it?

It says what the games of a book and the moves of a strategy become on its board, and which answers
there are.
"""

from __future__ import annotations

import json
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain

from docs.experiments.far_stones import freed, on_board

from kinrow import _core
from kinrow.proofs import Book
from kinrow.proofs.boards import Side
from kinrow.proofs.book import PASS, guess
from kinrow.proofs.search import header_of
from kinrow.rules import Cell, Position, Rules, Sign, symmetries
from kinrow.runtime.conversion import cell_of, core_game, index_of
from kinrow.strategies import Strategy
from kinrow.strategies.far_stones import WAYS, K, Place, is_quiet_along, open_lines
from kinrow.strategies.file import Entry


def shifted(cells: int, source: Rules, target: Rules, down: int, right: int) -> int | None:
    """A set of cells of one board on another, so many rows and columns on; None if one leaves it.

    >>> from kinrow.rules import game
    >>> gomoku = game("gomoku")
    >>> shifted(0b1, gomoku, gomoku, 1, 2) == 1 << 17, shifted(0b1, gomoku, gomoku, -1, 0)
    (True, None)
    """
    moved = 0
    for cell in range(cells.bit_length()):
        if cells >> cell & 1:
            row, col = cell // source.cols + down, cell % source.cols + right
            if not (0 <= row < target.rows and 0 <= col < target.cols):
                return None
            moved |= 1 << row * target.cols + col
    return moved


@dataclass(frozen=True)
class Question:
    """Who wins `rules` after a first move, and a reply to it that may be None.

    With `larger` the first player is to win on all boards that are larger on these sides, by a tree
    whose zone has none of the cells `avoided`; in exact games it reserves them. Null moves may take
    away a stone `dropped` (`G` in docs/proof-format.md); then only trees after null moves do so.
    """

    rules: Rules
    first: Cell
    reply: Cell | None
    larger: tuple[Side, ...] = ()
    avoided: frozenset[int] = frozenset()
    dropped: int = -1

    @property
    def game(self) -> _core.Game:
        """What the core has to know of it."""
        return core_game(self.rules, self.larger, (), self.avoided, self.dropped)

    def place(self, cell: Cell) -> Place:
        """Rows and columns from the first stone."""
        return cell.row - self.first.row, cell.col - self.first.col

    def games(self, book: Book, source: Rules | None = None) -> Iterator[list[int]]:
        """The games of a book for this board, each with its images.

        Those of a book for `source` are moved like the strategy; else it is a book of this game.
        """
        down, right = (0, 0) if source is None else self._shift(source)
        source = source or self.rules
        for game_of_book in book.games(source):
            for places in symmetries(source.rows, source.cols):
                moved = [self._moved(source, places, move, down, right) for move in game_of_book]
                whole = [move for move in moved if move is not None]
                if len(whole) == len(moved):
                    yield whole

    def _moved(
        self, source: Rules, places: Sequence[int], move: int, down: int, right: int
    ) -> int | None:
        """A move of a book on this board; None beyond its edges."""
        if move == PASS:
            return move
        cell = guess(move) if move < PASS else move
        lying = shifted(1 << places[cell], source, self.rules, down, right)
        if lying is None:
            return None
        index = lying.bit_length() - 1
        return guess(index) if move < PASS else index

    def _shift(self, source: Rules) -> tuple[int, int]:
        """How many rows and columns the centre of another board moves."""
        centre = self.reply or self.first
        return centre.row - source.rows // 2, centre.col - source.cols // 2

    @property
    def moves(self) -> list[Cell]:
        """What is played before the answers."""
        return [self.first] if self.reply is None else [self.first, self.reply]

    def after(self, position: Position, move: Cell | None) -> Position:
        """The position after a move, or a pass and without the stone that it may take away."""
        if move is not None:
            return position.play(move)
        cells = list(position.cells)
        if self.dropped >= 0:
            cells[self.dropped] = "."
        return Position(position.rules, "".join(cells), position.to_move.other)

    def must_answer(self, position: Position, zone: frozenset[int]) -> set[int]:
        """The cells on which the second player's moves need answers, if a pass has one with a zone.

        Those of the zone, and those on lines of the stone that the pass takes away, except where
        the zone keeps off it.
        """
        if self.dropped < 0:
            return {*zone}
        rules, stone = self.rules, divmod(self.dropped, self.rules.cols)
        mine, theirs = (places_of(position, sign) for sign in (self.winner, self.winner.other))
        held = {divmod(cell, rules.cols) for cell in zone} | theirs
        quiet = partial(is_quiet_along, exact=rules.exact, reserved=self._reserved)
        near = (
            line
            for way in WAYS.values()
            if rules.k != K or not quiet(stone, way, held, mine)
            for line in open_lines(stone, way, rules.k, mine, theirs if rules.exact else ())
        )
        return {*zone, *on_board(rules, chain(*near))} - {self.dropped}

    @property
    def _reserved(self) -> set[Place]:
        return freed(self.rules, self.avoided)

    @property
    def winner(self) -> Sign:
        """Who is to win: the second player if there is a reply."""
        return self.rules.begins if self.reply is None else self.rules.begins.other

    def hints(self, strategy: Strategy) -> Iterator[tuple[Position, int]]:
        """Positions with the winner to move, and the strategy's moves there."""
        source, target = strategy.rules, self.rules
        down, right = self._shift(source)
        extra = 0 if self.reply is None else 1 << index_of(target, self.first)
        for entry in strategy.entries():
            for places in symmetries(source.rows, source.cols):
                image = entry.image(places)
                own, other, move = (
                    shifted(cells, source, target, down, right)
                    for cells in (image.own, image.other, 1 << image.move)
                )
                if own is None or other is None or move is None or extra & (own | move):
                    continue
                stones = Entry(own, other | extra, 0, 0, 0).signs(self.winner, target.size)
                yield Position(target, stones, self.winner), move.bit_length() - 1

    def answers(self) -> list[Cell]:
        """The answers to what is played, up to symmetry."""
        return answers(self.rules.replay(self.moves), self.moves[-1])


def answers(position: Position, last: Cell, among: Container[int] | None = None) -> list[Cell]:
    """One legal move of each kind up to the symmetries of a position; only of these cells, if any.

    The farthest from the last move first: they are settled soonest, and that helps the others.

    >>> from kinrow.rules import game
    >>> start = game("5,5,4").replay([Cell.of("c3")])
    >>> [str(move) for move in answers(start, Cell.of("c3"))]
    ['a1', 'b1', 'c1', 'b2', 'c2']
    """
    rules, cells = position.rules, position.cells
    keeping = [
        places
        for places in symmetries(rules.rows, rules.cols)
        if all(cells[places[cell]] == cells[cell] for cell in range(rules.size))
    ]
    every = (index_of(rules, move) for move in position.legal_moves)
    asked = (cell for cell in every if among is None or cell in among)
    least = {min(places[cell] for places in keeping) for cell in asked}
    found = [cell_of(rules, cell) for cell in sorted(least)]
    return sorted(found, key=lambda cell: -_distance(cell, last))


def places_of(position: Position, sign: Sign) -> set[Place]:
    """Rows and columns of the stones of a player."""
    cols = position.rules.cols
    return {divmod(at, cols) for at, cell in enumerate(position.cells) if cell == sign}


def _distance(one: Cell, two: Cell) -> int:
    return max(abs(one.row - two.row), abs(one.col - two.col))


def tag_of(question: Question) -> str:
    """What a kept table says of its question."""
    larger = {"larger": question.larger} if question.larger else {}
    avoided = {"avoided": sorted(question.avoided)} if question.avoided else {}
    dropped = {"dropped": question.dropped} if question.dropped >= 0 else {}
    return json.dumps(header_of(question.rules) | larger | avoided | dropped)
