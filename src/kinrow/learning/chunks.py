"""Games in files of a hundred; those that the folder has are not played again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path

from kinrow.learning.games import played
from kinrow.learning.samples import Samples
from kinrow.learning.self_play import SelfPlay
from kinrow.rules import Rules

_CHUNK = 100  # games per file


def chunks(
    rules: Rules,
    begin: Callable[[], SelfPlay],
    numbers: range,
    report: Callable[[int], object],
    folder: Path | None,
    threads: int | None,
) -> Iterator[Samples]:
    """Games of a series; `begin` makes a player for each of the processes, `threads`.

    `report` is called with the number of games so far.
    """
    pieces = [numbers[at : at + _CHUNK] for at in range(0, len(numbers), _CHUNK)]
    files = [folder and folder / f"{piece[0]:07d}.npz" for piece in pieces]
    kept = [file is not None and file.is_file() for file in files]
    todo = [one for piece, there in zip(pieces, kept, strict=True) if not there for one in piece]
    with closing(played(begin, todo, threads)) as games:
        for piece, file, there in zip(pieces, files, kept, strict=True):
            if file is not None and there:
                yield Samples.read(file, rules, piece)
                continue
            rows = []
            for number, game in islice(games, len(piece)):
                rows += game.taught
                report(number + 1)
            chunk = Samples.gather(rules, rows)
            if file is not None:
                chunk.write(file)
            yield chunk
