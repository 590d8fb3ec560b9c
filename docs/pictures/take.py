"""Take the picture of the tour again: a real run of the command, as Rich draws a terminal.

.venv/bin/python docs/pictures/take.py
"""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PICTURES = {
    "tour": (82, ["kinrow tour"]),
}
# The pictures load nothing from elsewhere: the reader's own monospaced font will do.
_FONT_FACE = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)


def run(command: str) -> str:
    """What the command prints, colours and errors included."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    env = {**os.environ, "PATH": path, "FORCE_COLOR": "1", "LANG": "C.UTF-8", "LC_ALL": ""}
    env.pop("NO_COLOR", None)
    done = subprocess.run(
        command,
        shell=True,
        cwd=ROOT,
        env=env,
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    return done.stdout


def take(name: str, width: int, commands: list[str]) -> None:
    """Run the commands and write docs/pictures/NAME.svg."""
    console = Console(
        record=True, width=width, file=io.StringIO(), force_terminal=True, highlight=False
    )
    for command in commands:
        console.print(Text.assemble(("$ ", "bold green"), (command, "bold")))
        console.print(Text.from_ansi(run(command)))
    svg = _FONT_FACE.sub("", console.export_svg(title=name, unique_id=f"kinrow-{name}"))
    lines = (line.rstrip() for line in svg.splitlines())
    (HERE / f"{name}.svg").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for name, (width, commands) in PICTURES.items():
        take(name, width, commands)
