"""kinrow check: what a proof file proves, verified by the stranger."""

from __future__ import annotations

import sys
from pathlib import Path
from time import monotonic
from typing import Annotated

import typer

from kinrow.cli.language import help_text
from kinrow.cli.live import live
from kinrow.solve.waiting import Progress


def command(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help=help_text("option.proof"), exists=True, dir_okay=False),
    ],
) -> int:
    """Check and print: 0 if it holds, 1 if it is refused."""
    from kinrow import check

    size, began = file.stat().st_size, monotonic()
    with live(file.name) as report:
        status, lines = check.judge(
            str(file),
            lambda nodes, read: report(
                Progress(nodes, monotonic() - began, 0, read, size, None, None, "check")
            ),
        )
    print("\n".join(lines), file=sys.stderr if status else sys.stdout)
    return status
