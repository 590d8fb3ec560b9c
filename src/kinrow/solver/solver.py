"""Queries the core, one position at a time, and keeps its table between queries."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Self

from kinrow import _core
from kinrow.rules import (
    Cell,
    Objective,
    OptionError,
    Position,
    PositionLike,
    Rules,
    RulesError,
    Value,
    as_position,
)
from kinrow.rules.cell import shown
from kinrow.rules.options import callable_or_none, no_list, whole_number
from kinrow.rules.sentence import Sentence
from kinrow.runtime.conversion import cell_of, core_game, core_position
from kinrow.runtime.limits import table_bytes, threads_of
from kinrow.runtime.own import Owner
from kinrow.runtime.waiting import (
    Deadline,
    OnInterrupt,
    Progress,
    ProgressCallback,
    Stop,
    Stopped,
    carry_out,
    check_interrupt,
    unless_interrupted,
)
from kinrow.solver.solution import Analysis, Solution, widest

_NO_LIMIT = 2**64 - 1
# A best line may cost this much (a tenth of a second), or as much as the value did; then it ends.
_LINE_NODES = 100_000


class SearchSolver(Owner):
    """A search with a table of fixed memory, for many positions of one game; it looks nothing up.

    - `memory`: a limit such as "2GiB" or a number of bytes; a quarter of the machine by default.
    - `threads`: one for each core by default. With one thread, the same questions visit the same
      nodes every time, until the table is full.
    - `on_interrupt`: after Ctrl-C, "raise" KeyboardInterrupt with what was found by then as its
      `answer`; or "return" that, with `stopped` "interrupted".

    A position of another game starts a new table. Use it as a context manager, or call `close()`,
    to give the memory back at once. Raises OptionError for what is not a limit.

    >>> from kinrow.rules import game
    >>> with SearchSolver(memory="16MiB", threads=1) as solver:
    ...     solver.solve(game("4,4,3").start()).outcome
    Outcome.WIN
    """

    def __init__(
        self,
        memory: str | int | None = None,
        threads: int | None = None,
        *,
        on_interrupt: OnInterrupt = "raise",
    ) -> None:
        check_interrupt(on_interrupt)
        self._on_interrupt = on_interrupt
        self._threads = threads_of(threads)
        self._memory = table_bytes(memory, self._threads)
        self._rules: Rules | None = None
        self._core: _core.Solver | None = None

    def __repr__(self) -> str:
        threads = f"{self._threads} thread{'s' if self._threads > 1 else ''}"
        return f"<solver: {threads}, a table of {self._memory >> 20:,} MiB>"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Releases the table's memory; the next query starts a new table."""
        if self._core is not None:
            self._core.stop()
        self._rules = self._core = None

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
        """The value of a position and, unless `line` is false, a line of best play.

        `time` is in seconds and `nodes` a number of positions visited. If they or `stop` end the
        search, the bounds found by then are returned, and `stopped` says why. `progress` and
        `stop` are called a few times a second from this thread. Ctrl-C raises KeyboardInterrupt,
        with those bounds as its `answer`, unless the solver was made to return them. Raises
        RulesError for an objective that does not fit the game.

        >>> from kinrow.rules import game
        >>> position = game("4,4,3").parse("X.../.O../..X./....")
        >>> answer = SearchSolver(threads=1).solve(position, objective="score")
        >>> answer.outcome, answer.score, answer.complete, answer.how
        (Outcome.WIN, 11, True, 'computed')
        """
        query = _Query(self, position, objective, Deadline(time), progress, stop)
        found = query.solve(nodes, line=line)
        return unless_interrupted(found, found.stopped, self._on_interrupt)

    def moves(
        self,
        solution: Solution,
        *,
        time: float | None = None,
        nodes: int | None = None,
        progress: ProgressCallback | None = None,
        stop: Stop | None = None,
    ) -> Analysis:
        """The value of every legal move of a position that has been solved.

        The limits are for the moves alone; the analysis has the cost of both.

        >>> from kinrow.rules import game
        >>> with SearchSolver(threads=1) as solver:
        ...     found = solver.moves(solver.solve(game("1,3,2")))
        ...
        >>> found.best
        Moves('b1')
        """
        if not isinstance(solution, Solution):
            raise OptionError(Sentence("argument.solution", solution=shown(solution)))
        query = _Query(self, solution.position, solution.objective, Deadline(time), progress, stop)
        return self._analysis(query.moves(solution, nodes))

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
        """The solution, and the value of every legal move (of a turn's first stone).

        The limits are for both together: the moves get what the position leaves.

        >>> from kinrow.rules import game
        >>> answer = SearchSolver(threads=1).analyse(game("tictactoe").parse("X.O/.../O.X"))
        >>> [(str(move), str(value)) for move, value in answer.moves.items()][:3]
        [('b1', 'loss'), ('a2', 'loss'), ('b2', 'win')]
        """
        query = _Query(self, position, objective, Deadline(time), progress, stop)
        solution = query.solve(nodes)
        left = None if nodes is None else max(0, nodes - solution.nodes)
        return self._analysis(query.moves(solution, left))

    def _analysis(self, found: Analysis) -> Analysis:
        return unless_interrupted(found, found.solution.stopped, self._on_interrupt)

    def values(
        self, positions: Iterable[PositionLike], *, objective: Objective = "outcome"
    ) -> list[Value]:
        """The exact values of many positions of one game, without lines: the fastest way.

        Raises OptionError for positions of several games.

        >>> from kinrow.rules import game
        >>> solver = SearchSolver()
        >>> [str(value) for value in solver.values([game("3,3,2").start()], objective="score")]
        ['win, score 7']
        """
        asked = of_one_game(positions)
        if not asked:
            return []
        rules = asked[0].rules
        exact = is_exact(objective, rules)
        core = self.core_of(rules)
        boards = [core_position(position) for position in asked]
        _, stopped = carry_out(
            lambda: core.begin_values(boards, exact, _NO_LIMIT), core, Deadline(None)
        )
        if stopped is not None:
            raise KeyboardInterrupt
        return [bounds_of(objective, *pair) for pair in core.values()]

    def core_of(self, rules: Rules) -> _core.Solver:
        """The core's solver for this game, with its table as the last query left it."""
        if self._core is None or self._rules != rules:
            self.close()
            self._core = _core.Solver(core_game(rules), self._memory, self._threads)
            self._rules = rules
        return self._core


