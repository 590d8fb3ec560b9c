"""Typer's commands and groups, their help in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from functools import partial
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from kinrow.cli.language import text
from kinrow.cli.usage import UsageFault, no_command, too_many
from kinrow.words.reader import language

_MOST_NEAR = 3  # commands that an error suggests
_KINDS = {
    "str": "TEXT",
    "list[str]": "TEXT",
    "int": "N",
    "list[int]": "N",
    "int range": "N",
    "float range": "N",
    "path": "PATH",
    "file": "FILE",
}


def kind_of(param: Any, ctx: Any) -> str:
    """What an option expects, in one word or as its choices; nothing for flags and arguments."""
    if param.param_type_name == "argument" or param.is_flag:
        return ""
    kind = param.metavar or param.display_type(ctx).strip("<>")
    return _KINDS.get(kind, str(kind))


def usage_of(param: Any, ctx: Any) -> list[str]:
    """An argument in the first line of a help page, GAME or [GAME]; Typer writes {GAME}."""
    if param.param_type_name != "argument":
        return []
    name = param.metavar or param.name.upper()
    several = "..." if param.nargs != 1 and not name.endswith("...") else ""
    return [(name if param.required else f"[{name}]") + several]


def taken(param: Any, ctx: Any, value: Any) -> Any:
    """What a command gets of a value; an error keeps the value, for `kinrow.cli.usage`."""
    try:
        return type(param).process_value(param, ctx, value)
    except typer.BadParameter as error:
        vars(error)["value"] = value
        raise


# A line may end between words, after a Chinese mark that nothing but another mark follows, and
# between foreign words of a Chinese enumeration.
_WORD = re.compile(
    r"\s*\S+?(?:(?<=[，。；：])(?=[^\s，。；：、）])|(?<=、)(?=[A-Za-z0-9])|(?!\S))\s*"
)


@contextmanager
def _folding() -> Iterator[None]:
    """Folds what is too long for a line; Rich cuts it off, and to Rich much Chinese is one word."""
    from rich import _wrap
    from rich.text import Text

    wrap: Any = Text.wrap
    word, _wrap.re_word = _wrap.re_word, _WORD

    def folded(line: Text, *args: Any, **how: Any) -> Any:
        return wrap(line, *args, **(how | {"overflow": "fold"}))

    Text.wrap = folded  # type: ignore[assignment, method-assign]
    try:
        yield
    finally:
        Text.wrap = wrap  # type: ignore[method-assign]
        _wrap.re_word = word


class _Worded:
    """What Typer itself says in a help page, from the catalogue."""

    def get_help_option(self, ctx: Any) -> Any:
        """`--help`, with its line of help."""
        option = super().get_help_option(ctx)  # type: ignore[misc]
        if option is not None:
            option.help = text("option.help")
        return option

    def get_help_option_names(self, ctx: Any) -> list[str]:
        """`--help`, and `-h`."""
        return [*super().get_help_option_names(ctx), "-h"]  # type: ignore[misc]

    def get_params(self, ctx: Any) -> list[Any]:
        """Arguments and options, each with `kind_of` and `usage_of` it, `taken` by our way."""
        params: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        for param in params:
            param.display_type_rich = partial(kind_of, param)
            param.get_usage_pieces = partial(usage_of, param)
            param.process_value = partial(taken, param)
        return params

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """What is left of the arguments; every error says of which command it is."""
        try:
            left: list[str] = super().parse_args(ctx, args)  # type: ignore[misc]
        except typer.TyperException as error:
            vars(error)["ctx"] = getattr(error, "ctx", None) or ctx
            raise
        return left

    def get_usage(self, ctx: Any) -> str:
        """The first line of a help page."""
        usage: str = super().get_usage(ctx)  # type: ignore[misc]
        return usage if language() == "en" else usage.replace("Usage:", text("help.usage"), 1)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """The whole page."""
        from typer import rich_utils

        rich_utils.ARGUMENTS_PANEL_TITLE = text("help.arguments")
        rich_utils.OPTIONS_PANEL_TITLE = text("help.options")
        rich_utils.COMMANDS_PANEL_TITLE = text("help.commands")
        rich_utils.DEFAULT_STRING = text("help.default")
        rich_utils.REQUIRED_LONG_STRING = text("help.required")
        with _folding():
            super().format_help(ctx, formatter)  # type: ignore[misc]


class Command(_Worded, TyperCommand):
    """One command."""

    allow_extra_args = True  # to refuse them in words of ours

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Nothing; raises UsageFault for arguments that the command does not take."""
        left = super().parse_args(ctx, args)
        if left and not ctx.resilient_parsing:
            raise UsageFault(too_many(left), ctx)
        return left


class Group(_Worded, TyperGroup):
    """Commands under one name."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command; UsageFault suggests those that are spelt alike, or else begin so."""
        name, known = args[0], list(self.commands)
        if name in self.commands or ctx.resilient_parsing:
            return super().resolve_command(ctx, args)
        near = get_close_matches(name, known)
        near = near or [each for each in known if name and each.startswith(name.lower())]
        raise UsageFault(no_command(name, near[:_MOST_NEAR]), ctx)


class Root(Group):
    """All commands; its help page is that of `kinrow --help`."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """The page of `kinrow.cli.front`."""
        from kinrow.cli.front import help_page

        formatter.write(help_page() + "\n")
