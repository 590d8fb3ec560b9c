"""Games of the tree search with a network against itself, and what they teach.

Noise on the moves of the root, moves drawn by their visits early in the game, and random stones
before it make the games differ. What the search has proved is taught as it is, and so is what the
solver settles, if it is asked. Any other position is taught half the result of its game and half
the search's value.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kinrow import _core
from kinrow.learning.network.lessons import Lessons, boards_of
from kinrow.learning.network.truth import ExactResult, SolverTruth
from kinrow.rules import Rules
from kinrow.runtime.conversion import core_game
from kinrow.runtime.waiting import finish
from kinrow.weights import Network

_MEMORY = 2**24
_CONCENTRATION = 10.0  # of the noise, over all moves (Silver et al. 2017)
_DRAWN = 3  # moves are drawn for a third of the board's cells, then the most visited is played
_OPENED = 0.6  # of the games begin with random stones,
_MOST_OPENING = 2  # on half of the cells at most
_RESULT_SHARE = 0.5  # of what is taught

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class _Looked:
    """A position of a game, and what the search says of it."""

    cells: str
    to_move: int
    left: int
    policy: Floats
    value: float
    exact: int | None  # the true result for the side to move, if it is known


class NetworkGames:
    """Game after game, the same ones for the same seed and network.

    `simulations` is what a move may cost, `truth` the nodes that the solver may spend on a
    position afterwards.
    """

    def __init__(
        self, rules: Rules, network: Network, *, simulations: int, seed: int, truth: int = 0
    ) -> None:
        self._rules = rules
        self._game = core_game(rules)
        self._simulations = simulations
        self._seed = seed
        self._truth = truth
        self._search = _core.Mcts(self._game, _MEMORY, 1, seed % 2**63, network.core)

    def play(self, number: int) -> Lessons:
        """What game `number` teaches."""
        random = np.random.default_rng((self._seed, number))
        state, seen = self._opening(random), list[_Looked]()
        start = state.plies
        while not state.finished:
            seen.append(self._look(state, random))
            state.play(self._chosen(seen[-1], random, drawn=state.plies - start))
        return _taught(self._corrected(seen), state.winner, self._rules.size)

    def _corrected(self, seen: list[_Looked]) -> list[_Looked]:
        """By the solver, a new one for each game, so that a game depends on its number alone."""
        if not self._truth:
            return seen
        truth = SolverTruth(self._game, self._truth)
        settled = [truth.of(one.cells, one.to_move, one.left) for one in reversed(seen)]
        return list(map(_told, seen, reversed(settled)))

    def _opening(self, random: np.random.Generator) -> _core.State:
        """The empty board, or one with random stones that do not end the game."""
        most = self._rules.size // _MOST_OPENING
        stones = int(random.integers(1, most + 1)) if random.random() < _OPENED and most else 0
        while True:
            state = _core.State(self._game)
            for _ in range(stones):
                state.play(int(random.choice(state.legal())))
                if state.finished:
                    break
            if not state.finished:
                return state
            stones -= 1

    def _look(self, state: _core.State, random: np.random.Generator) -> _Looked:
        legal = state.legal()
        noise = np.zeros(self._rules.size)
        noise[legal] = random.dirichlet([_CONCENTRATION / len(legal)] * len(legal))
        self._search.forget()
        self._search.begin_search(
            state.cells,
            state.to_move,
            state.left,
            simulations=self._simulations,
            noise=noise.tolist(),
        )
        finish(self._search)
        best, moves, lower, upper, _ = self._search.result()
        exact = lower if lower == upper else None
        policy = np.zeros(self._rules.size, np.float32)
        for cell, visits, _, low, _ in moves:
            policy[cell] = visits if exact is None else exact > -1 and low == exact
        if exact is None or (exact > -1 and not policy.any()):
            # Once more than it was visited: a search may have no visits at all, or have proved the
            # result without having found the move that shows it.
            policy[best] += 1
        total = policy.sum()
        visited = sum(visits for _, visits, *_ in moves)
        value = sum(visits * mean for _, visits, mean, *_ in moves) / max(1, visited)
        return _Looked(
            state.cells,
            state.to_move,
            state.left,
            policy / total if total else policy,
            value,
            exact,
        )

    def _chosen(self, seen: _Looked, random: np.random.Generator, drawn: int) -> int:
        """The cell to play: drawn by its share early in the game, later the one with the most."""
        if not seen.policy.any():
            return int(random.choice([at for at, sign in enumerate(seen.cells) if sign == "."]))
        if drawn < self._rules.size // _DRAWN:
            shares = seen.policy.astype(float)
            return int(random.choice(len(shares), p=shares / shares.sum()))
        return int(seen.policy.argmax())


def _told(seen: _Looked, settled: ExactResult | None) -> _Looked:
    """With the true result; if every move is settled, those that keep it are taught alike."""
    if settled is None:
        return seen
    keeps = settled.keeps
    policy = seen.policy if keeps is None else (keeps / keeps.sum()).astype(np.float32)
    return replace(seen, policy=policy, exact=settled.result)


def _taught(seen: list[_Looked], winner: int, size: int) -> Lessons:
    return Lessons(
        *boards_of([(one.cells, one.to_move, one.left) for one in seen], size),
        np.stack([one.policy for one in seen]),
        np.stack([_value(one, winner) for one in seen]),
        np.array([one.exact is not None for one in seen]),
    )


def _value(seen: _Looked, winner: int) -> Floats:
    """The chances of win, draw and loss."""
    if seen.exact is not None:
        known: Floats = np.eye(3, dtype=np.float32)[1 - seen.exact]
        return known
    result = 0 if winner < 0 else 1 if winner == seen.to_move else -1
    searched = np.array([max(seen.value, 0), 1 - abs(seen.value), max(-seen.value, 0)])
    ended = np.eye(3)[1 - result]
    mixed: Floats = (_RESULT_SHARE * ended + (1 - _RESULT_SHARE) * searched).astype(np.float32)
    return mixed
