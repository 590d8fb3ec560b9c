"""A network's recipe carried out: games, fit, and games with what was learned, round by round.

With a folder everything is kept there, and a later call resumes one that was interrupted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from importlib.metadata import version
from math import cos, pi
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kinrow.learning.folder import arrays_in, check_numbers, claim, write_arrays
from kinrow.learning.games import Playing, played
from kinrow.learning.network.games import NetworkGames
from kinrow.learning.network.lessons import Lessons
from kinrow.learning.network.numbers import Weights, initial, packed, shape_for
from kinrow.learning.network.solved import ANY, EARLY, Draw, SolvedPositions
from kinrow.rules import KinrowError, Rules, game
from kinrow.rules.sentence import Sentence
from kinrow.runtime.extras import needs
from kinrow.weights import Network, NetworkCard, NetworkRecipe, may_have_network

if TYPE_CHECKING:
    from kinrow.learning.network.fit import Fitter

Report = Callable[[int, int], object]
"""Called with the games played so far, and how many there will be."""

_WINDOW = 8  # rounds whose games are fitted to; what the solver settled is kept for all of them
_RATE, _LAST_RATE = 2e-3, 2e-4  # of the descent: it falls from round to round


def train_network(
    recipe: NetworkRecipe, report: Report, folder: Path | None = None, threads: int | None = 1
) -> Iterator[Network]:
    """The network after each round; the last one is that of the recipe.

    So many processes, None for one for each core, play the games.

    Raises MissingExtra if JAX or Optax is missing, KinrowError for a game in which no line wins or
    loses, for renju and caro, or for a folder of another recipe, OptionError for a recipe whose
    numbers are too small to learn from.
    """
    rules = game(recipe.game)
    check_numbers(recipe)
    if not may_have_network(rules):
        raise KinrowError(Sentence("learn.network.game", game=str(rules)))
    for library in ("jax", "optax"):
        needs(library, "learn")
    if folder is not None:
        claim(folder, recipe)
    return _Training(recipe, rules, folder, threads).rounds(report)


class _Training:
    """The rounds of one recipe; `folder` has a file of lessons and one of state for each."""

    def __init__(
        self, recipe: NetworkRecipe, rules: Rules, folder: Path | None, threads: int | None
    ) -> None:
        self._recipe = recipe
        self._rules = rules
        self._folder = folder
        self._threads = threads
        self._shape = shape_for(rules, recipe.layers)
        self._recent: list[Lessons] = []
        self._solved: list[Lessons] = []
        self._positions = self._exact = 0
        self._seconds = 0.0

    def rounds(self, report: Report) -> Iterator[Network]:
        from kinrow.learning.network.fit import Fitter

        first = initial(self._shape, np.random.default_rng((self._recipe.seed, 1)))
        fitter = Fitter(self._rules, first)
        for number in range(self._recipe.rounds):
            kept = self._kept(number)
            lessons = self._lessons(number, fitter.weights, report)
            self._recent = [*self._recent, lessons][-_WINDOW:]
            solved = [
                *self._solved_positions(number, ANY, self._recipe.solved),
                *self._solved_positions(number, EARLY, self._recipe.early),
            ]
            self._solved += solved
            fresh = Lessons.joined([lessons, *solved])
            self._positions += len(fresh)
            self._exact += int(fresh.exact.sum())
            if kept is None:
                began = process_time()
                self._fit(fitter, number, len(fresh))
                self._seconds += process_time() - began
                self._keep(number, fitter)
            else:
                self._seconds = float(kept["seconds"])
                fitter = Fitter(self._rules, {name: kept[name] for name in first}, kept)
            yield self._network(fitter.weights)

    def _lessons(self, number: int, weights: Weights, report: Report) -> Lessons:
        """What the games of a round teach."""
        recipe = self._recipe
        begin = partial(
            NetworkGames,
            self._rules,
            self._network(weights),
            simulations=recipe.simulations,
            seed=recipe.seed,
            truth=recipe.truth,
        )
        numbers = range(number * recipe.games, (number + 1) * recipe.games)
        return self._made(
            f"{number:04d}-games.npz",
            begin,
            numbers,
            lambda done: report(done + 1, recipe.rounds * recipe.games),
        )

    def _solved_positions(self, number: int, draw: Draw, positions: int) -> list[Lessons]:
        """Those of a round, none or one lot."""
        recipe = self._recipe
        each = -(-positions // draw.positions)
        if not each:
            return []
        begin = partial(
            SolvedPositions, self._rules, nodes=recipe.truth, seed=recipe.seed, draw=draw
        )
        numbers = range(number * each, (number + 1) * each)
        return [self._made(f"{number:04d}-{draw.name}.npz", begin, numbers, lambda _: None)]

    def _made(
        self,
        name: str,
        begin: Callable[[], Playing[Lessons]],
        numbers: range,
        report: Callable[[int], object],
    ) -> Lessons:
        """What these games or positions teach, from the folder if it has them."""
        path = None if self._folder is None else self._folder / name
        if path is not None and path.is_file():
            return Lessons.read(path, self._rules)
        parts = list[Lessons]()
        with closing(played(begin, numbers, self._threads)) as made:
            for at, (taught, seconds) in made:
                parts.append(taught)
                self._seconds += seconds
                report(at)
        lessons = Lessons.joined(parts)
        if path is not None:
            lessons.write(path, self._rules)
        return lessons

    def _fit(self, fitter: Fitter, number: int, fresh: int) -> None:
        from kinrow.learning.network.fit import BATCH

        random = np.random.default_rng((self._recipe.seed, 2, number))
        done = number / self._recipe.rounds
        rate = _LAST_RATE + (_RATE - _LAST_RATE) * (1 + cos(pi * done)) / 2
        steps = max(1, self._recipe.visits * fresh // BATCH)
        fitter.fit(Lessons.joined([*self._solved, *self._recent]), steps, rate, random)

    def _network(self, weights: Weights) -> Network:
        card = NetworkCard(
            self._recipe,
            version("kinrow"),
            self._positions,
            self._exact,
            round(self._seconds / 60, 1),
        )
        return Network(self._shape, packed(self._shape, weights), card)

    def _kept(self, number: int) -> dict[str, NDArray[Any]] | None:
        """What is left of a round that was done before."""
        if self._folder is None or not (path := self._state(number)).is_file():
            return None
        with arrays_in(path) as stored:
            return dict(stored) | {"seconds": stored["seconds"]}  # which games do not have

    def _keep(self, number: int, fitter: Fitter) -> None:
        if self._folder is None:
            return
        write_arrays(self._state(number), fitter.arrays() | {"seconds": np.array(self._seconds)})

    def _state(self, number: int) -> Path:
        assert self._folder is not None
        return self._folder / f"{number:04d}-state.npz"
