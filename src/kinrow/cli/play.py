"""kinrow play: a game in the terminal, line by line, against a human or the exact player."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
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
    with Solver(memory, threads) as solver:
        session = Session(record, machines({Sign.X: x, Sign.O: o}, now.to_move), solver, think)
        try:
            session.run(lines())
        except KeyboardInterrupt:
            say()
            return INTERRUPTED
    return 0


def machines(chosen: Mapping[Sign, Player | None], to_move: Sign) -> set[Sign]:
    """The signs of the exact player; where nothing is chosen, whoever is at the board moves next.

    >>> machines({Sign.X: None, Sign.O: None}, Sign.X)
    {Sign.O}
    >>> machines({Sign.X: "exact", Sign.O: None}, Sign.X)
    {Sign.X}
    """
    found = {sign for sign, player in chosen.items() if player == "exact"}
    open_signs = [sign for sign, player in chosen.items() if player is None]
    if len(open_signs) == 2:
        return {to_move.other}
    if open_signs and not found:
        return set(open_signs)
    return found


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
