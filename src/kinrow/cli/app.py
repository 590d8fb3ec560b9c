"""The commands under one name, each loaded when it is first used, and the handling of errors."""

from __future__ import annotations

import sys
import warnings
from collections import UserDict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Annotated, Any, TextIO

import typer
from typer.core import TyperGroup

from kinrow.cli.helping import Command, Group, Root
from kinrow.cli.language import said, text
from kinrow.cli.system import FAULT, system_fault
from kinrow.cli.usage import usage_words
from kinrow.rules import KinrowError
from kinrow.runtime.statuses import BROKEN_PIPE, INTERRUPTED
from kinrow.terminal import drop, mutter, open_streams
from kinrow.words import texts_of

Maker = Callable[[], typer.Typer]
"""What makes a command, or a group of them, when it is asked for."""

_NAMES = (
    "solve",
    "count",
    "prove",
    "check",
    "tabulate",
    "puzzles",
    "perft",
    "show",
    "games",
    "play",
    "tour",
    "bench",
    "learn",
)
# The compiled core as an ImportError names it: blocked, not there (nothing else is imported from
# the package itself), or a file that cannot be loaded.
_CORE = ("kinrow._core", "kinrow", "_core")
_HELP = ("--help", "-h")
_AMERICAN: dict[object, str] = {"analyze-game": "analyse-game"}
_GROUPS = ("judge", "strategy", "table")
_EXTRAS = {
    "PIL": "rl",
    "gymnasium": "rl",
    "jax": "learn",
    "matplotlib": "plot",
    "narwhals": "annotate",
    "optax": "learn",
    "pettingzoo": "rl",
    "polars": "annotate",
    "pydantic": "web",
    "pygame": "gui",
    "ray": "cluster",
    "starlette": "web",
    "uvicorn": "web",
    "websockets": "web",
}


def obey(arguments: Sequence[str], others: Mapping[str, Maker] | None = None) -> int:
    """Obey a command line and return the exit status; `others` are commands of other rooms.

    No error of the user's leaves a traceback: it is one message on standard error, and status 2.
    Warnings are such messages, too.
    """
    with warnings.catch_warnings():
        warnings.showwarning = _mutter_warning
        return _obey(arguments, others)


def _mutter_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """As `warnings.showwarning`: what it says, not which line of the source says it."""
    words = message.args[0] if isinstance(message, Warning) and message.args else message
    mutter(f"kinrow: {said(words)}")


def _obey(arguments: Sequence[str], others: Mapping[str, Maker] | None) -> int:
    words = list(arguments)
    if len(words) == 1 and words[0] in _GROUPS:
        words.append("--help")
    open_streams()
    try:
        group = build(others)
        if words[:1] == ["help"]:
            words = _help_of(group, [word for word in words[1:] if word not in _HELP])
        found = group.main(words, prog_name="kinrow", standalone_mode=False)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except SystemExit as ended:
        if not isinstance(ended.__context__, BrokenPipeError):
            raise
        drop(sys.stdout)  # Rich and Typer exit with 1 if nobody reads any more
        return BROKEN_PIPE
    except (KinrowError, typer.TyperException, ImportError, MemoryError) as error:
        mutter(f"kinrow: {_message(error)}")
        return FAULT
    except OSError as error:
        return system_fault(error)
    return found if isinstance(found, int) else 0


def _help_of(group: TyperGroup, words: Sequence[str]) -> list[str]:
    """What `kinrow help ...` asks for; raises TyperException for words beyond a command."""
    command: Any = group
    for at, word in enumerate(words):
        if not hasattr(command, "commands"):
            known, extra = " ".join(words[:at]), " ".join(words[at:])
            raise typer.TyperException(text("help.extra", command=known, words=extra))
        if word not in command.commands:  # Typer will say so
            break
        command = command.commands[word]
    return [*words, "--help"]


def build(others: Mapping[str, Maker] | None = None) -> TyperGroup:
    """The group `kinrow` of all commands."""
    app = typer.Typer(cls=Root, callback=_kinrow)
    group = typer.main.get_command(app)
    assert isinstance(group, TyperGroup)
    group.commands = _Faces({name: partial(_alone, name) for name in _NAMES} | dict(others or {}))
    return group


class _Faces(UserDict[str, Any]):
    """Commands by name; each is made when it is first asked for."""

    def __contains__(self, name: object) -> bool:
        return _AMERICAN.get(name, name) in self.data

    def __getitem__(self, name: str) -> Any:
        name = _AMERICAN.get(name, name)
        made = self.data[name]
        if not hasattr(made, "params"):
            made = self.data[name] = _made(name, made())
        return made


def _made(name: str, app: typer.Typer) -> Any:
    """The command, or the group of commands, with help in the reader's language."""
    for command in app.registered_commands:
        command.cls = Command
        command.help = _escaped(command.help or "")
    # Within another group it does not get the options to install completion again.
    around = typer.Typer(add_completion=False, callback=_nothing)
    if len(app.registered_commands) == 1:
        around.registered_commands = app.registered_commands
    else:
        around.add_typer(app, name=name, cls=Group)
    group = typer.main.get_command(around)
    assert isinstance(group, TyperGroup)
    _explain(name, group.commands[name])
    return group.commands[name]


def _explain(name: str, command: Any) -> None:
    """Gives options, and the commands of a group, their help from the catalogue."""
    for param in command.params:
        own, usual = f"option.{name}.{param.name}", f"option.{param.name}"
        if own in texts_of("cli"):
            param.help = text(own)
        elif not param.help and usual in texts_of("cli"):
            param.help = text(usual)
        param.help = _escaped(param.help or "")
    for part, below in getattr(command, "commands", {}).items():
        if f"{name}-{part}.help" in texts_of("cli"):
            below.help = _escaped(text(f"{name}-{part}.help"))
        _explain(f"{name}-{part}", below)


def _escaped(words: str) -> str:
    """Rich would take what is in brackets for its markup, and leave it out."""
    return words.replace("[", "\\[")


def _alone(name: str) -> typer.Typer:
    app = typer.Typer()
    app.command(name, help=text(f"{name}.help"))(import_module(f"kinrow.cli.{name}").command)
    return app


def _nothing() -> None:
    """A callback makes a group of a single command, too."""


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        print(f"kinrow {version('kinrow')}")
        raise typer.Exit


def _kinrow(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True),
    ] = False,
) -> None:
    pass


def _message(error: Exception) -> str:
    """What an error of the user's or the system's says; one of ours is raised."""
    if isinstance(error, typer.TyperException):
        command = getattr(getattr(error, "ctx", None), "command_path", "kinrow")
        return f"{usage_words(error)}\n{text('fault.try', command=command)}"
    if isinstance(error, ImportError) and not isinstance(error, KinrowError):
        if error.name in _CORE:
            return text("fault.core", error=error)
        missing = (error.name or "").partition(".")[0]
        if missing not in _EXTRAS:
            raise error
        return text("fault.extra", module=missing, extra=_EXTRAS[missing])
    if isinstance(error, MemoryError):
        return text("fault.memory")
    return said(error)
