"""The analyst: what a position is worth, within a budget; first what is known, then search."""

from __future__ import annotations

from typing import Literal, Self, get_args

from kinrow.analysis.budget import Budget, Spending
from kinrow.analysis.exploration import Begun, Exploration, News
from kinrow.analysis.settling import Moves, settle
from kinrow.analysis.solving import Solver
from kinrow.knowledge import Knowledge
from kinrow.rules import Objective, Position, PositionLike, as_position
from kinrow.rules.calls import made_as
from kinrow.rules.options import instance_of, one_of
from kinrow.runtime.waiting import OnInterrupt, check_interrupt, unless_interrupted
from kinrow.solver import Analysis, ProgressCallback

_NO_LIMIT = Budget()


@made_as("Analyst('64MiB', 2)")
class Analyst:
    """Answers questions about positions, each within its budget, over one table.

    - `memory`, `threads`: as a `Solver` has them.
    - `budget`: for questions that do not bring their own.
    - `knowledge`: asked before any search, as a `kinrow.Solver` has it; False leaves it out.
    - `on_interrupt`: what Ctrl-C does, as a `Solver` has it.

    Use it as a context manager, or call `close()`, to give the table's memory back at once.

    >>> from kinrow.rules import game
    >>> with Analyst("16MiB", threads=1) as analyst:
    ...     found = analyst.answer(game("tictactoe").parse("XX./OO./..."), "score")
    >>> found.solution.value, [str(move) for move in found.best], found.best_complete
    (Value(objective='score', lower=5, upper=5), ['c1'], True)
    """

    def __init__(
        self,
        memory: str | int | None = None,
        threads: int | None = None,
        *,
        budget: Budget = _NO_LIMIT,
        knowledge: bool | Knowledge = True,
        on_interrupt: OnInterrupt = "raise",
    ) -> None:
        check_interrupt(on_interrupt)
        self.budget = _checked(budget)
        self._on_interrupt = on_interrupt
        self._solver = Solver(memory, threads, knowledge=knowledge, on_interrupt="return")

    def __repr__(self) -> str:
        return f"<analyst with {repr(self._solver)[1:-1]}>"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Releases the table's memory; the next question starts a new table."""
        self._solver.close()

    def prepare(self, position: PositionLike) -> None:
        """Takes the table for a position's game, and loads what is known of that game."""
        self._solver.prepare(as_position(position).rules)

    def known(self, position: PositionLike, objective: Objective) -> Analysis | None:
        """What is known of a position without a search; None if nothing is."""
        return self._solver.known(position, objective)

    def answer(
        self,
        position: PositionLike,
        objective: Objective = "outcome",
        budget: Budget | None = None,
        *,
        moves: Moves = "best",
        line: bool = True,
        report: ProgressCallback | None = None,
    ) -> Analysis:
        """The value of a position with a line of best play, then the moves that are asked for.

        If the budget ends first, the bounds found by then. Unless the value is settled there are no
        moves, or, if every move is asked for, those with the bounds that follow.
        `report` is called a few times a second with how far it is. Raises RulesError for an
        objective that does not fit the game, OptionError for what is not a Budget or such moves.
        """
        position = as_position(position)
        one_of("moves", moves, get_args(Moves))
        found = settle(
            self._solver,
            position,
            objective,
            self._spending(budget),
            moves=moves,
            line=line,
            report=report,
        )
        return self._unless_interrupted(found)

    def refine(
        self,
        found: Analysis,
        budget: Budget | None = None,
        *,
        report: ProgressCallback | None = None,
    ) -> Analysis:
        """The same position by score or margin; what was found, if that cannot be settled."""
        position = found.position
        finer = self.answer(position, exact_objective(position), budget, report=report)
        return finer if finer.best else found

    def explore(
        self,
        position: PositionLike,
        objective: Objective | None = None,
        budget: Budget | None = None,
        *,
        report: ProgressCallback | None = None,
        news: News | None = None,
        begun: Begun | None = None,
    ) -> Analysis:
        """Bounds on every move, narrowed for as long as the budget lasts.

        The objective is score or margin by default. `news` is called for every move whose bounds
        have become narrower, `begun` for the moves that are searched next.
        """
        position = as_position(position)
        objective = objective or exact_objective(position)
        known = self._solver.known(position, objective, every_move=True)
        if known is not None and known.complete:
            return known
        spending = self._spending(budget)
        exploration = Exploration(
            self._solver, position, objective, spending, known, report, news, begun
        )
        return self._unless_interrupted(exploration.run())

    def _spending(self, budget: Budget | None) -> Spending:
        return Spending(self.budget if budget is None else _checked(budget))

    def _unless_interrupted(self, found: Analysis) -> Analysis:
        return unless_interrupted(found, found.solution.stopped, self._on_interrupt)


def _checked(budget: Budget) -> Budget:
    return instance_of("budget", budget, Budget, "Budget(time=5)")


def exact_objective(position: Position) -> Literal["score", "margin"]:
    """The finest objective of a position's game: how soon, or by how many lines."""
    return "score" if position.rules.objective == "line" else "margin"
