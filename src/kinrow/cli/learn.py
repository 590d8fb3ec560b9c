"""kinrow learn: weights for the engine's evaluation from games of its own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kinrow.cli.language import help_text, text
from kinrow.cli.options import GameArgument, JsonOption
from kinrow.cli.screen import say, say_json
from kinrow.rules import game
from kinrow.terminal import live_line

if TYPE_CHECKING:
    from kinrow.weights import PatternWeights
    from kinrow.weights.card import Recipe

OutOption = Annotated[
    Path, typer.Option("--out", "-o", metavar="FILE", help=help_text("option.learn.out"))
]
KeepOption = Annotated[
    Path | None,
    typer.Option("--keep", metavar="FOLDER", help=help_text("option.learn.keep")),
]
ReproduceOption = Annotated[
    str | None,
    typer.Option("--reproduce", metavar="NAME", help=help_text("option.learn.reproduce")),
]


def command(
    out: OutOption,
    spec: Annotated[str, GameArgument.__metadata__[0]] = "gomoku",
    games: Annotated[int, typer.Option(min=20, help=help_text("option.learn.games"))] = 2500,
    rounds: Annotated[int, typer.Option(min=1, help=help_text("option.learn.rounds"))] = 2,
    nodes: Annotated[int, typer.Option(min=100, help=help_text("option.learn.nodes"))] = 8000,
    seed: Annotated[int, typer.Option(min=0, help=help_text("option.learn.seed"))] = 1,
    match: Annotated[int, typer.Option(min=0, help=help_text("option.learn.match"))] = 200,
    keep: KeepOption = None,
    reproduce: ReproduceOption = None,
    json: JsonOption = False,
) -> int:
    """Learns weights and writes them, with their card."""
    from kinrow.learning import Recipe, train, tried
    from kinrow.weights import shipped_weights

    known = None if reproduce is None else shipped_weights(reproduce)
    asked = Recipe(str(game(spec)), games, rounds, nodes, seed)
    recipe = asked if known is None else known.card.recipe
    with live_line(text("learn.playing"), end=text("live.stop")) as tell:
        weights = train(recipe, lambda at, of: tell(_so_far(at, of)), keep)
        if match:
            weights = tried(weights, match, recipe.nodes, lambda at, of: tell(_so_far(at, of)))
    weights.write(out)
    if json:
        say_json(weights.card.to_json())
    else:
        _say(weights)
        if known is not None:
            _compare(weights, known)
    return 0


def _so_far(at: int, of: int) -> str:
    return text("learn.so-far", done=f"{at:,}", of=f"{of:,}")


def _say(weights: PatternWeights) -> None:
    card = weights.card
    say(text("learn.games", games=_games(card.recipe), positions=f"{card.positions:,}"))
    for key in ("value", "move"):
        before, after = (card.held_out[name][key] for name in ("by hand", "learned"))
        say(text(f"learn.{key}", before=before, after=after))
    for row in card.matches:
        say(text("learn.match", score=row["score"], low=row["low"], high=row["high"]))


def _games(recipe: Recipe) -> str:
    return f"{recipe.games * recipe.rounds:,}"


def _compare(weights: PatternWeights, known: PatternWeights) -> None:
    """How far weights made anew are from those that are known."""
    differences = [abs(a - b) for a, b in zip(weights.numbers, known.numbers, strict=True)]
    other = sum(difference > 0 for difference in differences)
    if other:
        say(
            text(
                "learn.other", other=f"{other:,}", of=f"{len(differences):,}", most=max(differences)
            )
        )
    else:
        say(text("learn.same"))
