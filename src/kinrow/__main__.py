"""The command `kinrow`, assembled from its subpackages, each loaded when it is used."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kinrow.runtime.statuses import INTERRUPTED

if TYPE_CHECKING:
    import typer

    from kinrow.cli.app import Maker


def main(arguments: Sequence[str] | None = None) -> int:
    """Obey the command line (`sys.argv` by default) and return the exit status.

    >>> main(["perft", "tictactoe", "2"])
    72
    0
    """
    try:
        return _main(sys.argv[1:] if arguments is None else list(arguments))
    except KeyboardInterrupt:  # while that which ends a command is being loaded
        return INTERRUPTED


def _main(words: list[str]) -> int:
    if words == ["help"]:
        words = ["--help"]
    if words in ([], ["--help"], ["-h"]) and "_KINROW_COMPLETE" not in os.environ:
        from kinrow.cli.front import show

        return show(words)
    if len(words) == 2 and words[0] == "judge":
        # A judge is started once an input, so it does without Typer and Rich.
        from kinrow.judges.tasks import TASKS, run

        if words[1] in TASKS:
            return run(words[1])
    if words == ["brain"]:
        # A manager may give 30 ms for a move: nothing else is loaded.
        from kinrow.arena.standard_streams import serve

        return serve()
    if words[:1] == ["serve"]:  # it has its own way to end
        return _obeyed(words)
    from kinrow.cli.ending import until_signal

    return until_signal(lambda: _obeyed(words))


def _obeyed(words: list[str]) -> int:
    from kinrow.cli.app import obey

    return obey(words, faces())


def faces() -> dict[str, Maker]:
    """The commands of the other rooms, by name: what makes each of them."""
    return {
        "judge": _judge,
        "annotate": _annotate,
        "report": _report,
        "analyse-game": _analyse_game,
        "serve": _serve,
        "match": _match,
        "arena": _arena,
        "openings": _openings,
        "brain": _brain,
        "atlas": _atlas,
        "strategy": _strategy,
        "table": _table,
    }


def _judge() -> typer.Typer:
    from kinrow.cli.language import text
    from kinrow.judges.command import sub_app
    from kinrow.words.reader import language

    return sub_app(text("judge.help"), language())


def _serve() -> typer.Typer:
    from kinrow.cli.language import text
    from kinrow.web.command import sub_app

    return sub_app(text("serve.help"), text("serve.welcome"))


def _annotate() -> typer.Typer:
    from kinrow.annotation.command import annotate_app
    from kinrow.cli.language import text
    from kinrow.words.reader import language

    return annotate_app(text("annotate.help"), language())


def _report() -> typer.Typer:
    from kinrow.annotation.command import report_app
    from kinrow.cli.language import text
    from kinrow.words.reader import language

    return report_app(text("report.help"), language())


def _analyse_game() -> typer.Typer:
    from kinrow.annotation.game_command import analyse_game_app
    from kinrow.cli.language import text
    from kinrow.words.reader import language

    return analyse_game_app(text("analyse-game.help"), language())


def _match() -> typer.Typer:
    from kinrow.arena.command import match_app
    from kinrow.cli.language import text
    from kinrow.words.reader import language

    return match_app(text("match.help"), language())


def _arena() -> typer.Typer:
    from kinrow.arena.command import arena_app
    from kinrow.cli.language import text
    from kinrow.words.reader import language

    return arena_app(text("arena.help"), language())


def _openings() -> typer.Typer:
    from kinrow.arena.command import openings_app
    from kinrow.cli.language import text

    return openings_app(text("openings.help"))


def _brain() -> typer.Typer:
    from kinrow.arena.command import brain_app
    from kinrow.cli.language import text

    return brain_app(text("brain.help"))


def _atlas() -> typer.Typer:
    from kinrow.atlas.command import atlas_app
    from kinrow.cli.language import text
    from kinrow.words.reader import language

    return atlas_app(text("atlas.help"), language())


def _strategy() -> typer.Typer:
    from kinrow.cli.language import text
    from kinrow.cli.strategy import strategy_app

    return strategy_app(text("strategy.help"))


def _table() -> typer.Typer:
    from kinrow.cli.language import text
    from kinrow.cli.table import table_app

    return table_app(text("table.help"))


if __name__ == "__main__":
    sys.exit(main())
