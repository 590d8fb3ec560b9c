"""What the solver says of a position in a game, for a number of nodes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kinrow import _core
from kinrow.runtime.waiting import Deadline, wait_for

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
        if wait_for(self._solver, Deadline(None)) == "interrupted":
            raise KeyboardInterrupt
        bounds = {cell: _signs(low, high) for cell, low, high in self._solver.moves()}
        if not bounds:
            return None
        lower, upper = (max(pair[at] for pair in bounds.values()) for at in (0, 1))
        return ExactResult(lower, _keeping(bounds, lower, len(cells))) if lower == upper else None


def _signs(lower: int, upper: int) -> tuple[int, int]:
    return int(np.sign(lower)), int(np.sign(upper))


def _keeping(
    bounds: Mapping[int, tuple[int, int]], result: int, size: int
) -> NDArray[np.bool_] | None:
    if any(lower != upper for lower, upper in bounds.values()):
        return None
    keeps = np.zeros(size, np.bool_)
    keeps[[cell for cell, (lower, _) in bounds.items() if lower == result]] = True
    return keeps
