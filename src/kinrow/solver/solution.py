"""The solver's answers: a Solution for a position, an Analysis for all its moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kinrow.display import Drawn
from kinrow.rules import (
    Cell,
    Moves,
    Objective,
    Outcome,
    Position,
    PositionLike,
    Sign,
    Value,
    as_position,
)
from kinrow.rules.calls import made_as
from kinrow.rules.geometry import lines
from kinrow.rules.names import words_for
from kinrow.rules.options import one_of
from kinrow.runtime.waiting import Stopped
from kinrow.solver.evidence import Evidence, How
from kinrow.solver.valued import ValuedMoves


@made_as("Solution(position, value, line, nodes, seconds)")
@dataclass(frozen=True, slots=True, repr=False)
class Solution(Drawn):
    """The value of a position, for its side to move, with its bounds, cost and origin.

    - `value`: bounds on the value; they meet if the search is complete.
    - `line`: Moves of best play from here, as far as they were found.
    - `nodes`, `seconds`: positions visited and time spent; `stopped`: what ended the search, or
      the line, early; None if nothing did.
    - `how`: "computed" by a search, by "theory", or "proved" if a checked certificate stands
      behind it.
    - `source`: what the value or its bounds are known from; None if they come from a search.

    >>> from kinrow.solver import SearchSolver
    >>> found = SearchSolver("1MiB", threads=1).solve("4,4,3", objective="score")
    >>> found.outcome, found.score, found.winner, found.how
    (Outcome.WIN, 12, Sign.X, 'computed')
    """

    position: Position
    value: Value
    line: tuple[Cell, ...]
    nodes: int
    seconds: float
    stopped: Stopped | None = None
    how: How = "computed"
    source: Evidence | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "line", Moves(self.line))

    def __repr__(self) -> str:
        best = f"; best {self.best}" if self.best else ""
        how = "" if self.outcome is None else f", {self.how}"  # nothing was found out
        cut = f", stopped by {self.stopped}" if self.stopped else ""
        where = words_for(self.position)
        return f"<{where}: {self.value}{best}; {self.nodes:,} nodes{how}{cut}>"

    @property
    def best(self) -> Moves:
        """The best move that the line begins with; empty if it is not known, or the game is over.

        An `Analysis` has every best move.
        """
        return Moves(self.line[:1])

    @property
    def moves(self) -> ValuedMoves:
        """The moves whose values are known: the best one; an `Analysis` has them all."""
        return ValuedMoves(dict.fromkeys(self.best, self.value))

    @property
    def objective(self) -> Objective:
        """What was asked: "outcome", "score" or "margin"."""
        return self.value.objective

    @property
    def complete(self) -> bool:
        """Whether the value is exact."""
        return self.value.complete

    @property
    def outcome(self) -> Outcome | None:
        """Win, draw or loss for the side to move; None if the bounds leave it open."""
        return self.value.outcome

    @property
    def score(self) -> int | None:
        """The winner's empty cells + 1, negative for a loss; None unless exact, in a line game.

        Whatever was asked, it is known of a draw and of a finished game.
        """
        if self.position.finished:
            return self.position.score
        return self.value.score if self.position.rules.objective == "line" else None

    @property
    def margin(self) -> int | None:
        """Own lines minus the opponent's; None unless exact, in a majority game.

        Whatever was asked, it is known of a draw and of a finished game.
        """
        if self.position.finished:
            return self.position.margin
        return self.value.margin if self.position.rules.objective == "majority" else None

    @property
    def lower(self) -> int:
        """What the side to move can be sure of; an Outcome if the objective is "outcome"."""
        return self._bound(self.value.lower)

    @property
    def upper(self) -> int:
        """What it cannot exceed; an Outcome if the objective is "outcome"."""
        return self._bound(self.value.upper)

    def _bound(self, number: int) -> int:
        return Outcome(number) if self.objective == "outcome" else number

    @property
    def winner(self) -> Sign | None:
        """Who wins under best play; None for a draw, and while that is open."""
        if self.outcome is Outcome.WIN:
            return self.position.to_move
        return self.position.to_move.other if self.outcome is Outcome.LOSS else None

    def to_json(self) -> dict[str, Any]:
        """A dictionary for programs; moves as people write them, values as plain numbers."""
        return {
            "game": str(self.position.rules),
            "position": self.position.fen(),
            "to_move": str(self.position.to_move),
            "left": self.position.left,
            "objective": self.objective,
            "outcome": None if self.outcome is None else str(self.outcome),
            "winner": None if self.winner is None else str(self.winner),
            "score": self.score,
            "margin": self.margin,
            "lower": int(self.lower),
            "upper": int(self.upper),
            "complete": self.complete,
            "line": [str(cell) for cell in self.line],
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
            "how": self.how,
            "source": None if self.source is None else self.source.to_json(),
            "stopped": self.stopped,
        }


def widest(position: PositionLike, objective: Objective) -> Value:
    """Bounds that hold for every position like this: a margin is at most the number of lines.

    Raises NotationError for what is not a position, OptionError for another objective.

    >>> from kinrow.rules import game
    >>> widest(game("tictactoe").start(), "score")
    Value(objective='score', lower=-9, upper=9)
    >>> widest(game("jing4").start(), "margin")
    Value(objective='margin', lower=-12, upper=12)
    """
    position = as_position(position)
    most = {"outcome": 1, "score": position.empties + position.finished, "margin": 0}
    bound = most[one_of("objective", objective, most)]
    if objective == "margin":
        bound = len(lines(position.rules))
    return Value(objective, -bound, bound)


@made_as("Analysis(solution, moves)")
@dataclass(frozen=True, slots=True, repr=False)
class Analysis(Drawn):
    """A position's solution, and the value of every legal move for the side that makes it.

    - `solution`: of the position; its properties (`outcome`, `line` and so on) are here, too.
    - `moves`: the Value of each move by its cell, which may be a string such as "b2". In a turn of
      several stones, a move is the first stone. Empty if no move was analysed.

    >>> from kinrow.solver import SearchSolver
    >>> found = SearchSolver("1MiB", threads=1).analyse("1,3,2")
    >>> found.best, found.moves["b1"].outcome, found.moves["a1"].outcome, found.complete
    (Moves('b1'), Outcome.WIN, Outcome.DRAW, True)
    """

    solution: Solution
    moves: ValuedMoves

    def __init__(self, solution: Solution, moves: Mapping[Cell, Value]) -> None:
        object.__setattr__(self, "solution", solution)
        object.__setattr__(self, "moves", ValuedMoves(moves))

    def __repr__(self) -> str:
        moves = f"; {repr(self.moves)[1:-1]}" if self.moves else ""
        return f"<{words_for(self.position)}: {self.value}{moves}>"

    @property
    def position(self) -> Position:
        """The position that was analysed."""
        return self.solution.position

    @property
    def value(self) -> Value:
        """The position's value, with its bounds."""
        return self.solution.value

    @property
    def outcome(self) -> Outcome | None:
        """Win, draw or loss for the side to move; None if the bounds leave it open."""
        return self.solution.outcome

    @property
    def score(self) -> int | None:
        """As `Solution.score`."""
        return self.solution.score

    @property
    def margin(self) -> int | None:
        """As `Solution.margin`."""
        return self.solution.margin

    @property
    def winner(self) -> Sign | None:
        """Who wins under best play; None for a draw, and while that is open."""
        return self.solution.winner

    @property
    def line(self) -> tuple[Cell, ...]:
        """Moves of best play."""
        return self.solution.line

    @property
    def best(self) -> Moves:
        """Every move known to be worth as much as the position."""
        if not self.solution.complete:
            return Moves()
        target = self.solution.value.lower
        found = Moves(cell for cell, value in self.moves.items() if value.lower == target)
        return found or self.solution.best

    @property
    def complete(self) -> bool:
        """Whether the values of all moves are exact."""
        return self._all_there and all(value.complete for value in self.moves.values())

    @property
    def best_complete(self) -> bool:
        """Whether `best` names every best move, even if some poorer move's value is open."""
        target = self.solution.value.lower
        return self._all_there and all(
            value.lower == target or value.upper < target for value in self.moves.values()
        )

    @property
    def _all_there(self) -> bool:
        return self.solution.complete and bool(self.moves or self.position.finished)

    def to_json(self) -> dict[str, Any]:
        """A dictionary for programs: the solution's, and the best moves."""
        return self.solution.to_json() | {
            "best_moves": [str(cell) for cell in self.best],
            "best_moves_complete": self.best_complete,
        }
