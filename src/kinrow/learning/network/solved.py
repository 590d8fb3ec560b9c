"""Positions of random play that the solver alone teaches, as an exam asks them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from kinrow import _core
from kinrow.learning.network.lessons import Lessons, boards_of
from kinrow.learning.network.truth import ExactResult, SolverTruth
from kinrow.rules import Rules
from kinrow.runtime.conversion import core_game

POSITIONS = 50
"""In a part: they share a table of the solver, so that most of what they ask is answered once."""


class SolvedPositions:
    """Part after part, the same ones for the same seed; `nodes` is what a position may cost."""

    def __init__(self, rules: Rules, *, nodes: int, seed: int) -> None:
        self._game = core_game(rules)
        self._size = rules.size
        self._nodes = nodes
        self._seed = seed

    def play(self, number: int) -> Lessons:
        """What the positions of a part teach, those left out that the nodes do not settle."""
        random = np.random.default_rng((self._seed, 3, number))
        drawn = random_states(self._game, self._size, random)
        states = sorted((next(drawn) for _ in range(POSITIONS)), key=lambda state: -state.plies)
        truth = SolverTruth(self._game, self._nodes)
        settled = ((state, truth.of(state.cells, state.to_move, state.left)) for state in states)
        return _taught([(state, found) for state, found in settled if found], self._size)


def random_states(
    game: _core.Game, size: int, random: np.random.Generator
) -> Iterator[_core.State]:
    """Unfinished positions after a random number of random stones, without end."""
    while True:
        state = _core.State(game)
        for _ in range(int(random.integers(0, size))):
            if state.play(int(random.choice(state.legal()))):
                break
        if not state.finished:
            yield state


def _taught(settled: list[tuple[_core.State, ExactResult]], size: int) -> Lessons:
    results = np.array([found.result for _, found in settled], np.int8)
    policies = [_policy(state, found) for state, found in settled]
    return Lessons(
        *boards_of([(state.cells, state.to_move, state.left) for state, _ in settled], size),
        np.array(policies, np.float32).reshape(len(settled), size),
        np.eye(3, dtype=np.float32)[1 - results],
        np.ones(len(settled), np.bool_),
    )


def _policy(state: _core.State, found: ExactResult) -> NDArray[np.float32]:
    """The moves that keep the result, alike; nothing if every move does, or some are open."""
    keeps = found.keeps
    if keeps is None or keeps.sum() == len(state.legal()):
        return np.zeros(len(state.cells), np.float32)
    shares: NDArray[np.float32] = (keeps / keeps.sum()).astype(np.float32)
    return shares
