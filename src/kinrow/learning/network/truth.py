"""What the solver says of a position in a game, for a number of nodes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kinrow import _core
from kinrow.runtime.waiting import finish

_MEMORY = 2**24


class ExactResult(NamedTuple):
    """The result for the side to move, 1, 0 or -1, and what each move leaves of it.

    `keeps`, (cells,) bool, has the moves that keep the result, None if not all are settled.
    """

    result: int
    keeps: NDArray[np.bool_] | None


class SolverTruth:
    """A solver with a table; `nodes` is what a position may cost.

    What is settled depends on what was asked before: ask about a game from its end.
    """

    def __init__(self, game: _core.Game, nodes: int) -> None:
        self._solver = _core.Solver(game, _MEMORY, 1)
        self._nodes = nodes

    def of(self, cells: str, to_move: int, left: int) -> ExactResult | None:
        """None if the nodes do not suffice.

        >>> from kinrow.rules import game
        >>> from kinrow.runtime.conversion import core_game
        >>> truth = SolverTruth(core_game(game("tictactoe")), 1000)
        >>> truth.of("XX.OO....", 0, 1)
        ExactResult(result=1, keeps=array([False, False,  True, ...
        """
        self._solver.begin_moves(cells, to_move, left, False, self._nodes)
        finish(self._solver)
        found = np.array(self._solver.moves())
        moves, (lower, upper) = found[:, 0], np.sign(found[:, 1:]).T
        result = int(lower.max())
        if result != upper.max():
            return None
        if (lower != upper).any():
            return ExactResult(result, None)
        keeps = np.zeros(len(cells), np.bool_)
        keeps[moves[lower == result]] = True
        return ExactResult(result, keeps)
