"""The oracle: the exact value, the best actions and the regret of positions it can solve."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinrow.analysis import Analyst, Budget
from kinrow.envs.batch import Batch, cell_asked
from kinrow.knowledge import Knowledge
from kinrow.knowledge.lookup import ILLEGAL, Truths, lookup, table_for
from kinrow.knowledge.tabled import TableSource
from kinrow.rules import (
    GameLike,
    IllegalMove,
    Objective,
    OptionError,
    Position,
    PositionLike,
    Rules,
    Sign,
    as_position,
    game,
)
from kinrow.rules.calls import made_as
from kinrow.rules.options import whole_number
from kinrow.rules.sentence import Sentence
from kinrow.runtime.conversion import index_of

# Nodes that one position may cost if there is no table: about a tenth of a second.
_SMALL, _NODES, _NODES_LARGE = 36, 600_000, 10_000
_KEPT = 100_000  # answers kept for the next time, some 600 bytes each


@dataclass(frozen=True, slots=True, eq=False)
class OracleTruth:
    """What is known of a position, for its side to move: 1 win, 0 draw, -1 loss.

    Truths are equal if all of this is:

    - `value`: of the position; `actions` int8 (cells,): of each action, ILLEGAL if it is none.
    - `optimal` int8 (cells,): 1 for every action that keeps the value.
    - `score`: the winner's empty cells + 1, negative for a loss; None if only the outcome is
      known.
    """

    value: int
    actions: NDArray[np.int8]
    optimal: NDArray[np.int8]
    score: int | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OracleTruth) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[int, int | None, bytes, bytes]:
        return self.value, self.score, self.actions.tobytes(), self.optimal.tobytes()

    def regret(self, action: int) -> int:
        """What a legal action gives away: 0, 1 or 2.

        Raises IllegalMove for any other one, OptionError for what is not a whole number.
        """
        cell, last = cell_asked(action), len(self.actions) - 1
        if not 0 <= cell <= last:
            raise IllegalMove(Sentence("env.off", cell=cell, last=last))
        if self.actions[cell] == ILLEGAL:
            raise IllegalMove(self._no_value(cell))
        return self.value - int(self.actions[cell])

    def _no_value(self, cell: int) -> Sentence:
        """Why an action has no regret: others are legal, or none is."""
        legal = np.flatnonzero(self.actions != ILLEGAL).tolist()
        if not legal:
            return Sentence("moves.no_value", cell=cell)
        return Sentence("moves.value", cell=cell, known=", ".join(map(str, legal)))


class _OrNone(int):
    """A number where None may stand in another environment.

    Gymnasium's vector environments make an array of the type that comes first: one of plain
    integers cannot hold None, one of objects, which any other type gets, holds both.
    """


def told_to(
    truth: OracleTruth | None, sign: int, regret: int | None, *, acts: bool = True
) -> dict[str, Any]:
    """A truth as environments report it: to the side to move, or (sign -1) to the other one.

    Nothing is optimal for whoever does not act.

    >>> told_to(None, 1, 0)
    {'known': False, 'regret': 0}
    """
    regret = None if regret is None else _OrNone(regret)
    if truth is None:
        return {"known": False, "regret": regret}
    return {
        "known": True,
        "value": sign * truth.value,
        "score": None if truth.score is None else _OrNone(sign * truth.score),
        "optimal": truth.optimal.copy() if acts else np.zeros_like(truth.optimal),
        "regret": regret,
    }


@made_as("Oracle('tictactoe')")
class Oracle:
    """Exact values of positions: from the game's table, or by a search of about `nodes` nodes.

    Without `nodes`, a search has 600,000 on boards of up to 36 cells, and 10,000 on larger ones.
    Raises OptionError for what is not a whole number from 1.

    >>> from kinrow.rules import game
    >>> oracle = Oracle("tictactoe")
    >>> truth = oracle.truth(game("tictactoe").parse("XX./OO./..."))
    >>> truth.value, truth.score, truth.optimal.tolist(), truth.regret(8)
    (1, 5, [0, 0, 1, 0, 0, 0, 0, 0, 0], 2)
    >>> Oracle("gomoku").truth(game("gomoku").start()) is None
    True
    """

    def __init__(self, rules: GameLike, nodes: int | None = None) -> None:
        rules = game(rules)
        if nodes is not None:
            nodes = whole_number("nodes", nodes, 1, example=10**6)
        self.rules, self._nodes = rules, nodes
        table = table_for(rules)
        self._objective: Objective = "outcome" if table is None else table.objective
        self._analyst = Analyst(
            "64MiB",
            1,
            budget=Budget(nodes=nodes or (_NODES if rules.size <= _SMALL else _NODES_LARGE)),
            knowledge=True if table is None else Knowledge((TableSource([table]),)),
        )
        self._known: dict[tuple[str, Sign, int], OracleTruth | None] = {}

    def __repr__(self) -> str:
        return f"<oracle of {self.rules.title}>"

    def truth(self, position: PositionLike) -> OracleTruth | None:
        """What is known of a position of the game; None: not solved.

        Raises OptionError for a position of another game.
        """
        position = as_position(position)
        if position.rules != self.rules:
            title = position.rules.title
            raise OptionError(Sentence("env.other", game=title, due=self.rules.title))
        key = position.cells, position.to_move, position.left
        if key not in self._known:
            if len(self._known) >= _KEPT:
                self._known.clear()
            self._known[key] = self._find(position)
        return self._known[key]

    def __reduce__(self) -> tuple[type[Oracle], tuple[Rules, int | None]]:
        """A copy begins without the answers found so far."""
        return Oracle, (self.rules, self._nodes)

    def close(self) -> None:
        """Releases the memory of the search."""
        self._analyst.close()

    def _find(self, position: Position) -> OracleTruth | None:
        actions = np.full(self.rules.size, ILLEGAL, np.int8)
        if position.finished:
            none = np.zeros(self.rules.size, np.int8)
            return OracleTruth(int(position.outcome or 0), actions, none, position.score)
        found = self._analyst.answer(position, self._objective, moves="every", line=False)
        outcome = found.solution.outcome
        if outcome is None or not found.complete:
            return None
        for cell, value in found.moves.items():
            actions[index_of(self.rules, cell)] = int(value.outcome or 0)
        optimal = (actions == int(outcome)).astype(np.int8)
        score = found.solution.score if self._objective == "score" else None
        return OracleTruth(int(outcome), actions, optimal, score)


class BatchOracle:
    """What the table knows of all boards of a batch, as arrays; nothing if there is none.

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
        self._lookup = lookup(batch.rules)
        self._stones = batch.observations.reshape(batch.n, -1, batch.rules.size)
        self._all = np.ones(batch.n, np.bool_)
        self._known = np.full(batch.n, self._lookup is not None)
        self._scored = self._known & (batch.rules.objective == "line")
        self._regret, self._judged = np.zeros(batch.n, np.int8), np.zeros(batch.n, np.bool_)

    def begin(self, boards: NDArray[np.int32]) -> None:
        """New games on these boards: no action was the last one."""
        self._judged[boards] = False

    def judge(self, actions: NDArray[np.int32]) -> None:
        """What these actions gave away, by what was last reported of their boards."""
        if self._lookup is not None:
            self._regret, self._judged = self._lookup.regrets(actions)

    def told(self, side: NDArray[np.int8]) -> dict[str, NDArray[Any]]:
        """The truth for that side of each board, an array for each key; "_key": where it holds."""
        value, score, optimal = self._truths(side)
        known, judged = self._known.copy(), self._judged.copy()
        return {
            "known": known,
            "value": value,
            "score": score * self._scored,
            "optimal": optimal,
            "regret": self._regret.copy(),
            "_known": self._all.copy(),
            "_value": known,
            "_score": self._scored.copy(),
            "_optimal": known,
            "_regret": judged,
        }

    def _truths(self, side: NDArray[np.int8]) -> Truths:
        batch = self._batch
        if self._lookup is None:
            none = np.zeros(batch.n, np.int8)
            return Truths(none, none.copy(), np.zeros(batch.masks.shape, np.int8))
        return self._lookup.look_up(self._stones, batch.to_move, batch.left, batch.masks, side)
