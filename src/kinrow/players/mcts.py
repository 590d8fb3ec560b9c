"""Monte Carlo tree search as a player, by playouts or by a network."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import Any

from kinrow import _core
from kinrow.players.delay import Delay
from kinrow.players.errors import Unfit
from kinrow.players.protocol import Clock, Player, thinking_time, to_play
from kinrow.rules import Cell, GameLike, Position, PositionLike, Rules, game
from kinrow.rules.calls import made_as
from kinrow.rules.options import seconds_of, seed_of, text_of, whole_number
from kinrow.rules.sentence import Sentence
from kinrow.runtime.conversion import cell_of, core_game, core_position
from kinrow.runtime.limits import threads_of
from kinrow.runtime.waiting import finish
from kinrow.weights import Network, may_have_network, network_for

_MEMORY = 128 * 2**20


@dataclass(frozen=True, slots=True)
class Statistics:
    """What the search knows of one move: visits, mean value and proven bounds.

    Values are for the side to move, -1 (loss) to 1 (win); where `lower == upper` it is proven.
    """

    visits: int
    value: float
    lower: int
    upper: int


@made_as("MctsPlayer('mcts:500', simulations=500, seed=1)")
class MctsPlayer(Player):
    """UCT with tactics and proven subtrees; keeps its tree from stone to stone.

    With one thread and a number of simulations, the same seed plays the same game.

    `network` says what scores the leaves and suggests moves: False for playouts, a network, or
    True for the one that was learned for the game. Raises Unfit for a game that it is not for, or
    that has none. Its values are estimates; what is proven does not rest on them.

    Raises OptionError for an argument that it cannot use.

    >>> from kinrow.rules import game
    >>> position = game("tictactoe").parse("XX./OO./...")
    >>> MctsPlayer("mcts:200", simulations=200, seed=1).choose(position)
    Cell.of('c1')
    """

    def __init__(
        self,
        name: str,
        *,
        simulations: int = 0,
        seconds: float = 0.0,
        seed: int | None = None,
        threads: int = 1,
        memory: int = _MEMORY,
        network: Network | bool = False,
    ) -> None:
        self.name = text_of("name", name)
        self.note = ""
        self.statistics: dict[Cell, Statistics] = {}
        self._simulations = whole_number("simulations", simulations, 0, example=1000)
        self._seconds = seconds_of("seconds", seconds, zero=True)
        self._seed = (seed_of(seed) or 0) % 2**63
        self._threads = threads_of(threads)
        self._memory = whole_number("memory", memory, 1, example=_MEMORY)
        self._network = network
        self._rules: Rules | None = None
        self._core: _core.Mcts | None = None
        self._last: Position | None = None
        self._delay = Delay()

    def prepare(self, rules: GameLike) -> None:
        """Allocates the memory for a game, and clears what the last one left."""
        core = self._core_for(game(rules))
        if self._last is not None:
            core.forget()
            self._last = None

    def choose(self, position: PositionLike, clock: Clock | None = None) -> Cell:
        """The best stone that the simulations, or the time, allow; `statistics` say why."""
        position = to_play(position, clock)
        core = self._core_for(position.rules)
        if self._last is not None and self._last.plies >= position.plies:
            core.forget()  # a new game
        limit = thinking_time(position, clock, self._delay.seconds)
        seconds = min((s for s in (self._seconds, limit) if s), default=0.0)
        began = perf_counter()
        core.begin_search(*core_position(position), simulations=self._simulations, seconds=seconds)
        finish(core)
        if clock is not None and seconds:
            self._delay.note(seconds, perf_counter() - began)
        best, moves, lower, upper, simulations = core.result()
        self.statistics = {
            cell_of(position.rules, at): Statistics(visits, value, low, high)
            for at, visits, value, low, high in moves
        }
        move = cell_of(position.rules, best)
        self.note = _note(self.statistics.get(move), lower == upper, simulations)
        self._last = position
        return move

    def __getstate__(self) -> dict[str, Any]:
        """What a copy needs, also one that is pickled; its tree begins empty."""
        return vars(self) | {"_core": None, "_rules": None, "_last": None}

    def close(self) -> None:
        """Releases the tree's memory."""
        if self._core is not None:
            self._core.stop()
        self._core = self._rules = self._last = None

    def _core_for(self, rules: Rules) -> _core.Mcts:
        if self._core is None or self._rules != rules:
            self.close()
            network = self._network_for(rules)
            self._rules = rules
            self._core = _core.Mcts(
                core_game(rules),
                self._memory,
                self._threads,
                self._seed,
                None if network is None else network.core,
            )
        return self._core

    def _network_for(self, rules: Rules) -> Network | None:
        if isinstance(self._network, Network):
            if not self._network.fits(rules):
                values = {"name": self.name, "trained": str(self._network.rules)}
                raise Unfit(Sentence("player.unfit", game=str(rules), **values))
            return self._network
        found = network_for(rules) if self._network else None
        if self._network and found is None:
            if not may_have_network(rules):
                raise Unfit(Sentence("player.networks", name=self.name, game=str(rules)))
            raise Unfit(Sentence("player.network", name=self.name, game=str(rules)))
        return found


def _note(known: Statistics | None, proven: bool, simulations: int) -> str:
    if known is None:
        return Sentence("note.simulations", simulations=simulations)
    if proven:
        return Sentence("note.proven", simulations=simulations)
    return Sentence("note.estimate", simulations=simulations, value=f"{known.value:+.2f}")
