"""Carries out a recipe: in each round, play games with the latest weights and fit new ones.

With a folder, the games are kept there, and a later call resumes from them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import version
from pathlib import Path

from kinrow import _core
from kinrow.learning.chunks import chunks
from kinrow.learning.fit import Fitted, fit
from kinrow.learning.folder import check_numbers, claim
from kinrow.learning.samples import Samples
from kinrow.learning.self_play import SelfPlay
from kinrow.rules import KinrowError, Rules, game
from kinrow.rules.sentence import Sentence
from kinrow.runtime.conversion import core_game
from kinrow.weights import Card, Correction, PatternWeights, Recipe, shipped_weights
from kinrow.weights.file import name_of_line, variant_of

Report = Callable[[int, int], object]
"""Called with the games played so far, and how many there will be."""


def train(
    recipe: Recipe, report: Report, folder: Path | None = None, threads: int | None = 1
) -> PatternWeights:
    """The weights of a recipe; so many processes, None for one for each core, play the games.

    Raises KinrowError for a game without patterns, or of several stones per turn, for a start with
    weights for other lines, or a folder with games of another recipe, OptionError for a recipe
    whose numbers are too small to learn from.

    >>> found = train(Recipe("7,7,4", games=20, rounds=1, nodes=100, seed=1), lambda *_: None)
    >>> found.fit(game("9,9,4")), found.card.recipe.games
    (True, 20)
    """
    rules = game(recipe.game)
    check_numbers(recipe)
    if not _core.has_patterns(core_game(rules)):
        raise KinrowError(Sentence("learn.game", game=str(rules)))
    if folder is not None:
        claim(folder, recipe)
    played: list[Samples] = []
    weights = _start(recipe, rules)
    for number in range(recipe.rounds):
        games = _round(recipe, rules, number, weights, report, folder, threads)
        played.append(Samples.joined(list(games)))
        fitted = fit(played)
        found = _weights(recipe, rules, fitted, sum(map(len, played)))
        weights = found.packed
    return found


def _start(recipe: Recipe, rules: Rules) -> bytes:
    """What the first round plays with, as the core takes it."""
    if not recipe.start:
        return b""
    found = start_weights(recipe.start, rules)
    return found.packed


def start_weights(name: str, rules: Rules) -> PatternWeights:
    """Weights that come with kinrow; raises KinrowError if they are for other lines."""
    found = shipped_weights(name)
    if not isinstance(found, PatternWeights) or not found.fit(rules):
        raise KinrowError(Sentence("learn.start", name=name, game=str(rules)))
    return found


def corrected_start(name: str, rules: Rules) -> tuple[PatternWeights, bytes]:
    """The weights of that name; or of a correction, what it corrects, and itself.

    Raises KinrowError as `start_weights` does.
    """
    found = shipped_weights(name)
    if not isinstance(found, Correction):
        return start_weights(name, rules), b""
    corrected = start_weights(name_of_line(rules.k, exact=rules.exact), rules)
    if not found.fits(corrected, rules):
        raise KinrowError(Sentence("learn.start", name=name, game=str(rules)))
    return corrected, found.packed


def _weights(recipe: Recipe, rules: Rules, fitted: Fitted, positions: int) -> PatternWeights:
    card = Card(recipe, version("kinrow"), positions, fitted.held_out)
    return PatternWeights(rules.k, rules.exact, fitted.numbers, card, variant_of(rules))


def _round(
    recipe: Recipe,
    rules: Rules,
    number: int,
    weights: bytes,
    report: Report,
    folder: Path | None,
    threads: int | None,
) -> Iterator[Samples]:
    """The games of one round in chunks; those that the folder has are not played again."""
    begin = partial(
        SelfPlay,
        rules,
        nodes=recipe.nodes,
        seed=recipe.seed,
        weights=weights,
        narrow=bool(recipe.start),
    )
    numbers = range(number * recipe.games, (number + 1) * recipe.games)
    of = recipe.rounds * recipe.games
    return chunks(rules, begin, numbers, lambda done: report(done, of), folder, threads)
