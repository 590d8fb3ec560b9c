"""What `kinrow` and `kinrow --help` print. No command is loaded for it, nor Typer or Rich."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping

from kinrow.cli.language import text
from kinrow.terminal import coloured, open_streams

GROUPS: Mapping[str, tuple[str, ...]] = {
    "ask": ("solve", "games", "show", "count", "perft", "tabulate", "table", "atlas"),
    "play": ("play", "match", "arena", "openings", "brain", "learn"),
    "prove": ("prove", "check", "strategy"),
    "data": ("annotate", "report", "analyse-game", "puzzles", "judge"),
    "serve": ("serve", "tour", "bench"),
}
"""Every command, by what it is for."""

_SENTENCE = re.compile(r".*?(?:\.(?= )|。)")
_OPTIONS = {
    "--version": "option.version",
    "--install-completion": "option.install_completion",
    "--show-completion": "option.show_completion",
    "--help": "option.help",
}


def show(words: list[str]) -> int:
    """Prints the page that the command line asks for; the exit status."""
    open_streams()
    try:
        print(help_page() if words else first_page(), flush=True)
    except OSError as error:
        from kinrow.cli.system import system_fault

        error.filename = text("screen.output")
        return system_fault(error)
    return 0


def first_page() -> str:
    """What to try first, in ten lines."""
    return text("front.first")


def help_page() -> str:
    """Every command with what it does, by group; lines of 80 columns at most."""
    parts = [f"{text('help.usage')} kinrow [OPTIONS] COMMAND [ARGS]...", text("kinrow.help")]
    for group, names in GROUPS.items():
        parts.append(_block(text(f"front.{group}"), ((name, f"{name}.help") for name in names)))
    parts.append(_block(text("help.options"), _OPTIONS.items()))
    return "\n\n".join([*parts, text("front.more")])


def _block(title: str, rows: Iterable[tuple[str, str]]) -> str:
    """Lines of a name and its text below a title."""
    listed = list(rows)
    width = max(9, *(len(name) for name, _ in listed))
    lines = [f"  {name:{width}}  {_first_sentence(text(key))}" for name, key in listed]
    return "\n".join([f"\x1b[1m{title}\x1b[0m" if coloured(sys.stdout) else title, *lines])


def _first_sentence(words: str) -> str:
    found = _SENTENCE.match(words)
    return found[0] if found else words
