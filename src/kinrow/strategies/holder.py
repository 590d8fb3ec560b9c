"""Hold a draw: bounds on a position of a drawn game, and a move that keeps them."""

from __future__ import annotations

from dataclasses import dataclass

from kinrow.rules import Cell, Position, PositionLike
from kinrow.rules.options import instance_of
from kinrow.runtime.conversion import cell_of, core_position
from kinrow.runtime.waiting import Deadline, Stop
from kinrow.strategies.file import DrawStrategy, Entry, pack
from kinrow.strategies.searcher import Searcher, nodes_asked, refusing_entries

_WIN, _HOLD = 1, 0  # the goals of a search


@dataclass(frozen=True, slots=True)
class Held:
    """What a position is worth to the side to move, from -1 to 1, and a move that is worth `lower`.

    The move is None if nothing is known, or all is lost.
    """

    lower: int
    upper: int
    move: Cell | None


class Holder(Searcher):
    """A strategy of a draw in use: a search that accepts its entries as proved.

    The search runs in one thread. Use it as a context manager, or call `close()`, to give the
    memory back. Raises OptionError for what is not a DrawStrategy.
    """

    def __init__(self, strategy: DrawStrategy, memory: str | int = "64MiB") -> None:
        instance_of("strategy", strategy, DrawStrategy, "read_any_strategy('a.strategy')")
        super().__init__(strategy.rules, memory)
        self.strategy = strategy
        self._learn(strategy.packed)

    def learn(self, entry: Entry) -> None:
        """Accepts a further entry as proved; raises StrategyError for what cannot be one."""
        self._learn(pack(self._rules.size, [entry]))

    def _learn(self, packed: bytes) -> None:
        with refusing_entries():
            self._core.learn_holds(packed)

    def held(
        self,
        position: PositionLike,
        *,
        nodes: int | None = None,
        time: float | None = None,
        stop: Stop | None = None,
    ) -> Held:
        """The result of two searches of about that many positions, or seconds, each.

        The first asks whether the side to move holds; if it does, the second whether it wins.
        Raises RulesError for a position of another game, OptionError for limits that are none.
        """
        position = self._of_this_game(position)
        nodes = nodes_asked(nodes, self.strategy.budget)
        clock = Deadline(time)
        holds, move = self._ask(position, _HOLD, nodes, clock, stop)
        if not holds:
            return Held(-1, 1 if holds is None else -1, None)
        wins, winning = self._ask(position, _WIN, nodes, clock, stop)
        if wins:
            return Held(1, 1, winning)
        return Held(0, 1 if wins is None else 0, move)

    def move(self, position: Position, nodes: int | None = None) -> Cell | None:
        """A move that holds, by a search of about so many positions; None if it finds none."""
        return self._ask(position, _HOLD, nodes, Deadline(None), None)[1]

    def _ask(
        self, position: Position, goal: int, nodes: int | None, clock: Deadline, stop: Stop | None
    ) -> tuple[bool | None, Cell | None]:
        budget = self.strategy.budget if nodes is None else nodes
        self._core.begin_move(*core_position(position), goal, budget)
        self._wait(clock, stop)
        move = self._core.move()
        return self._core.reached(), None if move < 0 else cell_of(self._rules, move)
