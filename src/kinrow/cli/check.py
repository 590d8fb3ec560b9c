"""kinrow check: what a proof file proves, verified by the stranger."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from kinrow.cli.language import help_text, text
from kinrow.terminal import is_terminal


def command(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help=help_text("option.proof"), exists=True, dir_okay=False),
    ],
) -> int:
    """Check and print: 0 if it holds, 1 if it is refused."""
    from kinrow import check

    def tell(nodes: int) -> None:
        print(f"\r{text('check.live', nodes=f'{nodes:,}')}", end="", file=sys.stderr, flush=True)

    return check.main(str(file), tell if is_terminal(sys.stderr) else check.say_nothing)
