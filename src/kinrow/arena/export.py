"""Games of the record as files, PSQ and SGF: each appears whole or not at all."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from tempfile import NamedTemporaryFile

from kinrow.arena.psq_file import psq
from kinrow.arena.record import Stored
from kinrow.arena.sgf_file import sgf

_ODD = re.compile(r"[^A-Za-z0-9._-]+")


def export(games: Iterable[Stored], folder: Path) -> int:
    """Writes every game as .psq and .sgf into the folder, made if need be; how many games."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for stored in games:
        names = "-".join(_ODD.sub("_", name) for name in stored.played.names.values())
        stem = f"{stored.match:05d}-{stored.number + 1:05d}-{names[:80]}"
        write_whole(folder / f"{stem}.psq", psq(stored.played))
        write_whole(folder / f"{stem}.sgf", sgf(stored.played))
        count += 1
    return count


def write_whole(path: Path, text: str) -> None:
    """Writes a file that is never seen half done."""
    with NamedTemporaryFile(
        "w", encoding="utf-8", newline="\n", dir=path.parent, prefix=".", delete=False
    ) as file:
        file.write(text)
    os.replace(file.name, path)
