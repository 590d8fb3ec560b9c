"""Solver: asks the core, one question at a time, and keeps its table between questions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Self

from kinrow import _core
from kinrow.rules import Objective, Position, Rules, RulesError, Value
from kinrow.rules.sentence import Sentence
from kinrow.solve.compiled import cell_of, compiled, told
from kinrow.solve.limits import table_bytes, threads_of
from kinrow.solve.solution import Analysis, Solution
from kinrow.solve.waiting import Clock, Progress, Report, Stopped, carry_out

_NO_LIMIT = 2**64 - 1
_LINE_NODES = 1_000_000  # a best line may cost this much, or as much as the value did


class Solver:
    """A table of fixed memory and the questions put to it.

    - `memory`: a limit such as "2GiB" or a number of bytes; a quarter of the machine by default.
    - `threads`: one for each core by default. With one thread the same questions visit the same
      nodes every time.

    One game is held at a time: a position of another game starts a new table. Use it as a context
    manager, or call `close()`, to give the memory back at once.

    >>> from kinrow.rules import game
    >>> with Solver(memory="16MiB", threads=1) as solver:
    ...     solver.solve(game("4,4,3").start()).outcome
    Outcome.WIN
    """

    def __init__(self, memory: str | int | None = None, threads: int | None = None) -> None:
        self._threads = threads_of(threads)
        self._memory = table_bytes(memory, self._threads)
        self._rules: Rules | None = None
        self._core: _core.Solver | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Gives the table's memory back; the next question starts a new one."""
        if self._core is not None:
            self._core.stop()
        self._rules = self._core = None

    def solve(
        self,
        position: Position | Rules,
        *,
        objective: Objective = "outcome",
        time: float | None = None,
        nodes: int | None = None,
        progress: Report | None = None,
    ) -> Solution:
        """The value of a position, with a line of best play.

        `time` is in seconds and `nodes` a number of positions visited; where they or Ctrl-C end
        the search, the bounds found by then are returned, and `stopped` says why. `progress` is
        called a few times a second from this thread. Raises RulesError where the objective does
        not fit the game.

        >>> from kinrow.rules import game
        >>> position = game("4,4,3").parse("X.../.O../..X./....")
        >>> answer = Solver(threads=1).solve(position, objective="score")
        >>> answer.outcome, answer.score, answer.complete, answer.how
        (Outcome.WIN, 11, True, 'computed')
        """
        return _Question(self, position, objective, time, nodes, progress).solve()

    def analyse(
        self,
        position: Position | Rules,
        *,
        objective: Objective = "outcome",
        time: float | None = None,
        nodes: int | None = None,
        progress: Report | None = None,
    ) -> Analysis:
        """The value of every legal move (of the first stone, where a turn has more).

        `nodes` bounds the work on the moves, beyond that on the position itself.

        >>> from kinrow.rules import game
        >>> answer = Solver(threads=1).analyse(game("tictactoe").parse("X.O/.../O.X"))
        >>> [(str(move), str(value)) for move, value in answer.moves.items()][:3]
        [('b1', 'loss'), ('a2', 'loss'), ('b2', 'win')]
        """
        return _Question(self, position, objective, time, None, progress).analyse(nodes)

    def values(
        self, positions: Sequence[Position], *, objective: Objective = "outcome"
    ) -> list[Value]:
        """The exact values of many positions of one game, without lines: the quickest way.

        >>> from kinrow.rules import game
        >>> [str(value) for value in Solver().values([game("3,3,2").start()], objective="score")]
        ['win, score 7']
        """
        if not positions:
            return []
        exact = _is_exact(objective, positions[0].rules)
        core = self.core_of(positions[0].rules)
        boards = [told(position) for position in positions]
        _, stopped = carry_out(
            lambda: core.begin_values(boards, exact, _NO_LIMIT), core, Clock(None)
        )
        if stopped is not None:
            raise KeyboardInterrupt
        return [bounds_of(objective, *pair) for pair in core.values()]

    def core_of(self, rules: Rules) -> _core.Solver:
        """The core's solver for this game, with its table as the last question left it."""
        if self._core is None or self._rules != rules:
            self.close()
            self._core = _core.Solver(compiled(rules), self._memory, self._threads)
            self._rules = rules
        return self._core


