"""kinrow check: what a proof file proves, verified by the stranger."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kinrow.cli.language import help_text
from kinrow.cli.live import live, steps


def command(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help=help_text("option.check.file"), exists=True, dir_okay=False
        ),
    ],
) -> int:
    """Check and print: 0 if it holds, 1 if it is refused."""
    from kinrow import check

    size = file.stat().st_size
    with live(file.name) as report:
        step = steps(report)
        judged = check.judge(str(file), lambda nodes, read: step("check", nodes, read, size))
    return check.say(*judged)
