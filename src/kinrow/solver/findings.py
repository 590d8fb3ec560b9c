"""What is known so far about a position and its moves: bounds that only get tighter."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from kinrow.rules import Cell, Objective, Position, Value
from kinrow.runtime.waiting import Stopped
from kinrow.solver.evidence import Evidence, How
from kinrow.solver.solution import Analysis, Solution, widest


class Findings:
    """Bounds on a position and on each of its moves, all for the side to move.

    Each bound narrows others: a position is worth as much as its best move, and no move is
    worth more than the position.

    >>> from kinrow.rules import game
    >>> findings = Findings(game("1,3,2").start(), "score")
    >>> findings.learn(Value("outcome", 1, 1), [Cell(0, 1)])
    >>> findings.value, findings.moves[Cell(0, 1)]
    (Value(objective='score', lower=1, upper=3), Value(objective='score', lower=1, upper=3))
    """

    def __init__(self, position: Position, objective: Objective) -> None:
        self.position = position
        self.objective: Objective = objective
        self.line: tuple[Cell, ...] = ()
        self._widest = widest(position, objective)
        self._own = self._widest
        self._moves = dict.fromkeys(position.legal_moves, self._widest)
        self._source: Evidence | None = None
        self._settled: Value | None = None  # the value by the source alone

    @property
    def value(self) -> Value:
        """Bounds on the position."""
        lower, upper = self._own.lower, self._own.upper
        if self._moves:
            lower = max(lower, *(value.lower for value in self._moves.values()))
            upper = min(upper, max(value.upper for value in self._moves.values()))
        return Value(self.objective, lower, upper)

    @property
    def moves(self) -> dict[Cell, Value]:
        """Bounds on every legal move, of a turn of several stones on its first stone."""
        most = self.value
        found = {
            move: Value(self.objective, value.lower, min(value.upper, most.upper))
            for move, value in self._moves.items()
        }
        if self.line and most.complete:
            found[self.line[0]] = most
        return found

    def learn(self, value: Value, moves: Iterable[Cell] | None = None) -> None:
        """Adds bounds on these moves, or on the position, for the side to move here."""
        if moves is None:
            self._own = self._met(self._own, value)
            return
        for move in moves:
            self._moves[move] = self._met(self._moves[move], value)

    def learn_all(self, analysis: Analysis) -> None:
        """Adds everything that an analysis of this position says."""
        self.learn(analysis.solution.value)
        for move, value in analysis.moves.items():
            self.learn(value, [move])
        self.line = analysis.solution.line or self.line

    def _met(self, known: Value, value: Value) -> Value:
        """What two values leave together; an outcome bounds scores and margins, too."""
        lower, upper = value.lower, value.upper
        if value.objective == "outcome" and self.objective != "outcome":
            lower = lower if lower >= 0 else self._widest.lower
            upper = upper if upper <= 0 else self._widest.upper
        return Value(self.objective, max(known.lower, lower), min(known.upper, upper))

    @classmethod
    def after(cls, known: Analysis | None, position: Position, objective: Objective) -> Self:
        """Findings that begin with what is known without a search, if anything is."""
        findings = cls(position, objective)
        if known is not None and known.solution.source is not None:
            findings.learn_all(known)
            findings.known_by(known.solution.source)
        return findings

    def known_by(self, evidence: Evidence, *, alone: bool = False) -> None:
        """Records the source of bounds that are known without a search, next to others or alone."""
        others = None if alone else self._source
        self._source = evidence if others is None else others.joined(evidence)
        self._settled = self.value

    @property
    def _how(self) -> How:
        """As its source has it, unless a search has found the exact value, or more of who wins."""
        source, before, now = self._source, self._settled, self.value
        if source is None or before is None:
            return "computed"
        who_wins = not now.complete and now.signs == before.signs
        return source.how if now == before or who_wins else "computed"

    def analysis(self, nodes: int, seconds: float, stopped: Stopped | None) -> Analysis:
        """All findings, with their cost."""
        source = self._source
        if self.value.complete and self.value != self._settled:
            source = None  # a search has found the value
        solution = Solution(
            self.position, self.value, self.line, nodes, seconds, stopped, self._how, source
        )
        return Analysis(solution, self.moves)