class _Question:
    """One call of a Solver, with its clock."""

    def __init__(
        self,
        solver: Solver,
        position: Position | Rules,
        objective: Objective,
        time: float | None,
        nodes: int | None,
        progress: Report | None,
    ) -> None:
        self.position = _position(position)
        self.objective = objective
        self.exact = _is_exact(objective, self.position.rules)
        self.core = solver.core_of(self.position.rules)
        self.clock = Clock(time)
        self.limit = _NO_LIMIT if nodes is None else max(1, nodes)
        self.progress = progress
        self.nodes = 0
        self.stopped: Stopped | None = None

    def solve(self) -> Solution:
        """The value first, then the line with what is left of the time."""
        core, here = self.core, told(self.position)
        lower, upper = self.widest()
        if self.run("value", lambda: core.begin_value(*here, self.exact, self.limit)):
            lower, upper = core.values()[0]
        value = bounds_of(self.objective, lower, upper)
        line: Iterable[int] = ()
        if value.complete and self.stopped is None:
            limit = max(_LINE_NODES, self.nodes)
            if self.run("line", lambda: core.begin_line(*here, self.exact, lower, upper, limit)):
                line = core.line()
        cells = tuple(cell_of(self.position.rules, index) for index in line)
        return Solution(self.position, value, cells, self.nodes, self.clock.spent, self.stopped)

    def analyse(self, nodes: int | None) -> Analysis:
        """The solution, then every move."""
        core, here = self.core, told(self.position)
        solution = self.solve()
        legal = self.position.legal_moves()
        moves = dict.fromkeys(legal, bounds_of(self.objective, *self.widest()))
        limit = _NO_LIMIT if nodes is None else max(1, nodes)
        if (
            legal
            and self.stopped is None
            and self.run("moves", lambda: core.begin_moves(*here, self.exact, limit))
        ):
            for index, lower, upper in core.moves():
                moves[cell_of(self.position.rules, index)] = bounds_of(self.objective, lower, upper)
        solution = replace(
            solution, nodes=self.nodes, seconds=self.clock.spent, stopped=self.stopped
        )
        return Analysis(solution, moves)

    def widest(self) -> tuple[int, int]:
        """Bounds that hold of any position of this game: no board has more lines than 4 a cell."""
        most = (
            4 * self.position.rules.size if self.objective == "margin" else self.position.rules.size
        )
        return -most, most

    def run(self, doing: str, begin: Callable[[], object]) -> bool:
        """One phase; a stop outlasts it. Whether there is something to read of it."""
        begun, stopped = carry_out(begin, self.core, self.clock, lambda: self.tell(doing))
        self.stopped = self.stopped or stopped
        self.nodes += self.core.progress()[0] if begun else 0
        return begun

    def tell(self, doing: str) -> None:
        """Passes on how far the core is."""
        if self.progress is None:
            return
        nodes, lower, upper, move, moves, _, depth = self.core.progress()
        value = bounds_of(self.objective, lower, upper)
        nodes += self.nodes
        seconds = self.clock.spent
        self.progress(Progress(nodes, seconds, depth, move, moves, value.lower, value.upper, doing))


def _position(position: Position | Rules) -> Position:
    if isinstance(position, Rules):
        return position.start()
    if not isinstance(position, Position):
        raise TypeError(f"{position!r}: expected a Position or Rules, such as kinrow.game(...)")
    return position


def bounds_of(objective: Objective, lower: int, upper: int) -> Value:
    """A Value from the core's bounds, which are scores or margins."""
    if objective == "outcome":
        return Value(objective, (lower > 0) - (lower < 0), (upper > 0) - (upper < 0))
    return Value(objective, lower, upper)


def _is_exact(objective: Objective, rules: Rules) -> bool:
    kinds = {"line": ("outcome", "score"), "majority": ("outcome", "margin")}[rules.objective]
    if objective not in kinds:
        form = "objective {objective!r}: expected {one} or {other} in {game}"
        one, other = kinds
        raise RulesError(
            Sentence(form, objective=objective, one=one, other=other, game=rules.title)
        )
    return objective != "outcome"
