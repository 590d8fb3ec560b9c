"""Follow a strategy for a class of boards on any board of the class.

The window of the strategy is placed where one of the winner's stones is his first one, or where all
stones of the strategy's first position lie on such stones. What a search finds there, it finds for
all boards; the loser's stones beyond the window are passes, which the order of a win counts. Before
the searches know enough, the first stones are looked up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, filterfalse
from math import dist
from typing import Self

from kinrow.proofs.boards import SIDES
from kinrow.rules import Cell, Position, PositionLike, RulesError, Sign, as_position
from kinrow.rules.options import instance_of
from kinrow.rules.sentence import Sentence
from kinrow.strategies.far_stones import FREE, REACH, K, Place, most_in_line
from kinrow.strategies.file import HIGHEST, Entry, Strategy
from kinrow.strategies.follower import Follower, FoundWin
from kinrow.strategies.openings import Openings
from kinrow.strategies.rows import Row, RowWin, rows_of
from kinrow.strategies.searcher import nodes_asked

_SEARCHES = 120  # for wins without far stones; most know the answer
_TRIED = 4  # places of the window, in a game that may not have begun as the strategy does


class LargerFollower:
    """A strategy for a class of boards in use, as `Follower` is one for a single board.

    Use it as a context manager, or call `close()`, to give the memory back. Raises OptionError for
    what is no Strategy.
    """

    def __init__(self, strategy: Strategy, memory: str | int = "128MiB") -> None:
        instance_of("strategy", strategy, Strategy, "read_strategy('a.strategy')")
        self.strategy = strategy
        self._size = strategy.rules.rows, strategy.rules.cols
        self._follower = Follower(strategy, memory)
        self._openings = Openings(strategy)
        self._last: Place | None = None

    def __repr__(self) -> str:
        return f"<largerfollower: {self.strategy.spec}>"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends a search that is under way, and gives the memory back; may be called twice."""
        self._follower.close()

    def win(self, position: PositionLike, *, nodes: int | None = None) -> FoundWin | None:
        """How the strategy's side wins here, as far as searches of that many positions can tell.

        `nodes` is the strategy's budget by default, times the number of answers if the other side
        is to move. None if no win was found. Raises RulesError for a position of a game that is not
        of the class, OptionError for a limit that is none.
        """
        position = as_position(position)
        if not self.strategy.suits(position.rules):
            names = {"found": position.rules.title, "due": self.strategy.title}
            raise RulesError(Sentence("strategy.position", **names))
        answers = 1 if position.to_move is self.strategy.winner else position.empties
        budget = nodes_asked(nodes, self.strategy.budget * answers)
        for find in (self._placed, self._in_row):
            for corner in self._corners(position):
                board = _Board.of(position, corner, self.strategy.winner)
                found = find(board, budget)
                if found is not None:
                    self._last = corner
                    return found
        return _at_once(position, self.strategy.winner)

    def meets_all(self, entry: Entry, nodes: int) -> bool:
        """Whether each answer to an entry's move is met, in the window or so near that it matters.

        What lies farther away is in no line with a stone, and far from every zone.
        """
        places = self._openings.places
        own, other = places(entry.own | 1 << entry.move), places(entry.other)
        rows, cols = (
            range(-REACH, length + REACH) if side in self.strategy.larger else range(length)
            for side, length in zip(SIDES, self._size, strict=True)
        )
        answers = ((row, col) for row in rows for col in cols)
        return all(
            self._wins(own, [*other, answer], nodes)
            for answer in answers
            if answer not in own and answer not in other
        )

    def _wins(self, own: list[Place], other: list[Place], nodes: int) -> bool:
        """Whether the winner, who is to move, is found to win with the window at this place."""
        winner = self.strategy.winner
        board = _Board(own, other, (0, 0), self._size, winner, winner)
        return self._placed(board, nodes) is not None

    def _placed(self, board: _Board, nodes: int) -> FoundWin | None:
        """A win with the window where the board has it."""
        own = [at for at in board.own if self._openings.is_inside(at)]
        if self.strategy.rules.exact and len(own) < len(board.own):
            return None  # a stone beyond the window might spoil a line
        if not board.moves:
            return self._followed(board, own) or self._searched(board, own, nodes)
        found = self._searched(board, own, nodes)
        return found or next(self._looked_up(board, own), None)

    def _searched(self, board: _Board, own: list[Place], nodes: int) -> FoundWin | None:
        known, beyond = self._apart(board.other)
        order = most_in_line(beyond, self.strategy.rules.k, own)
        if order > min(HIGHEST, self.strategy.rules.k - 2):
            return None
        bits = self._openings.bits
        stones = Entry(bits(own), bits(known), 0, 0, order)
        found = self._follower.search(stones, board.to_move, nodes)
        if found is None:
            return None
        move = self._openings.places(1 << found.move)[0] if board.moves else None
        return self._found(board, move, found.zone, by_search=not found.is_learned)

    def _in_row(self, board: _Board, nodes: int) -> FoundWin | None:
        """A win that goes on without far stones in a row, or the answer to one of them."""
        if self.strategy.rules.k != K or self.strategy.rules.exact:
            return None
        searches = iter(range(_SEARCHES))
        for row in rows_of(board.other):
            for win in self._without(row, board, nodes, searches):
                after = [*board.own, win.move] if win.move else board.own
                if row.is_kept(win, after, board.has):
                    return self._left_out(board, win, win.move)
            if board.moves and (answer := self._answer(row, board, nodes, searches)) is not None:
                return answer
        return None

    def _answer(
        self, row: Row, board: _Board, nodes: int, searches: Iterator[int]
    ) -> FoundWin | None:
        """A stone on the row after which the win that was there before one of them goes on.

        It may lie in the zone of that win: one more stone is never a drawback.
        """
        for stone in row.stones:
            others = [at for at in board.other if at != stone]
            before = replace(board, other=others, to_move=board.winner.other)
            searched = self._without(row, before, nodes, searches, last=stone)
            for win in chain(self._before(row, before), searched):
                near = sorted(filter(board.has, row.near()), key=partial(dist, stone))
                for cell in near:
                    is_taken = cell in board.own or cell in board.other
                    if not is_taken and row.is_kept(win, [*board.own, cell], board.has):
                        return self._left_out(board, win, cell)
        return None

    def _before(self, row: Row, board: _Board) -> Iterator[RowWin]:
        """Wins of entries whose move is on the board, without the stones of a row."""
        known, beyond = self._apart(at for at in board.other if at not in row.stones)
        for last in board.own:
            rest = [at for at in board.own if at != last]
            for entry, move in self._openings.moves(rest, board.other):
                if move == last:
                    zone = frozenset(self._openings.places(entry.zone)) - {move}
                    yield RowWin(None, zone, entry.order, known, beyond)

    def _without(
        self,
        row: Row,
        board: _Board,
        nodes: int,
        searches: Iterator[int],
        last: Place | None = None,
    ) -> Iterator[RowWin]:
        """Wins without the stones of a row and the answers to them, by some of these searches.

        The last stone, if one is given, is not on the board. The first search takes
        any win; if that is not kept, the second keeps off these stones, and the third off what is
        near them on the row.
        """
        known, beyond = self._apart(at for at in board.other if at not in row.stones)
        bits, places = self._openings.bits, self._openings.places
        there = row if last is None else row.without(last)
        for answers in there.with_answers(board.own):
            own = [at for at in board.own if at not in answers and self._openings.is_inside(at)]
            passes = len(there.stones) - 1 - len(answers)
            order = max(passes, most_in_line(beyond, K, board.own))
            if not own or order > HIGHEST:
                continue
            stones = Entry(bits(own), bits(known), 0, 0, order)
            for within in (None, self._off(row.stones), self._off(row.within(FREE))):
                if next(searches, None) is None:
                    return
                found = self._follower.search(stones, board.to_move, nodes, within)
                if found is None:
                    break
                move = places(1 << found.move)[0] if board.moves else None
                yield RowWin(move, frozenset(places(found.zone)), order, known, beyond)

    def _off(self, places: Iterable[Place]) -> int:
        """The other cells of the window."""
        inside = filter(self._openings.is_inside, places)
        return (1 << self.strategy.rules.size) - 1 & ~self._openings.bits(inside)

    def _left_out(self, board: _Board, win: RowWin, move: Place | None) -> FoundWin:
        return self._found(board, move, self._openings.bits(win.zone), by_search=True)

    def _apart(self, stones: Iterable[Place]) -> tuple[tuple[Place, ...], tuple[Place, ...]]:
        """Those in the window, and those beyond it."""
        every, inside = [*stones], self._openings.is_inside
        return tuple(filter(inside, every)), tuple(filterfalse(inside, every))

    def _looked_up(self, board: _Board, own: list[Place]) -> Iterator[FoundWin]:
        """As entries of the first stones have it."""
        for entry, move in self._openings.moves(own, board.other):
            yield self._found(board, move, entry.zone, by_search=False)

    def _followed(self, board: _Board, own: list[Place]) -> FoundWin | None:
        """What follows an entry by its move, whatever the loser, who is to move, does."""
        before = replace(board, to_move=self.strategy.winner)
        for last in own:
            rest = [at for at in own if at != last]
            learned = self._searched(before, rest, nodes=1)
            entries = chain([learned] if learned else [], self._looked_up(before, rest))
            for found in entries:
                if found.move == board.cell(last) and not found.by_search:
                    return FoundWin(None, found.zone - {found.move}, by_search=False)
        return None

    def _found(self, board: _Board, move: Place | None, zone: int, *, by_search: bool) -> FoundWin:
        cells = frozenset(map(board.cell, self._openings.places(zone)))
        return FoundWin(None if move is None else board.cell(move), cells, by_search)

    def _corners(self, position: Position) -> list[Place]:
        """Where the window's first cell may be: as in the last game, then in the middle."""
        window, rules = self.strategy.rules, position.rules
        down, right = rules.rows - window.rows, rules.cols - window.cols
        board = _Board.of(position, (0, 0), self.strategy.winner)
        every = self._openings.corners(board.own, board.other)
        fitting = [at for at in every if 0 <= at[0] <= down and 0 <= at[1] <= right]
        middle = down // 2, right // 2
        if self._openings.begins_empty and not board.own:
            return [middle]
        return sorted(fitting, key=lambda at: (at != self._last, dist(at, middle), at))[:_TRIED]


