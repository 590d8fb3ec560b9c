"""Alpha-beta as a player: patterns and threats, to a depth or ever deeper while there is time."""

from __future__ import annotations

from kinrow import _core
from kinrow.players.errors import Unfit
from kinrow.players.protocol import Clock, Player, longest_time, thinking_time, to_play
from kinrow.rules import Cell, GameLike, Position, PositionLike, Rules, game
from kinrow.runtime.conversion import cell_of, core_game, core_position
from kinrow.runtime.waiting import Deadline, wait_for

_MEMORY = 64 * 2**20
_FORCED, _SURE = 20_000, 30_000  # how the core's scores speak of a forced end


class AlphaBetaPlayer(Player):
    """Searches to a depth, or for a time, or until its clock says so, whichever comes first.

    Raises Unfit for majority games, which have no patterns to look at. Moves are the same for
    the same position wherever the depth, not the time, ends the search.

    >>> from kinrow.rules import game
    >>> AlphaBetaPlayer("alphabeta:2", depth=2).choose(game("tictactoe").parse("XX./OO./..."))
    Cell.of('c1')
    """

    def __init__(
        self,
        name: str,
        *,
        depth: int = 0,
        seconds: float = 0.0,
        threads: int = 1,
        memory: int = _MEMORY,
    ) -> None:
        self.name = name
        self.note = ""
        self.score = 0  # of the last search: for the side to move, in the core's own unit
        self.memory = memory
        self._depth = depth
        self._seconds = seconds
        self._threads = threads
        self._rules: Rules | None = None
        self._core: _core.Engine | None = None
        self._last: Position | None = None

    def choose(self, position: PositionLike, clock: Clock | None = None) -> Cell:
        """The stone at the head of the best line found."""
        position = to_play(position)
        target, seconds = (
            min((s for s in (self._seconds, limit(position, clock)) if s), default=0.0)
            for limit in (thinking_time, longest_time)
        )
        best, score, depth, line, nodes = self._search(position, target, seconds)
        self.score = score
        self.note = _note(position.rules, score, depth, line, nodes)
        self._last = position
        return cell_of(position.rules, best)

    def _search(
        self, position: Position, target: float, seconds: float
    ) -> tuple[int, int, int, list[int], int]:
        core = self._core_for(position.rules)
        new_game = self._last is not None and self._last.plies >= position.plies
        if new_game and not seconds:  # clearing costs time, and a search by time is never the same
            core.forget()
            self._last = None
        core.begin_search(
            *core_position(position), depth=self._depth, seconds=seconds, target=target
        )
        if wait_for(core, Deadline(None)) == "interrupted":
            raise KeyboardInterrupt
        return core.result()

    def prepare(self, rules: GameLike) -> None:
        """Takes the memory for a game, and clears it of the last one."""
        core = self._core_for(game(rules))
        if self._last is not None:
            core.forget()
            self._last = None

    def stop(self) -> None:
        """Ends a search under way in another thread, with the best stone so far."""
        if self._core is not None:
            self._core.stop()

    def close(self) -> None:
        """Gives the table's memory back."""
        if self._core is not None:
            self._core.stop()
        self._core = self._rules = self._last = None

    def _core_for(self, rules: Rules) -> _core.Engine:
        if rules.objective != "line":
            raise Unfit(f"{self.name} plays line games only, not {rules.title}: try mcts:1s")
        if self._core is None or self._rules != rules:
            self.close()
            self._rules = rules
            self._core = _core.Engine(core_game(rules), self.memory, self._threads)
        return self._core


def _note(rules: Rules, score: int, depth: int, line: list[int], nodes: int) -> str:
    if abs(score) >= _FORCED:
        stones = _SURE - abs(score)
        value = f"{'win' if score > 0 else 'loss'} in {stones}"
    else:
        value = f"value {score:+d}"
    moves = " ".join(str(cell_of(rules, at)) for at in line[:8])
    return f"depth {depth}, {value}, {nodes} nodes, {moves}".rstrip(", ")
