"""`kinrow match`, `kinrow arena` and `kinrow brain`: the arena's commands as Typer apps."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from kinrow.arena.control import TimeControl
from kinrow.arena.database import MatchDatabase, home
from kinrow.arena.export import export
from kinrow.arena.match import Match, play_match
from kinrow.arena.opening import openings
from kinrow.arena.rating import standings
from kinrow.arena.statistics import Sprt
from kinrow.arena.work import Run, runner
from kinrow.players import player
from kinrow.rules import KinrowError, NotationError, Rules, game
from kinrow.rules.sentence import Sentence
from kinrow.terminal import console

# What the options are for is told by the command line, in the reader's language.
FirstArgument = Annotated[str, typer.Argument(metavar="A")]
SecondArgument = Annotated[str, typer.Argument(metavar="B")]
GameOption = Annotated[str, typer.Option("--game", "-g")]
GamesOption = Annotated[int, typer.Option("--games", "-n", min=1)]
OpeningsOption = Annotated[str, typer.Option("--openings", "-o")]
TimeOption = Annotated[str, typer.Option("--time", "-t")]
SeedOption = Annotated[int, typer.Option("--seed", "-s")]
SprtOption = Annotated[str | None, typer.Option("--sprt", metavar="ELO0,ELO1")]
ThreadsOption = Annotated[int, typer.Option("--threads", "-j", min=1)]
ConcurrencyOption = Annotated[int, typer.Option("--concurrency", "-c", min=1)]
SearchOnlyOption = Annotated[bool, typer.Option("--search-only")]
RecordOption = Annotated[Path | None, typer.Option("--record", "-r", metavar="FILE")]
ExportOption = Annotated[Path | None, typer.Option("--export", "-e")]


def match_app(help_text: str | None = None) -> typer.Typer:
    """`kinrow match A B --game GAME --games N`.

    >>> [command.name for command in match_app().registered_commands]
    ['match']
    """
    app = typer.Typer()
    app.command("match", help=help_text or "Play a match between two players.")(_match)
    return app


def arena_app(help_text: str | None = None) -> typer.Typer:
    """`kinrow arena`."""
    app = typer.Typer()
    app.command("arena", help=help_text or "Standings of the recorded games.")(_arena)
    return app


def brain_app(help_text: str | None = None) -> typer.Typer:
    """`kinrow brain`."""
    app = typer.Typer()
    app.command("brain", help=help_text or "Play as a Gomocup program.")(_brain)
    return app


def _brain() -> None:
    from kinrow.arena.brain import serve

    raise typer.Exit(serve())


def _match(
    first: FirstArgument,
    second: SecondArgument,
    spec: GameOption = "gomoku",
    games: GamesOption = 10,
    opening: OpeningsOption = "none",
    time: TimeOption = "",
    seed: SeedOption = 0,
    sprt: SprtOption = None,
    threads: ThreadsOption = 1,
    concurrency: ConcurrencyOption = 1,
    record: RecordOption = None,
    folder: ExportOption = None,
    search_only: SearchOnlyOption = False,
) -> None:
    rules, control = game(spec), TimeControl.parse(time)
    test = None if sprt is None else _sprt(sprt)
    match = Match(
        _known(first),
        _known(second),
        rules,
        games,
        opening,
        control,
        seed,
        test,
        threads,
        not search_only,
    )
    next(openings(opening, rules, seed))  # a bad spec is told before anything is written
    with MatchDatabase(record or home()) as base:
        number = base.begin(match)
        _run(match, base, number, runner(concurrency))
        if folder is not None:
            export(base.games(match=number), folder)


def _known(text: str) -> str:
    """The text, if it names a player."""
    player(text).close()
    return text


def _run(match: Match, base: MatchDatabase, number: int, run: Run) -> None:
    from rich.console import Console
    from rich.live import Live

    from kinrow.arena.tables import match_table

    screen = Console(file=sys.stderr)
    with Live(console=screen, auto_refresh=False, transient=True) as live:
        try:
            for at, played in enumerate(play_match(match, run)):
                base.add(number, at, played)
                if screen.is_terminal:
                    live.update(match_table(match, played), refresh=True)
        except KeyboardInterrupt:
            match.stopped = "interrupted"
    base.stop(number, match.stopped)
    typer.echo(f"{match.names[0]} against {match.names[1]} in {match.rules.title}:")
    typer.echo(f"{match.score}, {match.score.games} games")
    if match.stopped:
        typer.echo(f"stopped: {match.stopped}")
    for fault in sorted(set(match.faults)):
        typer.echo(f"lost by a fault: {fault} ({match.faults.count(fault)} games)")


def _sprt(text: str) -> Sprt:
    low, _, high = text.partition(",")
    try:
        test = Sprt(float(low), float(high))
    except ValueError:
        raise NotationError(Sentence("match.sprt", sprt=repr(text))) from None
    if not test.elo0 < test.elo1:
        raise NotationError(Sentence("match.sprt.order", sprt=repr(text)))
    return test


def _arena(
    spec: Annotated[str | None, typer.Option("--game", "-g")] = None,
    record: RecordOption = None,
    picture: Annotated[Path | None, typer.Option("--plot", "-p")] = None,
    folder: ExportOption = None,
) -> None:
    path = record or home()
    if not path.exists():
        raise KinrowError(Sentence("match.none", path=path))
    with MatchDatabase(path) as base:
        chosen = [game(spec)] if spec is not None else base.rules()
        for rules in chosen:
            _show(base, rules, picture, several=len(chosen) > 1)
        if folder is not None:
            for rules in chosen:
                export(base.games(rules), folder)


def _show(base: MatchDatabase, rules: Rules, picture: Path | None, *, several: bool) -> None:
    from kinrow.arena.tables import head_to_head_table, standings_table

    lines = standings(stored.played for stored in base.games(rules))
    if not lines:
        raise KinrowError(Sentence("match.game", game=rules.title))
    screen = console(sys.stdout)
    screen.print(standings_table(rules.title, lines))
    screen.print(head_to_head_table(lines))
    if picture is not None:
        from kinrow.arena.plot import plot

        name = f"{picture.stem}-{rules}{picture.suffix}" if several else picture.name
        plot(rules.title, lines, picture.with_name(name.replace(":", "-")))
