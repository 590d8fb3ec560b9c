"""The arguments that several commands share, and how they are parsed."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated

import typer

from kinrow.cli.language import said, text
from kinrow.rules import NAMED, OptionError, Position, Rules, as_position
from kinrow.rules.cell import shown
from kinrow.rules.notation import replay
from kinrow.words.reader import language


def game_names(incomplete: str) -> list[tuple[str, str]]:
    """The named games that begin so, with their titles, for the shell to complete."""
    return [
        (name, row.title(language())) for name, row in NAMED.items() if name.startswith(incomplete)
    ]


def above_zero(value: float | None) -> float | None:
    """Seconds as given; a usage error for none at all."""
    if value is not None and not (value > 0 and math.isfinite(value)):
        raise typer.BadParameter(text("fault.seconds", value=value))
    return value


def out_file(value: Path) -> Path:
    """The path of a file to write; a usage error for "-", which would be a file of that name."""
    if value == Path("-"):
        raise typer.BadParameter(text("usage.dash"))
    return value


def _size(value: str | None) -> str | None:
    if value is not None:
        from kinrow.runtime.limits import bytes_of

        try:
            bytes_of(value)
        except (ValueError, OverflowError) as error:
            raise typer.BadParameter(said(error.args[0])) from None
    return value


GameArgument = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help=text("option.game"), autocompletion=game_names, show_default=False
    ),
]
PositionOption = Annotated[
    str | None,
    typer.Option(
        "--position", "-p", metavar="TEXT", help=text("option.position"), show_default=False
    ),
]
AfterOption = Annotated[
    str,
    typer.Option("--after", "-a", metavar="MOVES", help=text("option.after"), show_default=False),
]
JsonOption = Annotated[bool, typer.Option("--json", help=text("option.json"))]
TimeOption = Annotated[
    float | None,
    typer.Option(
        "--time",
        "-t",
        metavar="SECONDS",
        help=text("option.time"),
        callback=above_zero,
        show_default=False,
    ),
]
CountTimeOption = Annotated[
    float | None,
    typer.Option(
        "--time",
        "-t",
        metavar="SECONDS",
        help=text("option.count.time"),
        callback=above_zero,
        show_default=False,
    ),
]
NodesOption = Annotated[
    int | None,
    typer.Option("--nodes", metavar="N", min=1, help=text("option.nodes"), show_default=False),
]
MemoryOption = Annotated[
    str | None,
    typer.Option(
        "--memory",
        "-m",
        metavar="SIZE",
        help=text("option.memory"),
        callback=_size,
        show_default=False,
    ),
]
ThreadsOption = Annotated[
    int | None,
    typer.Option(
        "--threads",
        "-j",
        metavar="N",
        min=1,
        max=1024,
        help=text("option.threads"),
        show_default=False,
    ),
]
SearchOnlyOption = Annotated[bool, typer.Option("--search-only", help=text("option.search_only"))]


def position_of(spec: str, position: str | None = None, after: str = "") -> Position:
    """The position that a game, a string and moves describe together.

    `spec` may be a whole position, its game included. Raises KinrowError for anything that is not
    a game, a position of it or a move in it.

    >>> position_of("tictactoe", "X../.O./...", "c3 a2").fen()
    '3,3,3 X../OO./..X'
    """
    start = as_position(spec) if position is None else _game_alone(spec).parse(position)
    return replay(start, after)


def _game_alone(spec: str) -> Rules:
    """The game of a string, which must not have a board as well."""
    start = as_position(spec)
    if start.plies:
        raise OptionError(text("position.twice", position=shown(spec)))
    return start.rules
