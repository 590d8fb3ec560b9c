"""The truth about every move, told as it becomes known: first who wins, then how soon."""

from __future__ import annotations

from itertools import count
from typing import Literal

from kinrow.rules import Cell, Objective, Position, Value, symmetries
from kinrow.runtime.conversion import cell_of, index_of
from kinrow.web.answers import AnalysisAnswer
from kinrow.web.asking import Asking
from kinrow.web.jobs.tools import Tools
from kinrow.web.shapes import AnalyseRequest
from kinrow.web.views import position_of

_WHOLE = 0.25  # seconds for the usual case: everything at once
_FEW = 20_000  # nodes that each move gets in the first round
_GROWTH = 6


def analyse(asking: Asking[AnalyseRequest], tools: Tools) -> AnalysisAnswer:
    """Bounds on every move, as scores or margins for the side to move, and a line of best play.

    Of a turn of several stones the moves are its first stones. Every part that is told on the
    way holds moves whose bounds are new.
    """
    position = position_of(asking.body)
    return Truth(asking, tools, position).find()


class Truth:
    """The bounds of one position's moves, as far as they are known."""

    def __init__(self, asking: Asking[AnalyseRequest], tools: Tools, position: Position) -> None:
        self.asking = asking
        self.solver = tools.solver
        self.position = position
        self.exact: Literal["score", "margin"] = (
            "score" if position.rules.objective == "line" else "margin"
        )
        self.children = {move: position.play(move) for move in position.legal_moves}
        most = position.empties if self.exact == "score" else position.rules.size
        self.bounds = dict.fromkeys(self.children, (-most, most))
        self.twins = twins(position)
        self.line: tuple[Cell, ...] = ()

    def find(self) -> AnalysisAnswer:
        """Everything, or as much as the time allows."""
        if self.position.finished:
            return self.told()
        self.at_once()
        if self.open_moves():
            objectives: tuple[Objective, ...] = ("outcome", self.exact)
            for objective in objectives:
                self.in_rounds(objective)
            if not self.open_moves():
                self.at_once()  # all is in the table: this is for the line
        return self.told()

    def at_once(self) -> None:
        """The solver's own analysis, where it is quick."""
        analysis = self.solver.analyse(
            self.position,
            objective=self.exact,
            time=min(_WHOLE, self.asking.seconds),
            progress=self.asking.report,
        )
        self.asking.check()
        self.asking.nodes += analysis.solution.nodes
        self.line = analysis.solution.line or self.line
        for move, value in analysis.moves.items():
            self.learn(move, value)

    def in_rounds(self, objective: Objective) -> None:
        """Each move in turn, with more and more nodes, until all are known or time is up."""
        for turn in count():
            waiting = [move for move in self.twins if not self.settled(move, objective)]
            if not waiting:
                return
            for move in waiting:
                if self.asking.over:
                    return
                self.work_on(move, objective, _FEW * _GROWTH**turn)

    def work_on(self, move: Cell, objective: Objective, nodes: int) -> None:
        """One move, within a number of nodes; what is new is told at once."""
        child = self.children[move]
        solution = self.solver.solve(
            child,
            objective=objective,
            nodes=nodes,
            time=self.asking.seconds,
            progress=self.asking.report,
        )
        self.asking.check()
        self.asking.nodes += solution.nodes
        value = solution.value
        before = self.bounds[move]
        for twin in self.twins[move]:
            self.learn(twin, value if child.to_move is self.position.to_move else value.opposite)
        if self.bounds[move] != before:
            news = {str(twin): self.bounds[twin] for twin in self.twins[move]}
            self.asking.tell(moves=news, nodes=self.asking.nodes)

    def settled(self, move: Cell, objective: Objective) -> bool:
        """Whether nothing more is to be known about a move."""
        low, high = self.bounds[move]
        return low == high or (objective == "outcome" and (low > 0 or high < 0))

    def open_moves(self) -> bool:
        """Whether some move's value is not exact."""
        return any(low < high for low, high in self.bounds.values())

    def learn(self, move: Cell, value: Value) -> None:
        """Narrows a move's bounds by what a search has found for it."""
        low, high = self.bounds[move]
        most = max(high, -low)
        new_low, new_high = value.lower, value.upper
        if value.objective == "outcome":
            new_low = {1: 1, 0: 0, -1: -most}[new_low]
            new_high = {1: most, 0: 0, -1: -1}[new_high]
        self.bounds[move] = max(low, new_low), min(high, new_high)

    def told(self) -> AnalysisAnswer:
        """The answer as it stands."""
        lows, highs = zip(*self.bounds.values(), strict=True) if self.bounds else ((), ())
        ended = self.position.score if self.exact == "score" else self.position.margin
        return AnalysisAnswer(
            objective=self.exact,
            moves={str(move): bounds for move, bounds in self.bounds.items()},
            lower=max(lows) if lows else ended,
            upper=max(highs) if highs else ended,
            complete=not self.open_moves(),
            line=[str(cell) for cell in self.line],
            nodes=self.asking.nodes,
        )


def twins(position: Position) -> dict[Cell, list[Cell]]:
    """The legal moves that are the same but for a symmetry of the board, each list under its first.

    >>> from kinrow.rules import game
    >>> [[str(move) for move in same] for same in twins(game("1,4,2").start()).values()]
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
