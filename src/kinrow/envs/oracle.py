"""The oracle: exact value, best actions and regret of any position that can be solved."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinrow.envs.table import Table, cached
from kinrow.rules import Position, Rules
from kinrow.solve import Solver

# The most that one position may cost where there is no table: about a tenth of a second.
_SMALL, _NODES, _NODES_LARGE = 36, 300_000, 5_000
_KEPT = 1_000_000  # answers kept for the next time
ILLEGAL = -2


@dataclass(frozen=True, slots=True)
class Truth:
    """What is known of a position, for its side to move: 1 win, 0 draw, -1 loss.

    - `value`: of the position; `actions` int8 (cells,): of each action, ILLEGAL where it is none.
    - `optimal` int8 (cells,): 1 for every action that keeps the value.
    - `score`: the winner's empty cells + 1, negative for a loss; None where only the outcome is
      known.
    """

    value: int
    actions: NDArray[np.int8]
    optimal: NDArray[np.int8]
    score: int | None = None

    def regret(self, action: int) -> int:
        """What a legal action gives away: 0, 1 or 2."""
        return self.value - int(self.actions[action])


class Oracle:
    """Answers from a table where the game is small, else from the solver within a budget of nodes.

    >>> from kinrow.rules import game
    >>> oracle = Oracle(game("tictactoe"))
    >>> truth = oracle.truth(game("tictactoe").parse("XX./OO./..."))
    >>> truth.value, truth.score, truth.optimal.tolist(), truth.regret(8)
    (1, 5, [0, 0, 1, 0, 0, 0, 0, 0, 0], 2)
    >>> Oracle(game("gomoku")).truth(game("gomoku").start()) is None
    True
    """

    def __init__(self, rules: Rules, nodes: int | None = None) -> None:
        self.rules = rules
        self._nodes = nodes or (_NODES if rules.size <= _SMALL else _NODES_LARGE)
        self._table: Table | None = cached(rules)
        self._solver: Solver | None = None
        self._known: dict[str, Truth | None] = {}

    def truth(self, position: Position) -> Truth | None:
        """What is known of a position reached from the empty board; None: not solved."""
        key = position.cells
        if key not in self._known:
            if len(self._known) >= _KEPT:
                self._known.clear()
            self._known[key] = self._find(position)
        return self._known[key]

    def close(self) -> None:
        """Gives back the solver's memory."""
        if self._solver is not None:
            self._solver.close()

    def _find(self, position: Position) -> Truth | None:
        if position.finished:
            none = np.full(self.rules.size, ILLEGAL, np.int8)
            outcome = int(position.outcome or 0)
            return Truth(outcome, none, np.zeros(self.rules.size, np.int8), position.score)
        return self._look_up(position) if self._table is not None else self._solve(position)

    def _look_up(self, position: Position) -> Truth:
        assert self._table is not None
        rules, size = self.rules, self.rules.size
        beginner = str(rules.begins)
        board = np.array(
            [0 if mark == "." else 1 if mark == beginner else 2 for mark in position.cells]
        )
        free = np.flatnonzero(board == 0)
        children = np.repeat(board[None], len(free) + 1, axis=0)
        children[np.arange(len(free)), free] = 1 if position.to_move is rules.begins else 2
        scores = self._table.values_of(children).astype(np.int64)
        same = position.left > 1
        moves = scores[:-1] if same else -scores[:-1]
        actions = np.full(size, ILLEGAL, np.int8)
        actions[free] = np.sign(moves)
        score = int(scores[-1])
        value = int(np.sign(score))
        return Truth(value, actions, (actions == value).astype(np.int8), score)

    def _solve(self, position: Position) -> Truth | None:
        if self._solver is None:
            self._solver = Solver("64MiB", 1)
        found = self._solver.solve(position, nodes=self._nodes)
        if found.outcome is None:
            return None
        analysis = self._solver.analyse(position, nodes=self._nodes)
        if not analysis.complete:
            return None
        actions = np.full(self.rules.size, ILLEGAL, np.int8)
        for cell, value in analysis.moves.items():
            actions[cell.row * self.rules.cols + cell.col] = value.lower
        outcome = int(found.outcome)
        return Truth(outcome, actions, (actions == outcome).astype(np.int8))
