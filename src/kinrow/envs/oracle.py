"""The oracle: exact value, best actions and regret of any position that can be solved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinrow.envs.batch import Batch
from kinrow.envs.lookup import ILLEGAL, Lookup
from kinrow.envs.table import cached
from kinrow.rules import Position, Rules
from kinrow.solve import Solver
from kinrow.solve.compiled import index_of

# The most that one position may cost where there is no table: about a tenth of a second.
_SMALL, _NODES, _NODES_LARGE = 36, 300_000, 5_000
_KEPT = 1_000_000  # answers kept for the next time


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


def told_to(truth: Truth | None, sign: int, regret: int | None) -> dict[str, Any]:
    """A truth as environments tell it: to the side to move, or (sign -1) to the other one.

    >>> told_to(None, 1, 0)
    {'known': False, 'regret': 0}
    """
    if truth is None:
        return {"known": False, "regret": regret}
    return {
        "known": True,
        "value": sign * truth.value,
        "score": None if truth.score is None else sign * truth.score,
        "optimal": truth.optimal.copy(),
        "regret": regret,
    }


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
        self._lookup = _lookup(rules)
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
        if self._lookup is None:
            return self._solve(position)
        score, actions = self._lookup.of_position(position)
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
            actions[index_of(self.rules, cell)] = value.lower
        outcome = int(found.outcome)
        return Truth(outcome, actions, (actions == outcome).astype(np.int8))


class BatchOracle:
    """What the table knows of all boards of a batch, as arrays; nothing where there is none.

    >>> oracle = BatchOracle(batch := Batch("tictactoe", 2))
    >>> told = oracle.told(batch.to_move)
    >>> batch.step(actions := np.array([4, 1], np.int32))
    >>> oracle.judge(actions)
    >>> told = oracle.told(batch.to_move)
    >>> told["value"].tolist(), told["regret"].tolist(), told["optimal"].sum(axis=1).tolist()
    ([0, 0], [0, 0], [4, 4])
    """

    def __init__(self, batch: Batch) -> None:
        self._batch = batch
        self._lookup = _lookup(batch.rules)
        self._known = np.full(batch.n, self._lookup is not None)
        self._value = np.zeros(batch.n, np.int8)
        self._actions = np.full((batch.n, batch.rules.size), ILLEGAL, np.int8)
        self._regret = np.zeros(batch.n, np.int8)
        self._judged = np.zeros(batch.n, np.bool_)

    def begin(self, boards: NDArray[np.int32]) -> None:
        """New games on these boards: no action was the last one."""
        self._judged[boards] = False

    def judge(self, actions: NDArray[np.int32]) -> None:
        """What these actions gave away, by what was last told of their boards."""
        inside = (actions >= 0) & (actions < self._actions.shape[1])
        chosen = self._actions[np.arange(len(actions)), np.where(inside, actions, 0)]
        self._judged = inside & (chosen != ILLEGAL)
        self._regret = np.where(self._judged, self._value - chosen, 0)

    def told(self, side: NDArray[np.int8]) -> dict[str, NDArray[Any]]:
        """The truth for that side of each board: a key's array, and under "_key" where it holds."""
        known, batch = self._known.copy(), self._batch
        score = np.zeros(batch.n, np.int8)
        if self._lookup is not None:
            score, self._actions = self._lookup.of_batch(batch)
        self._value = np.sign(score)
        sign = np.where(batch.to_move == side, np.int8(1), np.int8(-1))
        optimal = (self._actions == self._value[:, None]).astype(np.int8)
        told = {"known": known, "value": sign * self._value, "score": sign * score}
        told |= {"optimal": optimal, "regret": self._regret}
        where = dict.fromkeys(told, known) | {
            "known": np.ones_like(known),
            "regret": self._judged.copy(),
        }
        return told | {f"_{key}": held for key, held in where.items()}


def _lookup(rules: Rules) -> Lookup | None:
    table = cached(rules)
    return None if table is None else Lookup(table)
