"""python -m bench: every measurement in one table, then the signature of the search."""

from __future__ import annotations

import json
import os
import platform
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Annotated, cast

import typer
from rich.console import Console

from bench.rows import Row, Section, table
from bench.signature import line, signature
from kinrow import _core

# Each is a module here with a TITLE and a function `rows(limit)`; one that is absent is left out.
PARTS = ("judges", "solver", "proofs", "counting", "textbook", "openspiel", "play")
WIDTH = 160  # where the table does not go to a terminal

Limit = Annotated[
    float, typer.Option(min=0.01, help="Seconds after which what stands beside kinrow is stopped.")
]
Json = Annotated[bool, typer.Option("--json", help="Print one object for programs.")]
Alone = Annotated[bool, typer.Option("--signature", help="Print the signature alone.")]
Only = Annotated[list[str] | None, typer.Argument(metavar="PART", help=", ".join(PARTS))]


def command(
    only: Only = None, limit: Limit = 10.0, as_json: Json = False, alone: Alone = False
) -> None:
    """Speed as ratios in one run, and the signature of the search. Nothing here passes or fails."""
    if alone:
        print(json.dumps({"bench": signature()}) if as_json else line())
        return
    unknown = sorted(set(only or ()) - set(PARTS))
    if unknown:
        raise typer.BadParameter(f"{', '.join(unknown)}: expected {', '.join(PARTS)}")
    before = os.getloadavg()[0]
    parts: list[Section] = []
    try:
        parts.extend(sections(only or PARTS, limit))
    finally:
        show(machine(before), parts, as_json=as_json)  # a part that fails loses none before it


def show(head: str, parts: list[Section], *, as_json: bool) -> None:
    """Prints what was measured, and the signature."""
    if as_json:
        print(json.dumps(to_json(head, parts)))
        return
    console = Console()
    if not console.is_terminal:
        console = Console(width=WIDTH)
    console.print(table(parts, head))
    print(line())


def sections(names: tuple[str, ...] | list[str], limit: float) -> Iterator[Section]:
    """The parts that are here, measured one after the other; says on standard error which."""
    found = [name for name in names if find_spec(f"bench.{name}") is not None]
    parts = [import_module(f"bench.{name}") for name in found]
    for name, part in zip(found, parts, strict=True):
        print(f"bench: {name} ...", file=sys.stderr, flush=True)
        rows = cast(Callable[[float], Iterator[Row]], part.rows)
        yield Section(part.TITLE, tuple(rows(limit)))


def machine(before: float) -> str:
    """What the times depend on, as far as it can be said in a line."""
    cores = len(os.sched_getaffinity(0))
    after = os.getloadavg()[0]
    return (
        f"Python {platform.python_version()}, {platform.machine()}, {cores} cores, "
        f"core for {_core.processor()}, "
        f"load {before:.1f} as it began and {after:.1f} at the end. "
        "Best of a few; the ratio is its time by ours."
    )


def to_json(head: str, parts: list[Section]) -> dict[str, object]:
    """The table and the signature, for programs."""
    return {
        "machine": head,
        "sections": [
            {"title": part.title, "rows": [row.to_json() for row in part.rows]} for part in parts
        ],
        "bench": signature(),
    }


if __name__ == "__main__":
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command()(command)
    app(prog_name="python -m bench")
