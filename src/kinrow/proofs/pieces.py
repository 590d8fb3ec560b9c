"""Boards that copies of a piece cover, written 6*,6,6: one copy after another holds them all.

Breaker answers each stone in the copy where it fell. A line may lie in several copies; one of them
stops it, and there only a part of it counts. So it is enough to show that he stops these parts in a
single piece. Where the board ends, a copy may be cut.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from kinrow.proofs.boards import SIDES, Side, check_marks, without_brackets
from kinrow.rules import Position, Rules, RulesError, Sign
from kinrow.rules.calls import as_in
from kinrow.rules.cell import shown
from kinrow.rules.sentence import Sentence

_WRITTEN = re.compile(r"\s*(\d+)\s*(\*?)\s*,\s*(\d+)\s*(\*?)\s*,")
_STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))  # along the side in which copies follow, across it

Part = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pieces:
    """The side in which copies of the piece follow one another, and the parts of lines in it.

    A part is a set of cells, as row-major indices.
    """

    side: Side
    parts: tuple[Part, ...]

    def to_json(self) -> dict[str, object]:
        """As the header of a certificate has it."""
        return {"pieces": {"side": self.side, "parts": [list(part) for part in self.parts]}}


@as_in("piece_of('6*,6,6')")
def piece_of(spec: str) -> tuple[str, Side | None]:
    """The piece of a class of boards, and the side in which copies of it follow one another.

    A string that is not such a class comes back as it is, without a side.

    >>> piece_of("6*,6,6"), piece_of("7,7*,7:exact"), piece_of("gomoku")
    (('6,6,6', 'rows'), ('7,7,7:exact', 'cols'), ('gomoku', None))
    """
    plain = without_brackets(spec)
    written = _WRITTEN.match(plain)
    if written is None or not (written[2] or written[4]):
        return spec, None
    check_marks(spec, plain[written.end() :])
    if written[2] and written[4]:
        raise RulesError(Sentence("proof.pieces.sides"))
    side: Side = "rows" if written[2] else "cols"
    return f"{written[1]},{written[3]},{plain[written.end() :]}", side


def check_pieces(position: Position, side: object, *, alone: bool) -> None:
    """Raises RulesError if no draw can be proved here for boards that copies of this one cover.

    `alone`: the proof is without a larger class, a book, a strategy and a cluster.

    >>> check_pieces(Rules(4, 3, 3, stones=2).start(), "rows", alone=True)
    Traceback (most recent call last):
    kinrow.rules.errors.RulesError: (4,3,3,2,2): for copies of a piece, only draws can be \
proved, with one stone per turn and without misère
    """
    rules = position.rules
    if side not in SIDES:
        raise RulesError(Sentence("proof.repeated", side=shown(side)))
    if not alone:
        raise RulesError(Sentence("proof.pieces.alone", game=rules.title))
    if rules.stones > 1 or rules.first_turn > 1 or rules.misere:
        raise RulesError(Sentence("proof.pieces", game=rules.title))
    if rules.begins is not Sign.X:
        raise RulesError(Sentence("proof.pieces.begins", game=rules.title))
    if position != rules.start():
        raise RulesError(Sentence("proof.pieces.start"))


def pieces_for(rules: Rules, side: Side) -> list[Pieces]:
    """Ways to share out the lines: each goes to the copy that has most of its cells.

    Where two copies have equally many, the first gets the line. For lines along the side, either
    may: each way is one choice for every distance from the edge.

    >>> from kinrow.rules import game
    >>> [len(found.parts) for found in pieces_for(game("7,7,7"), "rows")]
    [35]
    >>> len(pieces_for(game("6,6,6"), "rows"))
    8
    """
    length, width = (rules.rows, rules.cols)[:: 1 if side == "rows" else -1]
    ways: dict[tuple[Part, ...], None] = {}
    for first in product((True, False), repeat=(width + 1) // 2):
        parts = set(_parts(length, width, rules.k, first))
        least = [part for part in parts if not any(other < part for other in parts)]
        cells = (sorted(_index(rules, side, *cell) for cell in part) for part in least)
        ways[tuple(sorted(map(tuple, cells)))] = None
    return [Pieces(side, parts) for parts in ways]


def _index(rules: Rules, side: Side, along: int, across: int) -> int:
    row, col = (along, across) if side == "rows" else (across, along)
    return row * rules.cols + col


def _parts(
    length: int, width: int, k: int, first: tuple[bool, ...]
) -> Iterator[frozenset[tuple[int, int]]]:
    """The parts of lines that the copy from 0 on has, as pairs of cells along and across."""
    for (along, across), start, edge in product(_STEPS, range(1 - k, length), range(width)):
        if not 0 <= edge + across * (k - 1) < width:
            continue
        cells = [(start + along * i, edge + across * i) for i in range(k)]
        of = [at // length for at, _ in cells]
        most = max(map(of.count, of))
        best = [copy for copy in sorted(set(of)) if of.count(copy) == most]
        is_first = across != 0 or first[min(edge, width - 1 - edge)]
        if best[0 if is_first else -1] == 0:
            yield frozenset(cell for cell, copy in zip(cells, of, strict=True) if copy == 0)
