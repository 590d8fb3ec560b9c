"""`kinrow match`, `kinrow arena` and `kinrow brain`: the arena's commands as Typer apps."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from kinrow.arena.control import TimeControl
from kinrow.arena.database import MatchDatabase, home
from kinrow.arena.export import export
from kinrow.arena.match import Match
from kinrow.arena.opening import openings
from kinrow.arena.rating import standings
from kinrow.arena.recorded import RecordedMatches
from kinrow.arena.schedule import pairings
from kinrow.arena.statistics import Sprt
from kinrow.arena.suite import make_suite
from kinrow.arena.words import ArenaWords
from kinrow.arena.work import runner
from kinrow.cluster.option import ClusterOption, joined
from kinrow.rules import KinrowError, NotationError, Rules, game
from kinrow.rules.cell import shown
from kinrow.rules.sentence import Sentence
from kinrow.runtime.files import check_place, whole_file
from kinrow.terminal import console, live_line
from kinrow.words import Language

# The command line has the help of the options, in the reader's language.
PlayersArgument = Annotated[list[str], typer.Argument(metavar="A B...")]
GameOption = Annotated[str, typer.Option("--game", "-g")]
GamesOption = Annotated[int, typer.Option("--games", "-n", min=1)]
OpeningsOption = Annotated[str, typer.Option("--openings", "-o")]
TimeOption = Annotated[str, typer.Option("--time", "-t")]
SeedOption = Annotated[int, typer.Option("--seed", "-s")]
SprtOption = Annotated[str | None, typer.Option("--sprt", metavar="ELO0,ELO1")]
ThreadsOption = Annotated[int, typer.Option("--threads", "-j", min=1)]
ConcurrencyOption = Annotated[int | None, typer.Option("--concurrency", "-c", min=1)]
GauntletOption = Annotated[bool, typer.Option("--gauntlet")]
NewOption = Annotated[bool, typer.Option("--new")]
SearchOnlyOption = Annotated[bool, typer.Option("--search-only")]
RecordOption = Annotated[Path | None, typer.Option("--record", "-r", metavar="FILE")]
ExportOption = Annotated[
    Path | None, typer.Option("--export", "-e", metavar="FOLDER", file_okay=False)
]


def match_app(help_text: str | None = None, language: Language = "en") -> typer.Typer:
    """`kinrow match A B --game GAME --games N`; with more players, a tournament.

    >>> [command.name for command in match_app().registered_commands]
    ['match']
    """
    app = typer.Typer()
    commands = _Commands(ArenaWords(language))
    app.command("match", help=help_text or "Play a match between players.")(commands.match)
    return app


def arena_app(help_text: str | None = None, language: Language = "en") -> typer.Typer:
    """`kinrow arena`."""
    app = typer.Typer()
    commands = _Commands(ArenaWords(language))
    app.command("arena", help=help_text or "Standings of the recorded games.")(commands.arena)
    return app


def openings_app(help_text: str | None = None) -> typer.Typer:
    """`kinrow openings`."""
    app = typer.Typer()
    app.command("openings", help=help_text or "Make balanced openings.")(_openings)
    return app


def brain_app(help_text: str | None = None) -> typer.Typer:
    """`kinrow brain`."""
    app = typer.Typer()
    app.command("brain", help=help_text or "Play as a Gomocup program.")(_brain)
    return app


def _openings(
    spec: Annotated[str, typer.Argument(metavar="GAME")],
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE")] = None,
    count: Annotated[int, typer.Option("--count", "-n", min=1)] = 100,
    stones: Annotated[int, typer.Option("--stones", min=1)] = 5,
    nodes: Annotated[int, typer.Option("--nodes", min=1)] = 50_000,
    seed: SeedOption = 1,
) -> None:
    rules = game(spec)
    if out is not None:
        check_place(out)
    asked = f"--count {count} --stones {stones} --nodes {nodes} --seed {seed}"
    lines = [f"# kinrow openings {rules} {asked}"]
    try:
        with live_line(str(rules)) as tell:
            for opening in make_suite(rules, count, stones=stones, nodes=nodes, seed=seed):
                lines.append(str(opening))
                tell(f"{len(lines) - 1} / {count}")
    finally:  # what was found is kept, whatever ended the search
        if len(lines) > 1:
            _put(lines, out)


def _put(lines: Sequence[str], out: Path | None) -> None:
    text = "\n".join(lines)
    if out is None:
        typer.echo(text)
        return
    with whole_file(out) as temporary:
        temporary.write_text(f"{text}\n", encoding="utf-8")


def _brain() -> None:
    from kinrow.arena.standard_streams import serve

    raise typer.Exit(serve())


class _Commands:
    """The commands, in one language."""

    def __init__(self, words: ArenaWords) -> None:
        self._words = words

    def match(  # longer than most: the options are its arguments
        self,
        players: PlayersArgument,
        spec: GameOption = "gomoku",
        games: GamesOption = 10,
        opening: OpeningsOption = "none",
        time: TimeOption = "",
        seed: SeedOption = 0,
        sprt: SprtOption = None,
        threads: ThreadsOption = 1,
        concurrency: ConcurrencyOption = None,
        gauntlet: GauntletOption = False,
        new: NewOption = False,
        record: RecordOption = None,
        folder: ExportOption = None,
        search_only: SearchOnlyOption = False,
        cluster: ClusterOption = None,
    ) -> int:
        rules, control = game(spec), TimeControl.parse(time)
        test = None if sprt is None else _sprt(sprt)
        matches = [
            Match(
                *pair,
                rules=rules,
                games=games,
                openings=opening,
                control=control,
                seed=seed,
                sprt=test,
                threads=threads,
                knowledge=not search_only,
            )
            for pair in pairings(players, gauntlet=gauntlet)
        ]
        next(openings(opening, rules, seed))  # a bad spec is refused before anything is written
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)  # what cannot be made is known before a game
        with joined(cluster, concurrency) as workers, MatchDatabase(record or home()) as base:
            played = RecordedMatches(base, matches, self._words, new=new)
            status = played.play(workers.run if workers else runner(concurrency or 1))
            if folder is not None:
                for number in played.numbers:
                    export(base.games(match=number), folder)
        return status

    def arena(
        self,
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
            if not chosen:
                raise KinrowError(Sentence("match.none", path=path))
            shown = [self._show(base, each, picture, several=len(chosen) > 1) for each in chosen]
            if not any(shown):
                titles = ", ".join(map(self._words.title, chosen))
                raise KinrowError(Sentence("match.game", game=titles))
            if folder is not None:
                for rules in chosen:
                    export(base.games(rules), folder)

    def _show(
        self, base: MatchDatabase, rules: Rules, picture: Path | None, *, several: bool
    ) -> bool:
        """Shows the standings of a game; whether there are any."""
        from kinrow.arena.tables import head_to_head_table, standings_table

        lines = standings(stored.played for stored in base.games(rules))
        if not lines:  # nobody has played it but against themselves
            return False
        screen, title = console(sys.stdout), self._words.title(rules)
        screen.print(standings_table(title, lines, self._words))
        screen.print(head_to_head_table(lines, self._words))
        if picture is not None:
            from kinrow.arena.plot import plot

            name = f"{picture.stem}-{rules}{picture.suffix}" if several else picture.name
            plot(rules, lines, picture.with_name(name.replace(":", "-")), self._words.language)
        return True


def _sprt(text: str) -> Sprt:
    low, _, high = text.partition(",")
    try:
        bounds = float(low), float(high)
    except ValueError:
        raise NotationError(Sentence("match.sprt", sprt=shown(text))) from None
    return Sprt(*bounds)
