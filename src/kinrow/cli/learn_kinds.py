"""The three things that kinrow learn can learn, and what it reports about them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kinrow.cli.language import many, text
from kinrow.cli.screen import say, say_json
from kinrow.terminal import live_line

if TYPE_CHECKING:
    from kinrow.weights import (
        Correction,
        CorrectionCard,
        CorrectionRecipe,
        Network,
        NetworkCard,
        NetworkRecipe,
        PatternWeights,
    )
    from kinrow.weights.card import Card, Recipe

    Learned = PatternWeights | Correction | Network


@dataclass(frozen=True, slots=True)
class Output:
    """Where what was learned goes, and how it is measured."""

    file: Path
    folder: Path | None
    threads: int | None
    match: int
    exam: int
    json: bool


def learn_again(known: Learned, output: Output) -> None:
    """What comes with kinrow, by its recipe, to be compared with it."""
    from kinrow.weights import Correction, Network

    if isinstance(known, Network):
        learn_network(known.card.recipe, known, output)
    elif isinstance(known, Correction):
        learn_correction(known.card.recipe, known, output)
    else:
        learn_patterns(known.card.recipe, known, output)


def learn_patterns(recipe: Recipe, known: PatternWeights | None, output: Output) -> None:
    """Weights of patterns; `known` are those that they are compared with."""
    from kinrow.learning import train, tried

    with _playing(output) as report:
        weights = train(recipe, report, output.folder, output.threads)
        weights.write(output.file)
        if output.match:
            weights = tried(weights, output.match, recipe.nodes, report)
    _finish(weights, known, output, _say_patterns)


def learn_network(recipe: NetworkRecipe, known: Network | None, output: Output) -> None:
    """A network; `known` is the one that it is compared with."""
    from kinrow.learning.network import measured, train_network

    with _playing(output) as report:
        *_, network = train_network(recipe, report, output.folder, output.threads)
        network.write(output.file)
        network = measured(network, report, match=output.match, exam=output.exam)
    _finish(network, known, output, partial(_say_network, exam=output.exam))


def learn_correction(recipe: CorrectionRecipe, known: Correction | None, output: Output) -> None:
    """A correction of weights; `known` is the one that it is compared with."""
    from kinrow.learning.correction import train_correction
    from kinrow.learning.trial import tried_correction

    with _playing(output) as report:
        correction = train_correction(recipe, report, output.folder, output.threads)
        correction.write(output.file)
        if output.match:
            correction = tried_correction(correction, output.match, recipe.nodes, report)
    _finish(correction, known, output, _say_correction)


def _finish(
    made: Learned, known: Learned | None, output: Output, say_card: Callable[[Any], None]
) -> None:
    """Writes the file again if it was measured; shows its card, and what differs from `known`."""
    if output.match or output.exam:
        made.write(output.file)
    if output.json:
        say_json(made.card.to_json())
        return
    say_card(made.card)
    if known is not None:
        _say_difference(*(list(map(int, one.numbers)) for one in (made, known)))


@contextmanager
def _playing(output: Output) -> Iterator[Callable[[int, int], None]]:
    """Shows how many games there are so far; after Ctrl-C, how to resume."""
    try:
        with live_line(text("learn.playing"), end=text("live.stop")) as tell:
            yield lambda at, of: tell(text("learn.so-far", done=f"{at:,}", of=f"{of:,}"))
    except KeyboardInterrupt:
        said = "learn.stopped" if output.folder is None else "learn.stopped.kept"
        print(f"kinrow: {text(said, folder=output.folder)}", file=sys.stderr)
        raise


def _say_patterns(card: Card) -> None:
    _say_games(card.recipe.games * card.recipe.rounds, card.positions)
    for key in ("value", "move"):
        before, after = (card.held_out[name][key] for name in ("by hand", "learned"))
        say(text(f"learn.{key}", before=before, after=after))
    for row in card.matches:
        say(text("learn.match", score=row["score"], low=row["low"], high=row["high"]))


def _say_correction(card: CorrectionCard) -> None:
    _say_games(card.recipe.games, card.positions)
    before, after = card.held_out["weights"], card.held_out["corrected"]
    say(text("learn.corrected", before=before, after=after))
    for row in card.matches:
        values = {name: row[name] for name in ("against", "score", "low", "high")}
        say(text("learn.network.match", **values))


def _say_network(card: NetworkCard, exam: int) -> None:
    _say_games(card.recipe.games * card.recipe.rounds, card.positions)
    share = f"{100 * card.exact / max(1, card.positions):.0f}"
    say(text("learn.exact", share=share, minutes=card.minutes))
    if exam and not card.regret:
        say(text("learn.regret.none", game=card.recipe.game))
    for row in card.regret:
        say(text("learn.regret", player=row["player"], mean=row["mean"], wrong=row["wrong"]))
    for row in card.matches:
        values = {name: row[name] for name in ("against", "score", "low", "high")}
        say(text("learn.network.match", **values))


def _say_games(games: int, positions: int) -> None:
    say(text("learn.games", games=many("games", games), positions=many("positions", positions)))


def _say_difference(made: Sequence[int], known: Sequence[int]) -> None:
    """How much the repeated training differs from the shipped numbers."""
    differences = [abs(a - b) for a, b in zip(made, known, strict=True)]
    other = sum(difference > 0 for difference in differences)
    if other:
        of = f"{len(differences):,}"
        say(text("learn.other", other=f"{other:,}", of=of, most=max(differences)))
    else:
        say(text("learn.same"))
