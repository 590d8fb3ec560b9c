"""`kinrow annotate` and `kinrow report`: files in and out, one live line in between."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from kinrow.annotation.files import annotate_file, store_path
from kinrow.annotation.limit import Limit
from kinrow.annotation.recording import RowFault
from kinrow.annotation.words import AnnotationWords
from kinrow.cluster.option import ClusterOption, joined
from kinrow.rules.sentence import worded
from kinrow.runtime.statuses import INTERRUPTED
from kinrow.terminal import live_line
from kinrow.words import Language

_FAULTS_SHOWN = 20

# The command line has the help of the options, in the reader's language.
Sources = Annotated[list[Path], typer.Argument(metavar="FILE...", exists=True, dir_okay=False)]
Game = Annotated[str | None, typer.Option("--game", "-g", metavar="GAME")]
Columns = Annotated[str | None, typer.Option("--columns", "-c", metavar="FIELD=COLUMN,...")]
Format = Annotated[str | None, typer.Option("--format", "-f")]


def annotate_app(help_text: str | None = None, language: Language = "en") -> typer.Typer:
    """The command `annotate` as an app of its own.

    >>> [command.name for command in annotate_app().registered_commands]
    ['annotate']
    """
    app = typer.Typer()
    command = _FileCommands(AnnotationWords(language)).annotate
    app.command("annotate", help=help_text or command.__doc__)(command)
    return app


def report_app(help_text: str | None = None, language: Language = "en") -> typer.Typer:
    """The command `report` as an app of its own.

    >>> [command.name for command in report_app().registered_commands]
    ['report']
    """
    app = typer.Typer()
    command = _FileCommands(AnnotationWords(language)).report
    app.command("report", help=help_text or command.__doc__)(command)
    return app


class _FileCommands:
    """The commands, in one language."""

    def __init__(self, words: AnnotationWords) -> None:
        self._words = words

    def annotate(  # longer than most: the options are its arguments
        self,
        files: Sources,
        output: Annotated[Path, typer.Option("--output", "-o", metavar="OUT")],
        game: Game = None,
        format: Format = None,
        columns: Columns = None,
        objective: Annotated[Literal["outcome", "score", "margin"], typer.Option()] = "outcome",
        limit: Annotated[str | None, typer.Option()] = None,
        strict: Annotated[bool, typer.Option("--strict")] = False,
        memory: Annotated[str | None, typer.Option("--memory", "-m")] = None,
        threads: Annotated[int | None, typer.Option("--threads", "-j", min=1, max=1024)] = None,
        search_only: Annotated[bool, typer.Option("--search-only")] = False,
        cluster: ClusterOption = None,
    ) -> int:
        """The exact truth about recorded positions and moves, row by row.

        Answers are kept next to the output as they come; to resume, run the same command again.
        """
        _check(limit, memory)
        words, faults = self._words, _Faults(self._words)
        try:
            with joined(cluster, threads) as workers, live_line(words("annotate.title")) as tell:
                summary = annotate_file(
                    files,
                    output,
                    game=game,
                    kind=format,
                    columns=columns,
                    objective=objective,
                    limit=limit,
                    strict=strict,
                    memory=memory,
                    threads=threads,
                    knowledge=not search_only,
                    cluster=workers,
                    report=lambda now: tell(words.progress(now)),
                    fault=faults.tell,
                )
        except KeyboardInterrupt:
            stopped = words("annotate.stopped", file=store_path(output))
            print(f"kinrow: {stopped}", file=sys.stderr)
            return INTERRUPTED
        faults.close()
        print(words.summary(summary, output, limit))
        return 0

    def report(
        self,
        file: Annotated[Path, typer.Argument(metavar="OUT", exists=True, dir_okay=False)],
        output: Annotated[Path | None, typer.Option("--output", "-o", metavar="HTML")] = None,
        game: Game = None,
        columns: Columns = None,
        worst: Annotated[int, typer.Option(min=0, max=1000)] = 12,
        title: Annotated[str | None, typer.Option()] = None,
    ) -> int:
        """One HTML page, and PNGs, of what an annotated file says.

        Game and columns are remembered from the run that wrote it, while its answers are next to
        it.
        """
        from kinrow.annotation.report import write_report

        paths = write_report(
            file,
            output,
            game=game,
            columns=columns,
            worst=worst,
            title=title,
            language=self._words.language,
        )
        for path in paths:
            print(path)
        return 0


def _check(limit: str | None, memory: str | None) -> None:
    from kinrow.runtime.limits import bytes_of

    if limit is not None:
        Limit.parse(limit)
    bytes_of(memory)


class _Faults:
    """Reports rows that cannot be used, the first ones one by one."""

    def __init__(self, words: AnnotationWords) -> None:
        self._words = words
        self._count = 0

    def tell(self, fault: RowFault) -> None:
        self._count += 1
        if self._count <= _FAULTS_SHOWN:
            print(f"kinrow: {worded(fault.sentence, self._words.language)}", file=sys.stderr)

    def close(self) -> None:
        more = self._count - _FAULTS_SHOWN
        if more > 0:
            print(f"kinrow: {self._words('annotate.more', count=more)}", file=sys.stderr)
