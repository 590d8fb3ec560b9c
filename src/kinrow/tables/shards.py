"""Blocks of a ply as pieces of work for a cluster.

The values of the ply after it are in the shared memory of every machine that works on the ply, once
each; Ray brings them there, and prefers machines that have them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from kinrow import _core
from kinrow.cluster import Cluster
from kinrow.rules import Objective, Rules
from kinrow.tables.layers import LayerShape, Values
from kinrow.tables.records import VALUES, Compression, StoredRecord, pack, table_game

_PIECES = 4  # for each worker at least, so that all end at about the same time
_MOST = 64  # blocks in a piece: what is lost with a worker


@dataclass(frozen=True, slots=True)
class Blocks:
    """Blocks of one ply, from `first` to before `end`."""

    rules: Rules
    objective: Objective
    compression: Compression
    shape: LayerShape
    first: int
    end: int


def solve_blocks(piece: Blocks, after: Values | None) -> list[StoredRecord]:
    """The records of these blocks; `after` has the values of the next ply, None after the last.

    >>> from kinrow.rules import game
    >>> layer = _core.TableLayer(table_game(game("1,1,1"), "score"), 1)
    >>> piece = Blocks(game("1,1,1"), "score", "zlib", LayerShape.of(layer, 1), 0, 1)
    >>> list(solve_blocks(piece, None)[0].data("zlib"))  # a loss at once
    [255]
    """
    retrograde = _retrograde(piece.rules, piece.objective, piece.shape.ply)
    records = []
    for number in range(piece.first, piece.end):
        first, end = piece.shape.block(number)
        values = np.empty((end - first) * piece.shape.length, np.int8)
        retrograde.solve(first, end, after, values)
        data = values.tobytes()
        records.append(pack(piece.shape.ply, VALUES, number, data, piece.compression))
    return records


@lru_cache(maxsize=1)
def _retrograde(rules: Rules, objective: Objective, ply: int) -> _core.Retrograde:
    """What solves the ply; it is kept for the next piece."""
    game = table_game(rules, objective)
    following = _core.TableLayer(game, ply + 1) if ply < game.last_ply else None
    return _core.Retrograde(_core.TableLayer(game, ply), following)


def solved_by(cluster: Cluster, blocks: Blocks, after: Values | None) -> Iterator[StoredRecord]:
    """The records of all these blocks in order, solved by the workers of a cluster."""
    there: dict[int, list[StoredRecord]] = {}
    at = blocks.first
    for piece, records in cluster.run(solve_blocks, _pieces(blocks, cluster.workers), after):
        there[piece.first] = records
        while at in there:
            found = there.pop(at)
            yield from found
            at += len(found)


def _pieces(blocks: Blocks, workers: int) -> Iterator[Blocks]:
    count = blocks.end - blocks.first
    step = max(1, min(_MOST, count // (_PIECES * workers)))
    for first in range(blocks.first, blocks.end, step):
        end = min(first + step, blocks.end)
        yield Blocks(blocks.rules, blocks.objective, blocks.compression, blocks.shape, first, end)
