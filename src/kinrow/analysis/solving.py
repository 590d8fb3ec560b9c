"""Solve and analyse: first what is known, then what a search adds to it.

The search itself is `kinrow.solver`'s, which knows nothing but the rules: whoever measures or tests
a search asks it there, or with `knowledge=False` here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from kinrow.analysis.budget import Budget, Spending
from kinrow.knowledge import Knowledge, everything
from kinrow.rules import GameLike, Objective, OptionError, PositionLike, Value, as_position, game
from kinrow.rules.calls import as_in, made_as
from kinrow.rules.cell import shown
from kinrow.rules.options import callable_or_none
from kinrow.rules.sentence import Sentence
from kinrow.runtime.waiting import (
    Deadline,
    OnInterrupt,
    ProgressCallback,
    Stop,
    check_interrupt,
    unless_interrupted,
)
from kinrow.solver import Analysis, SearchSolver, Solution
from kinrow.solver.findings import Findings
from kinrow.solver.solver import is_exact, of_one_game

_LARGE = 64  # cells
# Nodes for a best move of a position whose value is known: a second or so.
_GLANCE, _GLANCE_ON_LARGE = 2_000_000, 20_000
_SECONDS = 5.0  # at most for that move, and for all moves of such a position


@made_as("Solver(memory='1GiB', time=10)")
class Solver(SearchSolver):
    """Asks what is known before it searches.

    - `memory`: of its table, as in "2GiB" or in bytes; by default a quarter of the machine's.
    - `threads`: by default one for each core.
    - `time`, `nodes`: limits in seconds and positions for each question that sets none itself.
    - `knowledge`: whether to ask what is known before a search; or a `kinrow.knowledge.Knowledge`
      of your own.
    - `on_interrupt`: after Ctrl-C, "raise" KeyboardInterrupt with what was found by then as its
      `answer`, or "return" that.

    A position of another game starts a new table. Use it as a context manager, or call `close()`,
    to give the memory back at once. Raises OptionError for arguments that it cannot use.

    >>> with Solver("16MiB", threads=1) as solver:
    ...     found = solver.solve("gomoku")
    >>> found.outcome, found.how, found.nodes, found.source.first
    (Outcome.WIN, 'proved', 0, 'Allis, van den Herik, Huntjens 1993/94')
    """

    def __init__(
        self,
        memory: str | int | None = None,
        threads: int | None = None,
        *,
        time: float | None = None,
        nodes: int | None = None,
        knowledge: bool | Knowledge = True,
        on_interrupt: OnInterrupt = "raise",
    ) -> None:
        check_interrupt(on_interrupt)
        super().__init__(memory, threads, on_interrupt="return")
        self._after_interrupt = on_interrupt
        self._usual = Budget(time, nodes)
        self._knowledge = _sources(knowledge)

    def _budget(
        self,
        time: float | None,
        nodes: int | None,
        progress: ProgressCallback | None,
        stop: Stop | None,
    ) -> Budget:
        """The limits of a question; the usual ones if it brings none."""
        callable_or_none("progress", progress)
        callable_or_none("stop", stop)
        if time is nodes is None:
            time, nodes = self._usual.time, self._usual.nodes
        return Budget(time, nodes, stop)

    def prepare(self, spec: GameLike) -> None:
        """Takes the table for a game, and loads what is known of it: no question waits for that.

        Raises NotationError for what is not a game, MemoryLimit if the table finds no memory.
        """
        rules = game(spec)
        self.core_of(rules)
        self._knowledge.prepare(rules)

    @as_in("solver.known('tictactoe')")
    def known(
        self, position: PositionLike, objective: Objective = "outcome", *, every_move: bool = False
    ) -> Analysis | None:
        """What is known of a position without a search; None if nothing is.

        With `every_move`, more is looked up once a best move is known. Raises RulesError for an
        objective that does not fit the game.
        """
        position = as_position(position)
        is_exact(objective, position.rules)
        return self._knowledge.known(position, objective, every_move=every_move)

    @as_in("solver.solve('tictactoe', time=10)")
    def solve(
        self,
        position: PositionLike,
        *,
        objective: Objective = "outcome",
        time: float | None = None,
        nodes: int | None = None,
        progress: ProgressCallback | None = None,
        stop: Stop | None = None,
        line: bool = True,
    ) -> Solution:
        """As `kinrow.solver.SearchSolver.solve`; a value that is known is not searched for.

        A best move that is not known with the value is looked for as far as the limits go; without
        limits, for a second or so, five at most.
        """
        budget = self._budget(time, nodes, progress, stop)
        found = self._solved(position, objective, budget, progress, line=line)
        return unless_interrupted(found, found.stopped, self._after_interrupt)

    def _solved(
        self,
        asked: PositionLike,
        objective: Objective,
        budget: Budget,
        progress: ProgressCallback | None,
        *,
        line: bool,
    ) -> Solution:
        position, clock = as_position(asked), Deadline(budget.time)
        time, nodes, own = budget.time, budget.nodes, False
        known = self.known(position, objective)
        if known is not None and known.solution.complete:
            if known.best or not line:
                return _with_a_move(known) if line else known.solution
            if not budget.is_limited:
                nodes = _GLANCE if position.rules.size <= _LARGE else _GLANCE_ON_LARGE
                time, own = _SECONDS, True
        found = super().solve(
            position,
            objective=objective,
            time=time,
            nodes=nodes,
            progress=progress,
            stop=budget.stop,
            line=line,
        )
        if known is None:
            return found
        findings = Findings.after(known, position, objective)
        findings.learn_all(Analysis(found, {}))
        own_limit = own and found.stopped in ("time", "nodes")  # nobody asked for it
        stopped = None if own_limit else found.stopped
        return findings.analysis(found.nodes, clock.spent, stopped).solution

    @as_in("solver.moves(solution, time=10)")
    def moves(
        self,
        solution: Solution,
        *,
        time: float | None = None,
        nodes: int | None = None,
        progress: ProgressCallback | None = None,
        stop: Stop | None = None,
    ) -> Analysis:
        """As `kinrow.solver.SearchSolver.moves`, met with what is known of the moves."""
        limits = self._budget(time, nodes, progress, stop)
        found = super().moves(
            solution, time=limits.time, nodes=limits.nodes, progress=progress, stop=stop
        )
        known = self.known(solution.position, solution.objective, every_move=True)
        if known is not None:
            cost = found.solution
            findings = Findings.after(known, solution.position, solution.objective)
            findings.learn_all(found)
            found = findings.analysis(cost.nodes, cost.seconds, cost.stopped)
        return unless_interrupted(found, found.solution.stopped, self._after_interrupt)

    @as_in("solver.analyse('tictactoe', time=10)")
    def analyse(
        self,
        position: PositionLike,
        *,
        objective: Objective = "outcome",
        time: float | None = None,
        nodes: int | None = None,
        progress: ProgressCallback | None = None,
        stop: Stop | None = None,
    ) -> Analysis:
        """As `kinrow.solver.SearchSolver.analyse`; what is known of all moves is not searched for.

        If the value is known but not that of every move, and there is no limit, the moves are
        searched for five seconds. `complete` says whether that was enough; if not, some moves have
        bounds, which narrow with more `time`.
        """
        spending = Spending(self._budget(time, nodes, progress, stop))
        known = self.known(position, objective, every_move=True)
        if known is not None and known.complete:
            return known
        solution = self._solved(position, objective, spending.budget, progress, line=True)
        spending.pay(solution.nodes)
        is_limited = known is None or not known.solution.complete or spending.budget.is_limited
        return self.moves(
            solution,
            time=spending.time_left(None if is_limited else _SECONDS),
            nodes=0 if spending.over and not spending.late else spending.nodes_left(),
            progress=progress,
            stop=stop,
        )

    @as_in("solver.values(['tictactoe'])")
    def values(
        self, positions: Iterable[PositionLike], *, objective: Objective = "outcome"
    ) -> list[Value]:
        """As `kinrow.solver.SearchSolver.values`; only what is not known is searched for."""
        asked = of_one_game(positions)
        found = [self.known(position, objective) for position in asked]
        todo = [
            position
            for position, known in zip(asked, found, strict=True)
            if known is None or not known.solution.complete
        ]
        searched = iter(super().values(todo, objective=objective))
        return [
            known.solution.value if known and known.solution.complete else next(searched)
            for known in found
        ]


def _with_a_move(known: Analysis) -> Solution:
    """The solution, with one of the best moves if it has no line."""
    solution = known.solution
    return solution if solution.line else replace(solution, line=known.best[:1])


@as_in("solve('tictactoe', time=10)")
def solve(
    position: PositionLike,
    *,
    objective: Objective = "outcome",
    threads: int | None = None,
    memory: str | int | None = None,
    time: float | None = None,
    nodes: int | None = None,
    progress: ProgressCallback | None = None,
    knowledge: bool | Knowledge = True,
    on_interrupt: OnInterrupt = "raise",
) -> Solution:
    """The exact value of a position of any game, or of a game itself, with a line of best play.

    - `objective`: "outcome", "score" (line games) or "margin" (majority games).
    - `time` in seconds and `nodes`, positions visited, limit the search. If a limit ends it, the
      solution has bounds, and `stopped` says why.
    - `memory`, `threads`, `knowledge`, `on_interrupt`: as for `kinrow.Solver`, which is better for
      many questions about one game.
    - `progress`: called a few times a second with a Progress.

    What is known is not searched for: `source` names it, and `how` says whether it is proved.
    Raises NotationError, RulesError or IllegalPosition for what is not a position, RulesError for
    an objective that does not fit the game, OptionError for other arguments.

    >>> solve("5,5,4").outcome
    Outcome.DRAW
    >>> solve("5,5,4").how, solve("5,5,4", knowledge=False).how
    ('proved', 'computed')
    """
    with Solver(memory, threads, knowledge=knowledge, on_interrupt=on_interrupt) as solver:
        return solver.solve(
            position, objective=objective, time=time, nodes=nodes, progress=progress
        )


def _sources(knowledge: bool | Knowledge) -> Knowledge:
    if isinstance(knowledge, Knowledge):
        return knowledge
    if not isinstance(knowledge, bool):
        raise OptionError(Sentence("argument.knowledge", value=shown(knowledge)))
    return everything() if knowledge else Knowledge(())


@as_in("analyse('tictactoe', time=10)")
def analyse(
    position: PositionLike,
    *,
    objective: Objective = "outcome",
    threads: int | None = None,
    memory: str | int | None = None,
    time: float | None = None,
    nodes: int | None = None,
    progress: ProgressCallback | None = None,
    knowledge: bool | Knowledge = True,
    on_interrupt: OnInterrupt = "raise",
) -> Analysis:
    """The exact value of every legal move of a position, or of a game's first move.

    The arguments are those of `solve`, which raises the same errors.

    Without a limit it takes as long as it needs, unless the position's value is known: then it
    spends five seconds on the moves, and those that are still open have bounds.

    >>> from kinrow.rules import game
    >>> for move, value in analyse(game("1,3,2").start(), objective="score").moves.items():
    ...     print(move, value)
    a1 draw
    b1 win, score 1
    c1 draw
    """
    with Solver(memory, threads, knowledge=knowledge, on_interrupt=on_interrupt) as solver:
        return solver.analyse(
            position, objective=objective, time=time, nodes=nodes, progress=progress
        )