class _Query:
    """One call of a solver, with its clock."""

    def __init__(
        self,
        solver: SearchSolver,
        position: PositionLike,
        objective: Objective,
        clock: Deadline,
        progress: ProgressCallback | None,
        stop: Stop | None,
    ) -> None:
        callable_or_none("progress", progress)
        callable_or_none("stop", stop)
        self.position = as_position(position)
        self.objective = objective
        self.exact = is_exact(objective, self.position.rules)
        self.core = solver.core_of(self.position.rules)
        self.clock = clock
        self.progress = progress
        self.stop = stop
        self.nodes = 0
        self.stopped: Stopped | None = None

    def solve(self, nodes: int | None, *, line: bool = True) -> Solution:
        """The value first, then the line with what is left of the time."""
        core, here = self.core, core_position(self.position)
        value = widest(self.position, self.objective)
        cells: tuple[Cell, ...] = ()
        if self.run("value", lambda: core.begin_value(*here, self.exact, _limit(nodes))):
            bounds = core.values()[0]
            value = bounds_of(self.objective, *bounds)
            if line and value.complete and self.stopped is None:
                cells = self.line(*bounds)
            elif not value.complete:
                self.stopped = self.stopped or "nodes"
        return Solution(self.position, value, cells, self.nodes, self.clock.spent, self.stopped)

    def line(self, lower: int, upper: int) -> tuple[Cell, ...]:
        """Best play from a position whose exact value the core has found."""
        core, here = self.core, core_position(self.position)
        limit = max(_LINE_NODES, self.nodes)
        if not self.run("line", lambda: core.begin_line(*here, self.exact, lower, upper, limit)):
            return ()
        return tuple(cell_of(self.position.rules, index) for index in core.line())

    def moves(self, solution: Solution, nodes: int | None) -> Analysis:
        """Every move, after the solution."""
        core, here = self.core, core_position(self.position)
        began = self.clock.spent
        self.nodes, self.stopped = solution.nodes, solution.stopped
        legal = self.position.legal_moves
        found = dict.fromkeys(legal, widest(self.position, self.objective))
        if nodes == 0 and legal:
            self.stopped = self.stopped or "nodes"
        if (
            legal
            and self.stopped is None
            and self.run("moves", lambda: core.begin_moves(*here, self.exact, _limit(nodes)))
        ):
            for index, *bounds in core.moves():
                found[cell_of(self.position.rules, index)] = bounds_of(self.objective, *bounds)
            if not all(value.complete for value in found.values()):
                self.stopped = self.stopped or "nodes"
        seconds = solution.seconds + self.clock.spent - began
        whole = replace(solution, nodes=self.nodes, seconds=seconds, stopped=self.stopped)
        return Analysis(whole, found)

    def run(self, doing: str, begin: Callable[[], object]) -> bool:
        """One phase; a stop outlasts it. Whether there is something to read of it."""
        begun, stopped = carry_out(
            begin, self.core, self.clock, lambda: self.tell(doing), self.stop
        )
        self.stopped = self.stopped or stopped
        self.nodes += self.core.progress()[0] if begun else 0
        return begun

    def tell(self, doing: str) -> None:
        """Reports the core's progress."""
        if self.progress is None:
            return
        nodes, lower, upper, move, moves, _, depth = self.core.progress()
        if not nodes:  # there are no bounds yet
            return
        value = bounds_of(self.objective, lower, upper)
        nodes += self.nodes
        seconds = self.clock.spent
        self.progress(Progress(nodes, seconds, depth, move, moves, value.lower, value.upper, doing))


def of_one_game(asked: Iterable[PositionLike]) -> list[Position]:
    """The positions that are asked for; OptionError for no list, or positions of several games."""
    if isinstance(asked, str) or not isinstance(asked, Iterable):
        raise no_list("positions", asked, "['tictactoe X../.../...']")
    positions = [as_position(position) for position in asked]
    for position in positions:
        if position.rules != (rules := positions[0].rules):
            raise OptionError(
                Sentence("argument.games", game=rules.title, other=position.rules.title)
            )
    return positions


def _limit(nodes: int | None) -> int:
    return _NO_LIMIT if nodes is None else max(1, whole_number("nodes", nodes, 0, example=10**6))


def bounds_of(objective: Objective, lower: int, upper: int) -> Value:
    """A Value from the core's bounds, which are scores or margins."""
    if objective == "outcome":
        return Value(objective, (lower > 0) - (lower < 0), (upper > 0) - (upper < 0))
    return Value(objective, lower, upper)


def is_exact(objective: Objective, rules: Rules) -> bool:
    """Whether more than the outcome is asked; RulesError for an objective of other games."""
    kinds = {"line": ("outcome", "score"), "majority": ("outcome", "margin")}[rules.objective]
    if not isinstance(objective, str) or objective not in kinds:
        one, other = kinds
        asked = shown(objective)
        raise RulesError(
            Sentence("objective.unknown", objective=asked, one=one, other=other, game=rules.title)
        )
    return objective != "outcome"
