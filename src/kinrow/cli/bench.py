"""kinrow bench: the repository's own measurements, if this is a checkout."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from kinrow.cli.language import text
from kinrow.rules import KinrowError

Arguments = Annotated[
    list[str] | None, typer.Argument(metavar="ARGS...", help=text("option.bench"))
]


def command(arguments: Arguments = None) -> int:
    """Run `python -m bench` in the checkout; its exit status is ours."""
    home = checkout()
    if home is None:
        raise KinrowError(text("fault.bench"))
    return subprocess.run(
        [sys.executable, "-m", "bench", *(arguments or [])], cwd=home, check=False
    ).returncode


def checkout() -> Path | None:
    """The folder that holds both src/kinrow and bench; None if kinrow came as a wheel."""
    spec = find_spec("kinrow")
    if spec is None or spec.origin is None:
        return None
    home = Path(spec.origin).resolve().parents[2]
    return home if (home / "bench" / "__main__.py").is_file() else None
