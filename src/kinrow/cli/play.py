"""kinrow play: a game in the terminal, line by line, against a human or the exact player."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import TextIOWrapper
from typing import Annotated, Literal

import typer

from kinrow.cli.language import help_text, text
from kinrow.cli.options import (
    AfterOption,
    GameArgument,
    MemoryOption,
    PositionOption,
    ThreadsOption,
    above_zero,
    position_of,
)
from kinrow.cli.record import Record
from kinrow.cli.screen import INTERRUPTED, say
from kinrow.cli.session import Session
from kinrow.rules import NotationError, Sign, parse_moves

Player = Literal["human", "exact"]
_LONGEST = 10_000  # characters of a line: a longer one is no command, and may never end


def command(
    game: GameArgument,
    position: PositionOption = None,
    after: AfterOption = "",
    x: Annotated[
        Player | None, typer.Option("--x", help=help_text("option.x"), show_default=False)
    ] = None,
    o: Annotated[
        Player | None, typer.Option("--o", help=help_text("option.o"), show_default=False)
    ] = None,
    think: Annotated[
        float,
        typer.Option(
            "--think", metavar="SECONDS", help=help_text("option.think"), callback=above_zero
        ),
    ] = 5.0,
    memory: MemoryOption = "512MiB",
    threads: ThreadsOption = None,
) -> int:
    """Play until somebody quits or the input ends."""
    from kinrow.solve import Solver

    now = position_of(game, position, after)
    record = Record(position_of(game, position), list(parse_moves(after)))
    chosen = {Sign.X: x, Sign.O: o}
    # Whoever is at the board has the next move, and the exact player the other side.
    usual = {now.to_move: "human", now.to_move.other: "exact"}
    machines = {sign for sign in Sign if (chosen[sign] or usual[sign]) == "exact"}
    with Solver(memory, threads) as solver:
        session = Session(record, machines, solver, think)
        try:
            session.run(lines())
        except KeyboardInterrupt:
            say()
            return INTERRUPTED
    return 0


def lines() -> Iterator[str]:
    """What is typed, line by line, until it ends; with a prompt where somebody types.

    Raises NotationError for a line without end.
    """
    if sys.stdin is None:  # where the caller has closed it
        return
    if sys.stdin.isatty():
        import readline  # noqa: F401 - gives input() a history and arrow keys

        while True:
            try:
                yield input(text("play.prompt"))
            except EOFError:
                say()
                return
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    while line := sys.stdin.readline(_LONGEST):
        if len(line) == _LONGEST:
            raise NotationError(text("play.endless", most=_LONGEST))
        yield line
