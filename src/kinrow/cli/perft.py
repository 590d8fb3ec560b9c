"""kinrow perft: count the ways to place a number of stones."""

from __future__ import annotations

from typing import Annotated

import typer

from kinrow.cli.language import text
from kinrow.cli.options import AfterOption, GameArgument, JsonOption, PositionOption, position_of
from kinrow.cli.screen import say, say_json


def command(
    game: GameArgument,
    depth: Annotated[
        int, typer.Argument(metavar="DEPTH", min=0, max=400, help=text("option.depth"))
    ],
    position: PositionOption = None,
    after: AfterOption = "",
    json: JsonOption = False,
) -> None:
    """Count and print."""
    from kinrow.solver import perft

    asked = position_of(game, position, after)
    found = perft(asked, depth)
    if json:
        say_json(
            {
                "game": str(asked.rules),
                "position": asked.fen(),
                "depth": depth,
                "perft": found,
            }
        )
    else:
        say(str(found))
