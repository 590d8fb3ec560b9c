"""Games of the match database as files, PSQ and SGF."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from kinrow.arena.database import Stored
from kinrow.records import write_games

_ODD = re.compile(r"[^A-Za-z0-9._-]+")


def export(games: Iterable[Stored], folder: Path) -> int:
    """Writes every game as .psq and .sgf into the folder and returns how many there were."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for stored in games:
        names = "-".join(_ODD.sub("_", name) for name in stored.played.players.values())
        stem = f"{stored.match:05d}-{stored.number + 1:05d}-{names[:80]}"
        for suffix in ("psq", "sgf"):
            write_games(folder / f"{stem}.{suffix}", stored.played)
        count += 1
    return count