@dataclass(frozen=True, slots=True)
class _Board:
    """The stones of a position, their places counted from a corner of the window."""

    own: list[Place]
    other: list[Place]
    corner: Place
    size: tuple[int, int]
    to_move: Sign
    winner: Sign

    @classmethod
    def of(cls, position: Position, corner: Place, winner: Sign) -> Self:
        """The winner's stones and the loser's."""
        rules, signs = position.rules, (str(winner), str(winner.other))
        own, other = (
            [
                (index // rules.cols - corner[0], index % rules.cols - corner[1])
                for index, cell in enumerate(position.cells)
                if cell == sign
            ]
            for sign in signs
        )
        return cls(own, other, corner, (rules.rows, rules.cols), position.to_move, winner)

    @property
    def moves(self) -> bool:
        """Whether the winner is to move."""
        return self.to_move is self.winner

    def has(self, place: Place) -> bool:
        """Whether there is such a cell."""
        row, col = place[0] + self.corner[0], place[1] + self.corner[1]
        return 0 <= row < self.size[0] and 0 <= col < self.size[1]

    def cell(self, place: Place) -> Cell:
        """That of the board."""
        return Cell(place[0] + self.corner[0], place[1] + self.corner[1])


def _at_once(position: Position, winner: Sign) -> FoundWin | None:
    """A line that the winner, who is to move, completes: whatever stones lie beyond the window."""
    moves = position.legal_moves if position.to_move is winner else ()
    move = next((move for move in moves if position.play(move).winner is winner), None)
    return None if move is None else FoundWin(move, frozenset([move]), by_search=True)


def player_of(strategy: Strategy, memory: str | int = "128MiB") -> Follower | LargerFollower:
    """What follows a strategy in the games that it is for.

    >>> from kinrow.rules import game
    >>> player_of(Strategy(game("13,4,4").start(), Sign.X, 1, "", b"", ("rows",)), "1MiB")
    <largerfollower: 13+,4,4>
    """
    return LargerFollower(strategy, memory) if strategy.larger else Follower(strategy, memory)
