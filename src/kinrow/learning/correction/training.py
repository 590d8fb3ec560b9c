"""A correction's recipe carried out: games of the start, then one fit.

With a folder, the games are kept there, and so is the fit after each pass over their positions; a
later call resumes from them.
"""

from __future__ import annotations

from functools import partial
from importlib.metadata import version
from pathlib import Path

from kinrow import _core
from kinrow.learning.chunks import chunks
from kinrow.learning.correction.lessons import CorrectionLessons
from kinrow.learning.correction.numbers import packed
from kinrow.learning.correction.windows import Windows
from kinrow.learning.fit import UNIT, tables
from kinrow.learning.fit_values import ValueWeights
from kinrow.learning.folder import check_numbers, claim
from kinrow.learning.samples import Samples
from kinrow.learning.self_play import SelfPlay
from kinrow.learning.training import Report, corrected_start
from kinrow.rules import KinrowError, game
from kinrow.rules.sentence import Sentence
from kinrow.runtime.conversion import core_game
from kinrow.runtime.extras import needs
from kinrow.weights import Correction, CorrectionCard, CorrectionRecipe, PatternWeights
from kinrow.weights.correction import digest_of


def train_correction(
    recipe: CorrectionRecipe,
    report: Report,
    folder: Path | None = None,
    threads: int | None = 1,
) -> Correction:
    """The correction of a recipe; so many processes, None for one for each core, play the games.

    Raises MissingExtra if JAX or Optax is missing, KinrowError for a game without patterns, for
    renju and caro, for a start for other lines, or a folder with games of another recipe,
    OptionError for a recipe whose numbers are too small to learn from.
    """
    rules = game(recipe.game)
    check_numbers(recipe)
    if rules.special or not _core.has_patterns(core_game(rules)):
        raise KinrowError(Sentence("learn.correction.game", game=str(rules)))
    for library in ("jax", "optax"):
        needs(library, "learn")
    weights, correction = corrected_start(recipe.start, rules)
    if folder is not None:
        claim(folder, recipe)
    begin = partial(
        SelfPlay,
        rules,
        nodes=recipe.nodes,
        seed=recipe.seed,
        weights=weights.packed,
        correction=correction,
        narrow=True,
        openings=True,
    )
    numbers, tell = range(recipe.games), lambda done: report(done, recipe.games)
    games = chunks(rules, begin, numbers, tell, folder, threads)
    kept = None if folder is None else folder / "fit.npz"
    return _fitted(recipe, Samples.joined(list(games)), weights, kept)


def _fitted(
    recipe: CorrectionRecipe, samples: Samples, weights: PatternWeights, kept: Path | None
) -> Correction:
    from kinrow.learning.correction.fit import fit_correction
    from kinrow.learning.correction.model import Model

    values, _ = tables(weights.numbers)
    scaled = ValueWeights(values.classes / UNIT, values.levels / UNIT)
    lessons = CorrectionLessons(samples, scaled)
    if not lessons.held.any() or lessons.held.all():
        raise KinrowError(Sentence("learn.few", positions=len(samples)))
    model = Model(samples.rules, Windows(samples.rules))
    found, before, after = fit_correction(lessons, model, recipe.seed, kept)
    held_out = {"weights": round(before, 4), "corrected": round(after, 4)}
    card = CorrectionCard(recipe, version("kinrow"), len(samples), held_out)
    return Correction(digest_of(weights), packed(model.reach, found), card)
