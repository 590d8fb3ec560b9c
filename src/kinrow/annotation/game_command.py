"""`kinrow analyse-game FILE...`: the blunders of recorded games, printed or as JSON."""

from __future__ import annotations

import json as json_text
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from kinrow.annotation.blunders import Blunder, Judgement, judge_moves
from kinrow.annotation.games import recorded_games
from kinrow.annotation.limit import Limit
from kinrow.annotation.words import AnnotationWords
from kinrow.records import Record
from kinrow.rules import OptionError, Sign
from kinrow.rules.sentence import Sentence, worded
from kinrow.terminal import live_line
from kinrow.words import Language

# The command line has the help of the options, in the reader's language.
FilesArgument = Annotated[
    list[Path], typer.Argument(metavar="FILE...", exists=True, dir_okay=False)
]
LeastOption = Annotated[float, typer.Option("--least", min=0.01, max=1.0)]


def analyse_game_app(help_text: str | None = None, language: Language = "en") -> typer.Typer:
    """The command `analyse-game` as an app of its own.

    >>> [command.name for command in analyse_game_app().registered_commands]
    ['analyse-game']
    """
    app = typer.Typer()
    command = _AnalyseGame(language)
    app.command("analyse-game", help=help_text or "Find blunders.")(command.run)
    return app


def _games(path: Path, game: str | None, number: int | None) -> list[tuple[Path, int, Record]]:
    """The games of a file with their numbers in it, or the one with this number."""
    records = recorded_games(path, game)
    if number is not None and number > len(records):
        fault = Sentence("record.which", path=path, number=number, count=len(records))
        raise OptionError(fault)
    return [(path, at, each) for at, each in enumerate(records, 1) if number in (None, at)]


class _AnalyseGame:
    """The command, in one language."""

    def __init__(self, language: Language) -> None:
        self._text = AnnotationWords(language)

    def run(
        self,
        files: FilesArgument,
        game: Annotated[str | None, typer.Option("--game", "-g", metavar="GAME")] = None,
        number: Annotated[int | None, typer.Option("--number", "-n", min=1)] = None,
        limit: Annotated[str, typer.Option("--limit")] = "2k",
        nodes: Annotated[int, typer.Option("--nodes", min=1)] = 50_000,
        least: LeastOption = 0.25,
        json: Annotated[bool, typer.Option("--json")] = False,
    ) -> None:
        allowed = Limit.parse(limit)
        games = [each for path in files for each in _games(path, game, number)]
        every: list[Judgement] = []
        with live_line(str(files[0]) + " …" * (len(files) > 1)) as tell:
            for path, at, record in games:
                self._warn(path, at, record)
                tell(f"{len(every)} / {len(games)}")
                found = judge_moves(record, limit=allowed, nodes=nodes, least=least)
                if json:
                    listed = [blunder.to_json() for blunder in found.blunders]
                    facts = {"file": str(path), "game": at, "blunders": listed, "open": found.open}
                    typer.echo(json_text.dumps(facts))
                else:
                    if len(files) > 1 and (not every or games[len(every) - 1][0] is not path):
                        typer.echo(str(path))
                    self._say(at, record, found)
                every.append(found)
        if not json:
            self._say_sum([record for _, _, record in games], every)

    def _warn(self, file: Path, number: int, record: Record) -> None:
        """Where a line of a game ends early, as an illegal stone follows."""
        if record.illegal:
            fault = Sentence("record.number", number=number, fault=record.illegal[0].sentence)
            words = worded(Sentence("record.place", place=file, fault=fault), self._text.language)
            print(f"kinrow: {words}", file=sys.stderr)

    def _say(self, number: int, record: Record, found: Judgement) -> None:
        one, other = (record.players[sign] or "?" for sign in Sign)
        stones = self._text.some(len(record.moves), "stone")
        result = self._result(record)
        typer.echo(
            self._text(
                "game.title", number=number, one=one, other=other, stones=stones, result=result
            )
        )
        for blunder in found.blunders:
            typer.echo(f"  {self._line(blunder)}")
        if found.open:
            moves = self._text.some(len(found.open), "move")
            typer.echo(f"  {self._text('blunder.open', moves=moves)}")
        elif not found.blunders:
            typer.echo(f"  {self._text('blunder.none')}")

    def _line(self, blunder: Blunder) -> str:
        if blunder.outcomes is None:
            before, after = (f"{100 * points:.0f} %" for points in (blunder.before, blunder.after))
        else:
            before, after = (self._text(f"outcome.{word}") for word in blunder.outcomes)
        return self._text(
            "blunder.line" if blunder.better else "blunder.line.open",
            ply=blunder.ply + 1,
            player=blunder.player or blunder.sign,
            move=blunder.move,
            before=before,
            after=after,
            better=blunder.better,
            how=self._text(f"how.{blunder.how}", source=self._text.source(blunder.source or "")),
        )

    def _say_sum(self, records: Sequence[Record], every: Sequence[Judgement]) -> None:
        hows = [blunder.how for found in every for blunder in found.blunders]
        estimated = hows.count("estimated")
        moves = sum(len(record.moves) - record.opening for record in records)
        exact = len(hows) - estimated
        typer.echo(
            self._text(
                "games.sum", games=len(records), moves=moves, exact=exact, estimated=estimated
            )
        )

    def _result(self, record: Record) -> str:
        if record.result is None:
            return self._text("game.open")
        if record.winner is None:
            return self._text("game.draw")
        return self._text("game.won", sign=record.winner)
