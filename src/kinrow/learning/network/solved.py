"""Positions of random play that the solver alone teaches, as an exam asks them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kinrow import _core
from kinrow.learning.network.lessons import Lessons, boards_of
from kinrow.learning.network.truth import ExactResult, SolverTruth
from kinrow.rules import Rules
from kinrow.runtime.conversion import core_game


class Draw(NamedTuple):
    """How the positions of a part are drawn, and what the solver may spend on them.

    - `name`: of their files; `stream`: of random numbers;
    - `positions`: in a part: they share a table of the solver, so that most of what they ask is
      answered once;
    - `share`: of the cells, one in so many may have a stone;
    - `nodes`: times what a position of a game may cost;
    - `in_vain`: after so many in a row that are not settled, those with fewer stones are left out.
    """

    name: str
    stream: int
    positions: int
    share: int
    nodes: int
    in_vain: int


ANY = Draw("solved", 3, positions=50, share=1, nodes=1, in_vain=50)
"""With any number of stones, as an exam draws them."""

EARLY = Draw("early", 4, positions=250, share=4, nodes=16, in_vain=5)
"""With few stones: the solver hardly settles them for what other positions cost."""


class SolvedPositions:
    """Part after part, the same ones for the same seed; `nodes` is what a position may cost."""

    def __init__(self, rules: Rules, *, nodes: int, seed: int, draw: Draw = ANY) -> None:
        self._game = core_game(rules)
        self._size = rules.size
        self._nodes = nodes * draw.nodes
        self._seed = seed
        self._draw = draw

    def play(self, number: int) -> Lessons:
        """What the positions of a part teach, those left out that the nodes do not settle."""
        draw = self._draw
        random = np.random.default_rng((self._seed, draw.stream, number))
        stones = min(self._size, self._size // draw.share + 1)
        drawn = random_states(self._game, stones, random)
        states = sorted(islice(drawn, draw.positions), key=lambda state: -state.plies)
        return _taught(list(self._settled(states)), self._size)

    def _settled(self, states: Sequence[_core.State]) -> Iterator[tuple[_core.State, ExactResult]]:
        truth, vain = SolverTruth(self._game, self._nodes), 0
        for state in states:
            found = truth.of(state.cells, state.to_move, state.left)
            vain = 0 if found else vain + 1
            if found:
                yield state, found
            elif vain == self._draw.in_vain:
                return


def random_states(
    game: _core.Game, stones: int, random: np.random.Generator
) -> Iterator[_core.State]:
    """Unfinished positions after a random number of random stones below this, without end."""
    while True:
        state = _core.State(game)
        for _ in range(int(random.integers(0, stones))):
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
