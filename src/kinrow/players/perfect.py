"""The perfect player: plays what the solver proves best, and says so where it could not."""

from __future__ import annotations

from random import Random
from time import monotonic

from kinrow.players.alphabeta import AlphaBetaPlayer
from kinrow.players.mcts import MctsPlayer
from kinrow.players.protocol import Clock, Player, thinking_time
from kinrow.rules import Cell, Objective, Position, Rules, Value
from kinrow.solve import Analysis, Solver

_PATIENCE = 10.0  # seconds a stone where no clock is given
_SOLVING = 0.6  # how much of the time goes into the exact answer before another player is asked


class PerfectPlayer:
    """Wins as soon as it can and loses as late as it can, choosing among equals by its seed.

    Where the time does not suffice for the exact answer, it plays the best that is known: a move
    of the best bounds, chosen by alpha-beta (by MCTS in majority games). `exact` then is False and
    `note` says so.

    >>> from kinrow.rules import game
    >>> player = PerfectPlayer(seed=1)
    >>> str(player.choose(game("tictactoe").parse("XX./OO./..."))), player.note
    ('c1', 'exact: win, score 5')
    """

    name = "perfect"

    def __init__(
        self, seed: int | None = None, *, threads: int = 1, memory: str | int = "256MiB"
    ) -> None:
        self.note = ""
        self.exact = True
        self._random = Random(seed)
        self._seed = seed
        self._solver = Solver(memory, threads)
        self._guess: Player | None = None

    def prepare(self, rules: Rules) -> None:
        """Starts the table, which grows with the work."""
        self._solver.core_of(rules)

    def choose(self, position: Position, clock: Clock | None = None) -> Cell:
        """A best move as far as time allows to know."""
        limit = thinking_time(position, clock) or _PATIENCE
        ends = monotonic() + limit
        found = self._solver.analyse(position, time=limit * _SOLVING)
        self.exact = bool(found.best)
        if not self.exact:
            return self._guess_among(position, found, ends)
        objective: Objective = "score" if position.rules.objective == "line" else "margin"
        left = ends - monotonic()
        if left > 0.002:
            finer = self._solver.analyse(position, objective=objective, time=left)
            found = finer if finer.best else found
        self.note = f"exact: {found.solution.value}"
        return self._random.choice(found.best)

    def close(self) -> None:
        """Gives back the table."""
        self._solver.close()
        if self._guess is not None:
            self._guess.close()
            self._guess = None

    def _guess_among(self, position: Position, found: Analysis, ends: float) -> Cell:
        top = max(_promise(value) for value in found.moves.values())
        best = [move for move, value in found.moves.items() if _promise(value) == top]
        if self._guess is None:
            lines = position.rules.objective == "line"
            self._guess = (
                AlphaBetaPlayer("alphabeta") if lines else MctsPlayer("mcts", seed=self._seed)
            )
        move = self._guess.choose(position, Clock(move=max(0.005, ends - monotonic())))
        self.note = f"not solved in time ({found.solution.value}), by {self._guess.name}"
        return move if move in best else self._random.choice(best)


def _promise(value: Value) -> tuple[int, int]:
    return value.lower, value.upper
