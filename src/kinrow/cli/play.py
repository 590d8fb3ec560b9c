"""kinrow play: a game in the terminal, line by line, between people and any players."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from io import TextIOWrapper
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kinrow.cli.language import text
from kinrow.cli.open_game import OpenGame
from kinrow.cli.opponents import chosen
from kinrow.cli.options import (
    AfterOption,
    GameArgument,
    MemoryOption,
    PositionOption,
    SearchOnlyOption,
    ThreadsOption,
    above_zero,
    position_of,
)
from kinrow.cli.screen import say
from kinrow.rules import NotationError, Position, Sign, parse_moves
from kinrow.rules.cell import shown
from kinrow.rules.sentence import Sentence
from kinrow.runtime.statuses import INTERRUPTED
from kinrow.terminal import is_terminal

if TYPE_CHECKING:
    from kinrow.analysis import Analyst
    from kinrow.arena.control import TimeControl
    from kinrow.players.swap import OpeningRule

_HUMAN, _PERFECT = "human", "perfect"
_LONGEST = 10_000  # characters of a line: a longer one is not a command, and may never end


def _player_specs(incomplete: str) -> list[tuple[str, str]]:
    """The players that begin so, for the shell to complete."""
    from kinrow.players import SPECS

    return [(spec, words) for spec, words in SPECS.items() if spec.startswith(incomplete)]


def _option(name: str, short: str, metavar: str) -> Any:
    help_key = f"option.play.{name}"
    return typer.Option(
        f"--{name}", short, metavar=metavar, help=text(help_key), show_default=False
    )


def _player_option(sign: str) -> Any:
    return typer.Option(
        f"--{sign}",
        metavar="PLAYER",
        help=text(f"option.{sign}"),
        autocompletion=_player_specs,
        show_default=False,
    )


def command(
    game: GameArgument,
    position: PositionOption = None,
    after: AfterOption = "",
    x: Annotated[str | None, _player_option("x")] = None,
    o: Annotated[str | None, _player_option("o")] = None,
    time: Annotated[str, _option("time", "-t", "TIME")] = "",
    seed: Annotated[int | None, _option("seed", "-s", "N")] = None,
    think: Annotated[
        float,
        typer.Option("--think", metavar="SECONDS", help=text("option.think"), callback=above_zero),
    ] = 5.0,
    memory: MemoryOption = "512MiB",
    threads: ThreadsOption = None,
    search_only: SearchOnlyOption = False,
    opening: Annotated[str | None, _option("opening", "-o", "RULE")] = None,
) -> int:
    """Play until somebody quits or the input ends."""
    from kinrow.analysis import Analyst, Budget
    from kinrow.arena.control import TimeControl

    now = position_of(game, position, after)
    opened = OpenGame(position_of(game, position), list(parse_moves(after)))
    rule = None if opening is None else _opening_rule(opening, now)
    budget = Budget(think)
    analyst = Analyst(
        memory, threads, budget=budget, knowledge=not search_only, on_interrupt="return"
    )
    try:
        players, control = _players(x, o, now), TimeControl.parse(time)
        _play(opened, players, control, analyst, rule, seed, threads)
    except KeyboardInterrupt:
        say()
        return INTERRUPTED
    return 0


def _play(
    opened: OpenGame,
    players: dict[Sign, str],
    control: TimeControl,
    analyst: Analyst,
    rule: OpeningRule | None,
    seed: int | None,
    threads: int | None,
) -> None:
    from kinrow.cli.machine import machines
    from kinrow.cli.session import Session
    from kinrow.cli.swap_opening import settled

    typed = lines()
    with analyst:
        if rule is not None:
            rules = opened.position.rules
            opened, players = settled(rule, rules, players, typed, control, analyst, seed)
        with machines(players, control, seed, threads, analyst) as seats:
            Session(opened, seats, analyst, in_place=_at_a_terminal()).run(typed)


def _opening_rule(name: str, now: Position) -> OpeningRule:
    """Raises NotationError for an unknown rule, and for a game that has begun."""
    from kinrow.players.swap import OPENING_RULES

    rule = next((rule for rule in OPENING_RULES if rule == name), None)
    if rule is None:
        raise NotationError(Sentence("swap.rule", rule=shown(name), rules=", ".join(OPENING_RULES)))
    if now != now.rules.start():
        raise NotationError(Sentence("swap.begun"))
    return rule


def _at_a_terminal() -> bool:
    return is_terminal(sys.stdout) and sys.stdin is not None and sys.stdin.isatty()


def _players(x: str | None, o: str | None, now: Position) -> dict[Sign, str]:
    """Who plays X and O; whoever sits at a terminal and names nobody is asked.

    Raises typer.Exit if the input ends before.
    """
    if x is None and o is None and _at_a_terminal():
        try:
            return chosen(now, input)
        except EOFError:
            say(f"\n{text('play.bye')}")
            raise typer.Exit from None
    return seated(x, o, now.to_move)


def seated(x: str | None, o: str | None, to_move: Sign) -> dict[Sign, str]:
    """Who plays X and O; if nobody is named, whoever is at the board moves next.

    >>> seated(None, None, Sign.X)
    {Sign.X: 'human', Sign.O: 'perfect'}
    >>> seated("mcts:1s", None, Sign.X), seated("human", None, Sign.O)
    ({Sign.X: 'mcts:1s', Sign.O: 'human'}, {Sign.X: 'human', Sign.O: 'perfect'})
    """
    if x is None and o is None:
        return {sign: _HUMAN if sign is to_move else _PERFECT for sign in Sign}
    return {Sign.X: x or _other(o), Sign.O: o or _other(x)}


def _other(spec: str | None) -> str:
    return _PERFECT if spec == _HUMAN else _HUMAN


def lines() -> Iterator[str]:
    """What is typed, line by line, until it ends; with a prompt if somebody types.

    Raises NotationError for a line without end.
    """
    if sys.stdin is None:  # where the caller has closed it
        return
    if sys.stdin.isatty():
        with suppress(ImportError):  # Windows has its own
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
