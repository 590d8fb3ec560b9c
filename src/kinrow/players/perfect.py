"""The perfect player: plays what the analyst proves best, or says that it could not."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random
from time import perf_counter
from typing import Any, SupportsIndex

from kinrow.analysis import Analyst, Budget
from kinrow.players.alphabeta import AlphaBetaPlayer
from kinrow.players.mcts import MctsPlayer
from kinrow.players.protocol import Clock, Player, thinking_time, to_play
from kinrow.rules import Cell, GameLike, Moves, Outcome, Position, PositionLike, Value, game
from kinrow.rules.calls import made_as
from kinrow.rules.options import instance_of, seed_of
from kinrow.runtime.own import Owner
from kinrow.solver import Analysis, ProgressCallback, Solution
from kinrow.weights import correction_for

_PATIENCE = 10.0  # seconds for a stone, if no clock is given
_SOLVING = 0.6  # how much of the time goes into the exact answer before another player is asked
_LEAST = 0.002  # seconds in which a finer answer may be found
# If no clock is given, these are counted in nodes, so that the same seed plays the same moves.
_FINER = 0.25  # about so many seconds for how soon and for equal moves
_FINER_KNOWN = 0.1  # if who wins, or a move that holds a draw, was known without a search
_WINNING = 0.15  # about so many seconds for whether there is a win where a draw is held
_SMALL, _RATE, _RATE_LARGE = 36, 1_600_000, 80_000  # cells, and nodes in a second or so
_RESISTING = 1.0  # seconds for the move of a loss, if no clock is given
_SHORTEST = 0.005  # seconds for the other player, however late it is


@made_as("PerfectPlayer(seed=1)")
class PerfectPlayer(Owner, Player):
    """Wins as soon as it can and loses as late as it can, choosing among equals by its seed.

    If the time does not suffice for the exact answer, it plays the best that is known: a move of
    the best bounds, chosen by alpha-beta (by MCTS in majority games). `exact` then is False and
    `note` says so. In the same way it resists a loss if it is not known which moves lose last.

    - `analyst`: whom it asks, and who stays open; by default one of its own, with `threads`,
      `memory` and `knowledge`. The analyst's own budget of time is for stones without a clock.
    - `found`: what was known of the last position. `report` is called during a search.

    Raises OptionError for an argument that it cannot use.

    >>> from kinrow.rules import game
    >>> player = PerfectPlayer(seed=1)
    >>> str(player.choose(game("tictactoe").parse("XX./OO./..."))), player.note
    ('c1', 'exact: win, score 5')
    """

    name = "perfect"

    def __init__(
        self,
        seed: int | None = None,
        *,
        threads: int = 1,
        memory: str | int = "256MiB",
        knowledge: bool = True,
        analyst: Analyst | None = None,
    ) -> None:
        self.note = ""
        self.exact = True
        self.found: Analysis | None = None
        self.report: ProgressCallback | None = None
        self._seed = seed_of(seed)
        self._random = Random(self._seed)
        self._settings: dict[str, Any] = {
            "threads": threads,
            "memory": memory,
            "knowledge": knowledge,
        }
        self._lent = analyst is not None
        self._analyst = (
            Analyst(memory, threads, budget=Budget(_PATIENCE), knowledge=knowledge)
            if analyst is None
            else instance_of("analyst", analyst, Analyst, "Analyst('64MiB')")
        )
        self._fallback: Player | None = None

    def __reduce_ex__(self, protocol: SupportsIndex) -> tuple[Any, ...]:
        """A copy begins without what was searched, and draws the same lots from here on.

        Raises NotCopied if the analyst is not the player's own.
        """
        if self._lent:
            self.__reduce__()
        drawn = {"_random": Random()}
        drawn["_random"].setstate(self._random.getstate())
        return partial(type(self), self._seed, **self._settings), (), drawn

    def prepare(self, rules: GameLike) -> None:
        """Starts the table, which grows with the work.

        Raises WeightsError for weights that the other player could not use in the middle of a game.
        """
        rules = game(rules)
        correction_for(rules)  # with the weights that it corrects
        self._analyst.prepare(rules)

    def choose(self, position: PositionLike, clock: Clock | None = None) -> Cell:
        """A best move, as far as the time suffices to find one."""
        position = to_play(position, clock)
        limit = thinking_time(position, clock) or self._analyst.budget.time or _PATIENCE
        ends = perf_counter() + limit
        known = self._analyst.known(position, "outcome")
        held = known if known is not None and _keeping(known) else None
        found = self._settled(position, limit, ends, clock, known)
        self.exact = bool(found.best)
        if not self.exact and held is not None:
            self.found = held
            self.note = f"{_grounds(held.solution)}: {held.solution.value}"
            return self._random.choice(_keeping(held))
        self.found = found
        if not self.exact:
            return self._best_known(position, found, ends)
        if _may_last_longer(found.solution):
            if clock is None:
                ends = min(ends, perf_counter() + _RESISTING)
            return self._best_known(position, found, ends)
        self.note = f"{_grounds(found.solution)}: {found.solution.value}"
        return self._random.choice(found.best)

    def close(self) -> None:
        """Releases the tables."""
        if not self._lent:
            self._analyst.close()
        if self._fallback is not None:
            self._fallback.close()
            self._fallback = None

    def _settled(
        self,
        position: Position,
        limit: float,
        ends: float,
        clock: Clock | None,
        known: Analysis | None,
    ) -> Analysis:
        """Who wins, by one move; then, for a shorter time, how soon, and by which others."""
        held = known is not None and bool(_keeping(known))
        if known is not None and known.best:
            found = known
        else:
            seconds = _WINNING if held and clock is None else None
            budget = self._budget(limit * _SOLVING, position, seconds)
            found = self._analyst.answer(position, budget=budget, moves="none", report=self.report)
        left, seconds = ends - perf_counter(), None
        source = found.solution.source
        if source is not None and source.kind == "strategy":
            left = 0  # it is followed
        elif clock is None:
            seconds = _FINER_KNOWN if source is not None or held else _FINER
        elif source is not None:  # what was known at once is not worth all of the time
            left = min(left, _FINER_KNOWN)
        if found.best and left > _LEAST:
            budget = self._budget(left, position, seconds)
            found = self._analyst.refine(found, budget, report=self.report)
        if found.solution.stopped == "interrupted":
            raise KeyboardInterrupt
        return found

    def _budget(self, time: float, position: Position, seconds: float | None) -> Budget:
        """The usual one with this time; the nodes of about so many seconds, if there are any."""
        usual = self._analyst.budget
        nodes = usual.nodes
        if seconds is not None:
            rate = _RATE if position.rules.size <= _SMALL else _RATE_LARGE
            most = round(seconds * rate)
            nodes = most if nodes is None else min(nodes, most)
        return replace(usual, time=time, nodes=nodes)

    def _best_known(self, position: Position, found: Analysis, ends: float) -> Cell:
        """The other player's move, if it is one of the most promising."""
        best = position.legal_moves
        if found.moves:
            top = max(map(_promise, found.moves.values()))
            best = Moves(move for move, value in found.moves.items() if _promise(value) == top)
        if self._fallback is None:
            lines = position.rules.objective == "line"
            self._fallback = (
                AlphaBetaPlayer("alphabeta") if lines else MctsPlayer("mcts", seed=self._seed)
            )
        move = self._fallback.choose(position, Clock(move=max(_SHORTEST, ends - perf_counter())))
        value, name = found.solution.value, self._fallback.name
        if value.complete and found.best:
            self.note = f"{_grounds(found.solution)}: {value}, resisting by {name}"
        elif value.complete:
            self.note = f"{_grounds(found.solution)}: {value}; no move known for it, by {name}"
        else:
            self.note = f"not solved in time ({value}), by {name}"
        return move if move in best else self._random.choice(best)


def _grounds(solution: Solution) -> str:
    """How an answer is known, and from what: "exact" for a search of one's own.

    >>> from kinrow.analysis import solve
    >>> _grounds(solve("gomoku"))
    'proved (atlas 15,15,5, sha256 a9f7310526f0)'
    >>> _grounds(solve("9,4,20")), _grounds(solve("3,3,3", knowledge=False))
    ('theory (no line)', 'exact')
    """
    return "exact" if solution.source is None else f"{solution.how} ({solution.source})"


def _may_last_longer(solution: Solution) -> bool:
    """Whether the position is lost, and it is not known how late."""
    return solution.outcome is Outcome.LOSS and solution.objective == "outcome"


def _keeping(known: Analysis) -> list[Cell]:
    """The moves that are known not to lose."""
    return [move for move, value in known.moves.items() if value.lower >= 0]


def _promise(value: Value) -> tuple[int, int]:
    return value.lower, value.upper
