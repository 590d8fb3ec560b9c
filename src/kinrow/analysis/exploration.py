"""Every move's value as it becomes known: all at once if that is quick, else in rounds.

In each round every open move gets so many nodes, from round to round more: first for who wins
with it, then for how soon or by how much. So there is something to say of every move early, and
no hard move keeps the others waiting.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import count

from kinrow.analysis.budget import Spending
from kinrow.analysis.settling import settle
from kinrow.analysis.solving import Solver
from kinrow.rules import Cell, Objective, Position, Value, symmetries
from kinrow.runtime.conversion import cell_of, index_of
from kinrow.solver import Analysis, Progress, ProgressCallback, Solution, Stopped
from kinrow.solver.findings import Findings

_AT_ONCE = 0.25  # seconds for the usual case
_FIRST_ROUND, _GROWTH = 20_000, 6  # nodes for each move; factor from round to round
_LEAST = 1_000  # nodes for a move: a search looks at its limit about as often

News = Callable[[Mapping[Cell, Value], int], object]
"""Called with the moves whose bounds are new, and the nodes visited by then."""


Begun = Callable[[Sequence[Cell]], object]
"""Called with the moves that are searched next."""


class Exploration:
    """One position's moves, within a budget; `news` is called for every move that is narrowed.

    `known` is what is known of them without a search.
    """

    def __init__(
        self,
        solver: Solver,
        position: Position,
        objective: Objective,
        spending: Spending,
        known: Analysis | None,
        report: ProgressCallback | None = None,
        news: News | None = None,
        begun: Begun | None = None,
    ) -> None:
        self._solver = solver
        self._position = position
        self._spending = spending
        self._report = report
        self._news = news
        self._begun = begun or (lambda moves: None)
        self._objective: Objective = objective
        self._findings = Findings.after(known, position, objective)
        self._moves = equal_moves(position)
        self._stopped: Stopped | None = None
        self._share()

    def run(self) -> Analysis:
        """Everything, or as much as the budget allows."""
        self._all_at_once()
        for objective in dict.fromkeys(("outcome", self._objective)):
            self._in_rounds(objective)
        if self._complete and not self._findings.line:
            self._find_line()
        stopped = None if self._complete else self._stopped
        spending = self._spending
        return self._findings.analysis(spending.nodes, spending.seconds, stopped)

    @property
    def _complete(self) -> bool:
        return all(value.complete for value in self._findings.moves.values())

    @property
    def _ended(self) -> bool:
        """Whether nothing more may be asked."""
        if self._stopped is None and self._spending.over:
            self._stopped = "time" if self._spending.late else "nodes"
        return self._stopped is not None

    def _all_at_once(self) -> None:
        """The value and all moves in one go, with a small part of the budget."""
        moves = self._findings.moves
        self._begun([move for move, value in moves.items() if not value.complete])
        share = self._spending.share(_AT_ONCE)
        found = settle(
            self._solver,
            self._position,
            self._objective,
            share,
            moves="every",
            report=self._report,
        )
        self._note(found.solution)
        self._findings.learn_all(found)
        self._share()

    def _share(self) -> None:
        """What is known of a move holds for those equal to it."""
        moves = self._findings.moves
        for same in self._moves.values():
            for move in same if len(same) > 1 else ():
                self._findings.learn(moves[move], same)

    def _find_line(self) -> None:
        """Best play, once the table holds all that it takes."""
        solution = self._solver.solve(
            self._position,
            objective=self._objective,
            time=self._spending.time_left(_AT_ONCE),
            nodes=self._spending.nodes_left(),
            stop=self._spending.budget.stop,
        )
        self._note(solution)
        self._findings.line = solution.line

    def _in_rounds(self, objective: Objective) -> None:
        """Each move in turn, with more and more nodes, until all are known."""
        for number in count():
            moves = self._findings.moves
            todo = [move for move in self._moves if not _settled(moves[move], objective)]
            if not todo:
                return
            nodes = self._nodes_each(_FIRST_ROUND * _GROWTH**number, len(todo))
            for at, move in enumerate(todo, 1):
                if self._ended:
                    return
                self._work_on(move, objective, nodes, (at, len(todo)))

    def _nodes_each(self, nodes: int, moves: int) -> int:
        """So many nodes, unless a round of them would cost more than half of what is left."""
        left = self._spending.nodes_left()
        return nodes if left is None else min(nodes, max(_LEAST, left // (2 * moves)))

    def _work_on(
        self, move: Cell, objective: Objective, nodes: int, place: tuple[int, int]
    ) -> None:
        """One move and those equal to it, within a number of nodes."""
        self._begun(self._moves[move])
        child = self._position.play(move)
        solution = self._solver.solve(
            child,
            objective=objective,
            time=self._spending.time_left(),
            nodes=self._spending.nodes_left(nodes),
            progress=self._reporting(*place),
            stop=self._spending.budget.stop,
            line=False,
        )
        self._note(solution)
        value = solution.value
        before = self._findings.moves
        same_side = child.to_move is self._position.to_move
        self._findings.learn(value if same_side else value.opposite, self._moves[move])
        after = self._findings.moves
        new = {cell: value for cell, value in after.items() if value != before[cell]}
        if new and self._news is not None:
            self._news(new, self._spending.nodes)

    def _note(self, solution: Solution) -> None:
        self._spending.pay(solution.nodes)
        if solution.stopped not in ("time", "nodes"):  # they may have been the search's own share
            self._stopped = self._stopped or solution.stopped

    def _reporting(self, at: int, of: int) -> ProgressCallback | None:
        """A report of one move's search, as one of the whole."""
        report = self._report
        if report is None:
            return None

        def tell(now: Progress) -> None:
            value = self._findings.value
            nodes, seconds = self._spending.nodes + now.nodes, self._spending.seconds
            report(Progress(nodes, seconds, now.depth, at, of, value.lower, value.upper, "moves"))

        return tell


def _settled(value: Value, objective: Objective) -> bool:
    return value.complete or (objective == "outcome" and value.outcome is not None)


def equal_moves(position: Position) -> dict[Cell, list[Cell]]:
    """The legal moves that symmetries of the board make equal, each list under its first.

    >>> from kinrow.rules import game
    >>> [[str(move) for move in same] for same in equal_moves(game("1,4,2").start()).values()]
    [['a1', 'd1'], ['b1', 'c1']]
    """
    rules, cells = position.rules, position.cells
    kept = [
        places
        for places in symmetries(rules.rows, rules.cols)
        if all(cells[place] == cells[index] for index, place in enumerate(places))
    ]
    found: dict[Cell, list[Cell]] = {}
    seen: set[Cell] = set()
    for move in position.legal_moves:
        if move not in seen:
            index = index_of(rules, move)
            same = sorted({cell_of(rules, places[index]) for places in kept})
            found[move] = same
            seen.update(same)
    return found
