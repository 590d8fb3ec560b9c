"""kinrow check: what a proof file proves, and which checker verified it."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kinrow.cli.language import said, text
from kinrow.cli.live import live, steps
from kinrow.cli.options import JsonOption
from kinrow.cli.screen import say, say_json
from kinrow.cli.words import claims_words, class_words, warn_of_missing_checker

if TYPE_CHECKING:
    from kinrow.proofs import Checked
    from kinrow.reference.check import Header


_STDIN = Path("-")


def _there(file: Path) -> Path:
    """The file, which must exist: Typer, asked to see to that, would not accept "-"."""
    if file != _STDIN and not file.exists():
        raise typer.BadParameter(text("usage.missing", path=file))
    return file


def command(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help=text("option.check.stdin"), dir_okay=False, callback=_there
        ),
    ],
    reference: Annotated[
        bool, typer.Option("--reference", help=text("option.check.reference"))
    ] = False,
    json: JsonOption = False,
) -> int:
    """Check and print: 0 if it holds, 1 if it is refused."""
    from kinrow.proofs import ProofRefused, check

    if not reference:
        warn_of_missing_checker()
    try:
        with _on_disk(file) as path, live(file.name) as report:
            step, size = steps(report), path.stat().st_size
            checked = check(
                path, lambda nodes, read: step("check", nodes, read, size), reference=reference
            )
    except ProofRefused as refused:
        reason = (str if json else said)(refused).replace(str(path), str(file))
        if json:
            say_json({"accepted": False, "reason": reason})
        else:
            print(reason, file=sys.stderr)
        return 1
    say_json(checked_json(checked)) if json else say_checked(checked)
    return 0


@contextmanager
def _on_disk(file: Path) -> Iterator[Path]:
    """The file, or a copy of standard input: the checkers know a file's size before they read."""
    if file != _STDIN:
        yield file
        return
    with TemporaryDirectory() as folder:
        path = Path(folder, "stdin")
        with path.open("wb") as copy:
            shutil.copyfileobj(sys.stdin.buffer, copy)
        yield path


def checked_json(checked: Checked) -> dict[str, Any]:
    """All that is known of an accepted proof."""
    from kinrow.reference.check import members

    header = checked.header
    return {
        "accepted": True,
        **header._asdict(),
        "claims": [str(claim) for claim in header.claims],
        "parts": [list(members(part)) for part in header.parts],
        "by_ply": list(checked.by_ply),
        "positions": checked.nodes,
        "bytes": checked.size,
        "sha256": checked.sha256,
        "checker": checked.checker,
        "seconds": round(checked.seconds, 6),
        "memory": checked.memory,
    }


def say_checked(checked: Checked) -> None:
    """The position, what is proved of it, the digest, and who says so."""
    listed = "check.position" if checked.nodes == 1 else "check.positions"
    say(text(listed, position=_position(checked.header), nodes=f"{checked.nodes:,}"))
    header = checked.header
    boards = class_words(header.rows, header.cols, header.larger, header.repeated)
    for claim in claims_words(header.claims, checked.by_ply, boards):
        say(text("prove.proved", claim=claim))
    say(f"sha256 {checked.sha256}")
    checker, seconds = text(f"checker.{checked.checker}"), f"{checked.seconds:.2f}"
    if checked.memory is None:
        say(text("check.by_reference", checker=checker, seconds=seconds))
    else:
        memory = f"{checked.memory / 2**20:,.0f}"
        say(text("check.compiled", checker=checker, memory=memory, seconds=seconds))


def _position(header: Header) -> str:
    from kinrow.reference.check import SIDES

    marks = dict.fromkeys(header.larger, "+") | {header.repeated: "*"}
    sides = [f"{getattr(header, side)}{marks.get(side, '')}" for side in SIDES]
    numbers = [*sides, header.k]
    if header.stones * header.first > 1:
        numbers += [header.stones, header.first]
    ways = "".join(f" {way}" for way in ("exact", "misere") if getattr(header, way))
    name = f"({','.join(map(str, numbers))}){ways}"
    key = "check.to_move" if header.cells.strip(".") else "check.empty"
    words = text(key, game=name, cells=header.cells, side=header.to_move)
    several = max(header.stones, header.first) > 1
    return words + (text("check.left", left=header.left) if several else "")
