"""`kinrow judge TASK`: the judges as a Typer sub-app."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import typer

from kinrow.judges.tasks import TASKS, run

if TYPE_CHECKING:
    from kinrow.words import Language


def sub_app(help_text: str | None = None, language: Language = "en") -> typer.Typer:
    """A command for each task, with its help in that language; exit status as `run` says.

    >>> [command.name for command in sub_app().registered_commands][:2]
    ['csp201803-4', 'jing4']
    """
    app = typer.Typer(
        help=help_text or "Solve a source task: read standard input, write the answers.",
        no_args_is_help=True,
    )
    for name, task in TASKS.items():
        app.command(name, help=task.sentence(language))(_command(name))
    return app


def _command(name: str) -> Callable[[], None]:
    def judge() -> None:
        raise typer.Exit(run(name))

    return judge
