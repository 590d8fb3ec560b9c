"""A wrong command line in the user's language, from what Typer's error carries: never its English.

Typer's classes of errors are in a private module of its own, so they are known by their names.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from typing import Any

import typer

from kinrow.cli.language import text
from kinrow.rules.reading import is_game

_FILE = re.compile(r"\S*\.[a-z]\w+")
_ARGUMENTS = {"GAME": "usage.game", "A B...": "usage.players"}
_LIMITS = {"ge": "usage.least", "le": "usage.most"}


class UsageFault(typer.TyperException):
    """A wrong command line, in words already, and the command that it is for."""

    def __init__(self, message: str, ctx: Any = None) -> None:
        super().__init__(message)
        self.ctx = ctx


def usage_words(error: typer.TyperException) -> str:
    """What is wrong with a command line; the error's own sentence if it is ours.

    >>> usage_words(UsageFault(too_many(["b.sgf", "c.sgf"])))
    'too many arguments: b.sgf c.sgf (a command reads one file at a time)'
    """
    say = _WORDS.get(type(error).__name__)
    words = error.format_message() if say is None else say(error)
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in words)


def name_of(param: Any) -> str:
    """An option's long form, or an argument as help pages have it."""
    if param.param_type_name == "option":
        return str(param.opts[0])
    return str(param.metavar or param.name.upper())


def no_command(name: str, near: Sequence[str]) -> str:
    """There is no such command; these may be meant."""
    if near:
        return text("usage.command.near", name=name, near=", ".join(near))
    if is_game(name):
        return text("usage.command.game", name=name)
    return text("usage.command", name=name)


def too_many(words: Sequence[str]) -> str:
    """A command does not take these arguments."""
    key = "usage.extra.files" if _FILE.fullmatch(words[0]) else "usage.extra"
    return text(key, words=" ".join(words))


def _no_option(error: Any) -> str:
    if error.possibilities:
        near = ", ".join(sorted(error.possibilities))
        return text("usage.option.near", name=error.option_name, near=near)
    return text("usage.option", name=error.option_name)


def _option_and_value(error: Any) -> str:
    """An option without its value, or a flag with one."""
    named = [param for param in error.ctx.command.params if error.option_name in param.opts]
    is_flag = bool(named and named[0].is_flag)
    return text("usage.flag" if is_flag else "usage.value", name=error.option_name)


def _missing(error: Any) -> str:
    name = name_of(error.param)
    if error.param.param_type_name == "option":
        return text("usage.required", name=name)
    return text(_ARGUMENTS.get(name, "usage.argument"), name=name)


def _no_command(error: Any) -> str:
    """Other usage errors that have no class of their own are raised as `UsageFault`."""
    in_a_group = error.ctx is not None and hasattr(error.ctx.command, "commands")
    return text("usage.no-command") if in_a_group else str(error.message)


def _bad(error: Any) -> str:
    """A value that an option or an argument cannot have, with its name."""
    reason = _bad_path(error) or _bad_value(error) or error.message
    name = error.param_hint or (error.param and name_of(error.param))
    return text("usage.bad", name=name, reason=reason) if name else str(reason)


def _bad_value(error: Any) -> str | None:
    """Why Pydantic, which Typer asks, refuses a value; None if it was not asked."""
    faults = getattr(error.__cause__, "errors", None)
    if faults is None:
        return None
    fault, kind = faults()[0], error.param.type_descriptor
    for limit, key in _LIMITS.items():
        if limit in fault.get("ctx", {}):
            return text(key, limit=_number(fault["ctx"][limit]))
    if kind.choices is not None:
        choices = ", ".join(map(str, kind.choices))
        return text("usage.choice", value=fault["input"] or "''", choices=choices)
    if kind.annotation is int or kind.annotation == list[int]:
        return text("usage.whole")
    return text("usage.seconds" if error.param.metavar == "SECONDS" else "usage.number")


def _number(value: float) -> str:
    """A limit without the zeros that a float would have.

    >>> _number(1.0), _number(0.01), _number(10**7)
    ('1', '0.01', '10000000')
    """
    return f"{value:g}" if isinstance(value, float) else str(value)


def _bad_path(error: Any) -> str | None:
    """Why Typer refuses a path; its error has only a sentence, so the paths are looked at again."""
    wanted = getattr(getattr(error.param, "type_descriptor", None), "parameter_info", None)
    values = getattr(error, "value", ())  # as `kinrow.cli.helping` keeps them
    for path in values if isinstance(values, tuple | list) else [values]:
        found = isinstance(path, str) and _path_fault(path, wanted)
        if found:
            return found
    return None


def _path_fault(path: str, wanted: Any) -> str | None:
    if not path and not wanted.dir_okay:
        return text("usage.empty")
    if not os.path.exists(path):
        return text("usage.missing", path=path) if wanted.exists else None
    if not wanted.dir_okay and os.path.isdir(path):
        return text("usage.folder", path=path)
    if not wanted.file_okay and os.path.isfile(path):
        return text("usage.file", path=path)
    if wanted.readable and not os.access(path, os.R_OK):
        return text("usage.unreadable", path=path)
    return None


_WORDS: dict[str, Callable[[Any], str]] = {
    "NoSuchOption": _no_option,
    "BadOptionUsage": _option_and_value,
    "MissingParameter": _missing,
    "BadParameter": _bad,
    "UsageError": _no_command,
}
