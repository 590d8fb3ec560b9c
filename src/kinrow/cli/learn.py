"""kinrow learn: weights for the engine's evaluation, or a network, from games of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kinrow.cli.language import help_text, text
from kinrow.cli.learn_kinds import (
    Output,
    learn_again,
    learn_correction,
    learn_network,
    learn_patterns,
)
from kinrow.cli.options import GameArgument, JsonOption
from kinrow.rules import game
from kinrow.runtime.files import check_place

_SIMULATIONS = 64
_FEWEST_GAMES = 20  # of which some are kept out of the fit

OutOption = Annotated[
    Path, typer.Option("--out", "-o", metavar="FILE", help=help_text("option.learn.out"))
]
NetworkOption = Annotated[bool, typer.Option("--network", help=help_text("option.learn.network"))]
CorrectionOption = Annotated[
    bool, typer.Option("--correction", help=help_text("option.learn.correction"))
]
GamesOption = Annotated[
    int | None, typer.Option(min=1, help=help_text("option.learn.games"), show_default=False)
]
RoundsOption = Annotated[
    int | None, typer.Option(min=1, help=help_text("option.learn.rounds"), show_default=False)
]
NodesOption = Annotated[int, typer.Option(min=100, help=help_text("option.learn.nodes"))]
SimulationsOption = Annotated[
    int, typer.Option(min=2, max=10**6, help=help_text("option.learn.simulations"))
]
SeedOption = Annotated[int, typer.Option(min=0, help=help_text("option.learn.seed"))]
StartOption = Annotated[
    str, typer.Option("--start", metavar="NAME", help=help_text("option.learn.start"))
]
MatchOption = Annotated[int, typer.Option(min=0, help=help_text("option.learn.match"))]
ExamOption = Annotated[int, typer.Option(min=0, help=help_text("option.learn.exam"))]
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
    network: NetworkOption = False,
    correction: CorrectionOption = False,
    games: GamesOption = None,
    rounds: RoundsOption = None,
    nodes: NodesOption = 8000,
    simulations: SimulationsOption = _SIMULATIONS,
    seed: SeedOption = 1,
    start: StartOption = "",
    match: MatchOption = 200,
    exam: ExamOption = 0,
    keep: KeepOption = None,
    reproduce: ReproduceOption = None,
    json: JsonOption = False,
) -> int:
    """Learns weights, a correction or a network and writes them, with their card."""
    from kinrow.weights import CorrectionRecipe, NetworkRecipe, shipped_weights
    from kinrow.weights.card import Recipe
    from kinrow.weights.file import name_of_line

    if network and (correction or start):
        raise typer.BadParameter(text("learn.network.alone"), param_hint="--network")
    if not (network or reproduce):
        _check_of_weights(games, simulations, exam)
    known = None if reproduce is None else shipped_weights(reproduce)
    rules = game(spec)
    check_place(out)
    name, output = str(rules), Output(out, keep, match, exam, json)
    if known is not None:
        learn_again(known, output)
    elif network:
        recipe = NetworkRecipe(name, games or 200, rounds or 40, simulations, seed)
        learn_network(recipe, None, output)
    elif correction:
        start = start or name_of_line(rules.k, exact=rules.exact)
        corrected = CorrectionRecipe(name, games or 2500, nodes, seed, start)
        learn_correction(corrected, None, output)
    else:
        recipe_of_patterns = Recipe(name, games or 2500, rounds or 2, nodes, seed, start)
        learn_patterns(recipe_of_patterns, None, output)
    return 0


def _check_of_weights(games: int | None, simulations: int, exam: int) -> None:
    """Refuses what a fit of weights cannot use, instead of ignoring it."""
    if games is not None and games < _FEWEST_GAMES:
        least = text("learn.games.least", least=_FEWEST_GAMES)
        raise typer.BadParameter(least, param_hint="--games")
    for option, given in [("--simulations", simulations != _SIMULATIONS), ("--exam", exam != 0)]:
        if given:
            raise typer.BadParameter(text("learn.network.only"), param_hint=option)
