"""A puzzle: a position, its one right move, and what makes it hard to find."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from kinrow.rules import Cell, Outcome, Position

Goal = Literal["win", "draw"]
"""What the one right move achieves."""

GOALS: tuple[Goal, ...] = get_args(Goal)
GRADES = range(1, 6)


@dataclass(frozen=True, slots=True, kw_only=True)
class Puzzle:
    """Exactly one move of `position` keeps its outcome, which is the `goal`.

    - `solution`: that move; `moves`: the outcome of every move for the side to move.
    - `tempting`: the wrong moves that look as natural as the solution, or more so.
    - `depth`: stones until the game is won, if both play their best: by the solution if the goal is
      to win, else by the other side after the most natural wrong move. None without scores.

    >>> from kinrow.rules import game
    >>> position = game("tictactoe").parse("XX./OO./...")
    >>> ends = {Cell(0, 2): Outcome.WIN, Cell(1, 2): Outcome.DRAW}
    >>> found = Puzzle(
    ...     position=position, goal="win", solution=Cell(0, 2), moves=ends, tempting=(), depth=1
    ... )
    >>> found.grade, found.to_json()["solution"]
    (1, 'c1')
    """

    position: Position
    goal: Goal
    solution: Cell
    moves: Mapping[Cell, Outcome]
    tempting: tuple[Cell, ...]
    depth: int | None

    @property
    def grade(self) -> int:
        """From 1 (easy) to 5: one more for three stones of depth, another for five; one more if
        a wrong move is tempting, another if every third one is.
        """
        deep = 0 if self.depth is None else (self.depth >= 3) + (self.depth >= 5)
        wrong = len(self.moves) - 1
        return 1 + deep + bool(self.tempting) + (3 * len(self.tempting) >= wrong > 0)

    def to_json(self) -> dict[str, Any]:
        """A dictionary for programs."""
        return {
            "position": self.position.fen(),
            "to_move": str(self.position.to_move),
            "goal": self.goal,
            "solution": str(self.solution),
            "grade": self.grade,
            "depth": self.depth,
            "tempting": [str(cell) for cell in self.tempting],
            "moves": {str(cell): str(outcome) for cell, outcome in self.moves.items()},
        }
