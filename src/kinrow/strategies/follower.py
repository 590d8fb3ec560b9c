"""Follow a strategy: the winning move in a position, from an entry or by a short search."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from kinrow.rules import Cell, PositionLike, Sign
from kinrow.rules.options import LARGEST, instance_of
from kinrow.runtime.conversion import SIGNS, cell_of, core_position
from kinrow.runtime.waiting import Deadline, Stop
from kinrow.strategies.file import Entry, Strategy, cells_in, pack, unpack_all
from kinrow.strategies.searcher import Searcher, nodes_asked, refusing_entries


@dataclass(frozen=True, slots=True)
class FoundWin:
    """A win of the strategy's side.

    - `move`: the winning move; None if the other side is to move.
    - `zone`: the cells that the win needs; stones elsewhere do not matter.
    - `by_search`: whether a search found it; otherwise the position is an entry of the file, or
      follows one by its move.
    """

    move: Cell | None
    zone: frozenset[Cell]
    by_search: bool


class Tree(NamedTuple):
    """A win as the core has it: the move, the cells that it needs, and whether it was learned."""

    move: int
    zone: int
    is_learned: bool


class Follower(Searcher):
    """A strategy in use: its entries in a table, and a search that accepts them as proved.

    The search runs in one thread. Of a position and its images under the symmetries of the board it
    always sees the same one, so what settles one image settles all. Use it as a context manager, or
    call `close()`, to give the memory back. Raises OptionError for what is not a Strategy.
    """

    def __init__(self, strategy: Strategy, memory: str | int = "128MiB") -> None:
        instance_of("strategy", strategy, Strategy, "read_strategy('a.strategy')")
        super().__init__(strategy.rules, memory, strategy.larger)
        self.strategy = strategy
        self._winner = SIGNS.index(strategy.winner)
        self._memory = memory
        self._learned = bytearray()
        self.learn(strategy.packed)

    def learn(self, entries: bytes | list[Entry]) -> None:
        """Accepts further entries as proved; raises StrategyError for what cannot be one."""
        packed = entries if isinstance(entries, bytes) else pack(self._rules.size, entries)
        with refusing_entries():
            self._core.learn(self._winner, packed)
        self._learned += packed

    def win(
        self,
        position: PositionLike,
        *,
        nodes: int | None = None,
        time: float | None = None,
        stop: Stop | None = None,
    ) -> FoundWin | None:
        """How the strategy's side wins here, as far as that many positions, or seconds, can tell.

        `nodes` is the strategy's budget by default, times the number of answers if the other side
        is to move. None if no win was found. Raises RulesError for a position of another game,
        OptionError for limits that are none.
        """
        position = self._of_this_game(position)
        answers = 1 if position.to_move is self.strategy.winner else position.empties
        budget = nodes_asked(nodes, self.strategy.budget * answers)
        board = core_position(position)
        found = self._ask(board, 0, budget, time=time, stop=stop)
        if found is None:
            return None
        move, zone, learned = found
        rules = self._rules
        moves = position.to_move is self.strategy.winner
        return FoundWin(
            cell_of(rules, move) if moves else None,
            frozenset(cell_of(rules, index) for index in zone),
            not (learned or (not moves and self._core.follows_learned(*board, self._winner))),
        )

    def settles(self, entry: Entry, nodes: int) -> bool:
        """Whether a search that knows only what was learned wins in the position of an entry."""
        found = self._ask(self._board(entry, self._winner), entry.order, nodes, afresh=True)
        return found is not None

    def search(
        self, stones: Entry, to_move: Sign, nodes: int, within: int | None = None
    ) -> Tree | None:
        """A win in the position of an entry, of its order.

        Inside that zone if one is given. The move and the zone of the entry do not matter. None if
        a search of so many positions finds no win.
        """
        board = self._board(stones, SIGNS.index(to_move))
        cells = None if within is None else cells_in(within)
        found = self._ask(board, stones.order, nodes, within=cells)
        return None if found is None else Tree(found[0], _bits(found[1]), found[2])

    def learned(self) -> list[Entry]:
        """What it accepts as proved, in the order in which it was learned."""
        return unpack_all(self._rules.size, bytes(self._learned))

    def afresh(self) -> Follower:
        """One that accepts the same, and has searched nothing."""
        return follower_of(self.strategy, self.learned(), self._memory)

    def _board(self, entry: Entry, to_move: int) -> tuple[str, int, int]:
        return entry.signs(self.strategy.winner, self._rules.size), to_move, 1

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
    ) -> tuple[int, list[int], bool] | None:
        most = min(nodes, LARGEST)  # a large budget for every cell of the board
        self._core.begin_lambda(*board, self._winner, order, most, within, afresh)
        self._wait(Deadline(time), stop)
        return self._core.lambda_win()


def follower_of(strategy: Strategy, entries: list[Entry], memory: str | int) -> Follower:
    """A follower that knows these entries and no others."""
    known = replace(strategy, packed=pack(strategy.rules.size, entries))
    return Follower(known, memory)


def _bits(cells: list[int]) -> int:
    return sum(1 << cell for cell in cells)
