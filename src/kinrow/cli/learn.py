"""kinrow learn: weights for the engine's evaluation, or a network, from games of their own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kinrow.cli.language import text
from kinrow.cli.learn_kinds import (
    Output,
    learn_again,
    learn_correction,
    learn_network,
    learn_patterns,
)
from kinrow.cli.options import GameArgument, JsonOption, ThreadsOption
from kinrow.rules import game
from kinrow.rules.options import whole_number
from kinrow.runtime.files import check_place

if TYPE_CHECKING:
    from kinrow.cli.learn_kinds import Learned

_SIMULATIONS = 64
_TRUTH = 20_000  # nodes: enough for 99 of 100 positions of (5,5,4)
_VISITS = 6
_FEWEST_GAMES = 20  # of which some are kept out of the fit
_OF_A_RECIPE = tuple(
    "spec network correction games rounds nodes simulations layers truth solved early visits seed"
    " start".split()
)
_COUNTS = "games rounds nodes truth match exam".split()
_OF_NETWORKS = dict.fromkeys(
    ("simulations", "layers", "truth", "solved", "early", "visits", "exam"), "learn.network.only"
)
_UNUSED = {
    "patterns": _OF_NETWORKS,
    "correction": {"rounds": "learn.correction.rounds"} | _OF_NETWORKS,
    "network": {"nodes": "learn.network.nodes"},
    "known weights": dict.fromkeys((*_OF_A_RECIPE, "exam"), "learn.reproduce.alone"),
    "known network": dict.fromkeys(_OF_A_RECIPE, "learn.reproduce.alone"),
}
"""The options that each kind of learning has no use for, and the text that says so."""

OutOption = Annotated[
    Path, typer.Option("--out", "-o", metavar="FILE", help=text("option.learn.out"))
]
NetworkOption = Annotated[bool, typer.Option("--network", help=text("option.learn.network"))]
CorrectionOption = Annotated[
    bool, typer.Option("--correction", help=text("option.learn.correction"))
]
GamesOption = Annotated[
    int | None, typer.Option(min=1, help=text("option.learn.games"), show_default=False)
]
RoundsOption = Annotated[
    int | None, typer.Option(min=1, help=text("option.learn.rounds"), show_default=False)
]
NodesOption = Annotated[int, typer.Option(min=100, help=text("option.learn.nodes"))]
SimulationsOption = Annotated[
    int, typer.Option(min=2, max=10**6, help=text("option.learn.simulations"))
]
LayersOption = Annotated[int, typer.Option(min=1, max=16, help=text("option.learn.layers"))]
TruthOption = Annotated[int, typer.Option(min=0, metavar="NODES", help=text("option.learn.truth"))]
SolvedOption = Annotated[
    int, typer.Option(min=0, max=10**6, metavar="POSITIONS", help=text("option.learn.solved"))
]
EarlyOption = Annotated[
    int, typer.Option(min=0, max=10**6, metavar="POSITIONS", help=text("option.learn.early"))
]
VisitsOption = Annotated[int, typer.Option(min=1, max=1000, help=text("option.learn.visits"))]
SeedOption = Annotated[int, typer.Option(min=0, help=text("option.learn.seed"))]
StartOption = Annotated[
    str, typer.Option("--start", metavar="NAME", help=text("option.learn.start"))
]
MatchOption = Annotated[int, typer.Option(min=0, help=text("option.learn.match"))]
ExamOption = Annotated[int, typer.Option(min=0, help=text("option.learn.exam"))]
KeepOption = Annotated[
    Path | None,
    typer.Option("--keep", metavar="FOLDER", help=text("option.learn.keep")),
]
ReproduceOption = Annotated[
    str | None,
    typer.Option("--reproduce", metavar="NAME", help=text("option.learn.reproduce")),
]


def command(  # longer than most: it has many options
    context: typer.Context,
    out: OutOption,
    spec: Annotated[str, GameArgument.__metadata__[0]] = "gomoku",
    network: NetworkOption = False,
    correction: CorrectionOption = False,
    games: GamesOption = None,
    rounds: RoundsOption = None,
    nodes: NodesOption = 8000,
    simulations: SimulationsOption = _SIMULATIONS,
    layers: LayersOption = 2,
    truth: TruthOption = _TRUTH,
    solved: SolvedOption = 0,
    early: EarlyOption = 0,
    visits: VisitsOption = _VISITS,
    seed: SeedOption = 1,
    start: StartOption = "",
    match: MatchOption = 200,
    exam: ExamOption = 0,
    keep: KeepOption = None,
    threads: ThreadsOption = None,
    reproduce: ReproduceOption = None,
    json: JsonOption = False,
) -> int:
    """Learns weights, a correction or a network and writes them, with their card."""
    from kinrow.weights import CorrectionRecipe, NetworkRecipe, Recipe, shipped_weights
    from kinrow.weights.file import name_of_line

    known = None if reproduce is None else shipped_weights(reproduce)
    _check(context, _recipe_of(known, network=network, correction=correction))
    rules = game(spec)
    name, output = str(rules), Output(out, keep, threads, match, exam, json)
    if known is not None:
        learn_again(known, output)
    elif network:
        size = games or 200, rounds or 40, simulations
        taught = truth, solved, early, visits
        learn_network(NetworkRecipe(name, *size, seed, layers, *taught), None, output)
    elif correction:
        lines = start or name_of_line(rules.k, exact=rules.exact)
        learn_correction(CorrectionRecipe(name, games or 2500, nodes, seed, lines), None, output)
    else:
        learn_patterns(Recipe(name, games or 2500, rounds or 2, nodes, seed, start), None, output)
    return 0


def _recipe_of(known: Learned | None, *, network: bool, correction: bool) -> str:
    """What is learned, as `_UNUSED` names it."""
    from kinrow.weights import Network

    if known is not None:
        return "known network" if isinstance(known, Network) else "known weights"
    return "network" if network else "correction" if correction else "patterns"


def _check(context: typer.Context, recipe: str) -> None:
    """Refuses options that do not go together or with what is learned, and files nowhere."""
    given = context.params
    for name in _COUNTS:
        whole_number(name, given[name] or 0, 0, example=1)
    if recipe == "network" and (given["correction"] or given["start"]):
        raise typer.BadParameter(text("learn.network.alone"), param_hint="--network")
    _check_used(context, recipe)
    for name in ("solved", "early"):
        if given[name] and not given["truth"]:
            said = text("learn.solved.truth", option=f"--{name}")
            raise typer.BadParameter(said, param_hint=f"--{name}")
    games = given["games"]
    if recipe in ("patterns", "correction") and games is not None and games < _FEWEST_GAMES:
        least = text("learn.games.least", least=_FEWEST_GAMES)
        raise typer.BadParameter(least, param_hint="--games")
    check_place(given["out"])


def _check_used(context: typer.Context, recipe: str) -> None:
    """Refuses options that this recipe has no use for, instead of ignoring them."""
    unused = _UNUSED[recipe]
    for param in context.command.params:
        name = str(param.name)
        source = context.get_parameter_source(name)
        if name in unused and source is not None and source.name == "COMMANDLINE":
            option = "GAME" if name == "spec" else f"--{name}"
            raise typer.BadParameter(text(unused[name]), param_hint=option)
