"""Games in files of a hundred; those that the folder has are not played again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from kinrow.learning.samples import Samples
from kinrow.learning.self_play import SelfPlay

_CHUNK = 100  # games per file


def chunks(
    player: SelfPlay, first: int, last: int, report: Callable[[int], object], folder: Path | None
) -> Iterator[Samples]:
    """Games of a series from `first` up to but not including `last`.

    `report` is called with the number of games so far.
    """
    for at in range(first, last, _CHUNK):
        path = None if folder is None else folder / f"{at:07d}.npz"
        if path is not None and path.is_file():
            yield Samples.read(path, player.rules)
            continue
        rows = []
        for one in range(at, min(at + _CHUNK, last)):
            rows += player.play(one)
            report(one + 1)
        chunk = Samples.gather(player.rules, rows)
        if path is not None:
            chunk.write(path)
        yield chunk
