"""Follow a strategy: the winning move in a position, from an entry or by a short search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from kinrow import _core
from kinrow.rules import Cell, Position
from kinrow.runtime.conversion import SIGNS, cell_of, core_game, core_position
from kinrow.runtime.limits import bytes_of
from kinrow.runtime.waiting import Deadline, Stop, wait_for
from kinrow.strategies.file import Entry, Strategy, pack

_HIGHEST = 3  # order of a win


@dataclass(frozen=True, slots=True)
class FoundWin:
    """A win of the strategy's side.

    - `move`: the winning move; None if the other side is to move.
    - `zone`: the cells that the win needs; stones elsewhere do not matter.
    - `by_search`: whether a search found it; otherwise the position is an entry of the file.
    """

    move: Cell | None
    zone: frozenset[Cell]
    by_search: bool


class Follower:
    """A strategy at work: its entries in a table, and a search that takes them for proved.

    The search runs in one thread, and sees of a position and its images under the symmetries of the
    board always the same one: what settles one image settles all. Use it as a context manager, or
    call `close()`, to give the memory back.
    """

    def __init__(self, strategy: Strategy, memory: str | int = "128MiB") -> None:
        rules = strategy.rules
        self.strategy = strategy
        self._winner = SIGNS.index(strategy.winner)
        self._core = _core.Prover(core_game(rules), bytes_of(memory), 1)
        self.learn(strategy.packed)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends a search that is under way."""
        self._core.stop()

    def learn(self, entries: bytes | list[Entry]) -> None:
        """Takes further entries for proved."""
        cells = self.strategy.rules.size
        self._core.learn(
            self._winner, entries if isinstance(entries, bytes) else pack(cells, entries)
        )

    def win(
        self,
        position: Position,
        *,
        nodes: int | None = None,
        time: float | None = None,
        stop: Stop | None = None,
    ) -> FoundWin | None:
        """How the strategy's side wins here, as far as so many positions, or seconds, can tell.

        `nodes` is the strategy's budget by default, times the number of answers if the other side
        is to move. None if no win was found.
        """
        answers = 1 if position.to_move is self.strategy.winner else position.empties
        budget = nodes or self.strategy.budget * answers
        found = self._ask(core_position(position), 0, budget, time=time, stop=stop)
        if found is None:
            return None
        move, zone = found
        rules = self.strategy.rules
        moves = position.to_move is self.strategy.winner
        return FoundWin(
            cell_of(rules, move) if moves else None,
            frozenset(cell_of(rules, index) for index in zone),
            self._core.progress()[0] > 0,
        )

    def settles(self, entry: Entry, nodes: int) -> bool:
        """Whether a search that knows only what was learned wins in the position of an entry."""
        found = self._ask(self._board(entry, self._winner), entry.order, nodes, afresh=True)
        return found is not None

    def proves(self, entry: Entry, nodes: int) -> bool:
        """Whether searches find that the move of an entry wins within its zone.

        One search of all that follows, of so many positions; if that fails, one of each answer
        that the win after a pass does not bear, which tries more moves.
        """
        own = entry.own | 1 << entry.move
        zone = _cells(entry.zone)

        def found(other: int, order: int, to_move: int) -> list[int] | None:
            board = self._board(Entry(own, other, 0, 0, order), to_move)
            win = self._ask(board, order, nodes, within=zone)
            return None if win is None else win[1]

        if found(entry.other, entry.order, 1 - self._winner) is not None:
            return True
        if entry.order >= _HIGHEST:
            return False
        idle = found(entry.other, entry.order + 1, self._winner)
        return idle is not None and all(
            found(entry.other | 1 << cell, entry.order, self._winner) is not None
            for cell in idle
            if not (own | entry.other) >> cell & 1
        )

    def _board(self, entry: Entry, to_move: int) -> tuple[str, int, int]:
        return entry.signs(self.strategy.winner, self.strategy.rules.size), to_move, 1

    def _ask(
        self,
        board: tuple[str, int, int],
        order: int,
        nodes: int,
        *,
        within: list[int] | None = None,
        afresh: bool = False,
        time: float | None = None,
        stop: Stop | None = None,
    ) -> tuple[int, list[int]] | None:
        self._core.begin_lambda(*board, self._winner, order, nodes, within, afresh)
        if wait_for(self._core, Deadline(time), stop=stop) == "interrupted":
            raise KeyboardInterrupt
        return self._core.lambda_win()


def _cells(bits: int) -> list[int]:
    return [cell for cell in range(bits.bit_length()) if bits >> cell & 1]
