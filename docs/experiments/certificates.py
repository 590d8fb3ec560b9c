"""Certificates of parts: their zones and what they reserve, and how they become parts of others."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from kinrow.proofs import Proof, check
from kinrow.proofs.boards import SIDES
from kinrow.proofs.certificate import certify, write_file
from kinrow.reference import check as check_py
from kinrow.rules import Cell, Position, Rules, Sign, Value
from kinrow.runtime.conversion import index_of
from kinrow.runtime.files import whole_file
from kinrow.solver import Solution


def position_with(
    rules: Rules, mine: Iterable[Cell], theirs: Iterable[Cell], to_move: Sign
) -> Position:
    """The position with these stones of both players."""
    signs = ["."] * rules.size
    for sign, cells in ((Sign.X, mine), (Sign.O, theirs)):
        for cell in cells:
            signs[index_of(rules, cell)] = str(sign)
    return Position(rules, "".join(signs), to_move)


def kept_zone(path: Path) -> list[int]:
    """The zone of a certificate. Reading one takes a minute, so what was read is kept."""
    kept = path.with_suffix(".zone")
    if not kept.exists():
        with whole_file(kept) as temporary:
            temporary.write_text(json.dumps(zone_of(path)))
    found: list[int] = json.loads(kept.read_text())
    return found


def zone_of(path: Path) -> list[int]:
    """The cells of the zone of a certificate's only tree."""
    with path.open("rb") as file:
        reader = check_py.Reader(file)
        header = check_py.read_header(reader)
        tree = check_py.Tree(check_py.Board(header), header.claims[0], reader, check_py.say_nothing)
        mine, theirs = (
            sum(1 << at for at, sign in enumerate(header.cells) if sign == side) for side in "XO"
        )
        my_turn = header.to_move == "X"
        found = tree.verify(check_py.Place(mine, theirs, my_turn, 1, order=0))
    return [*check_py.members(found.zone)]


def reserved_in(path: Path) -> list[int]:
    """The cells that the tree of a certificate reserves."""
    found: list[int] = header_in(path).get("reserved", [])
    return found


def header_in(path: Path) -> dict[str, Any]:
    """The header of a certificate."""
    with path.open("rb") as file:
        file.readline()
        found: dict[str, Any] = json.loads(file.readline())
    return found


def number(value: int) -> bytes:
    """A number as certificates have it.

    >>> number(5), number(300)
    (b'\\x05', b'\\xac\\x02')
    """
    low = bytes([value & 127 | (128 if value > 127 else 0)])
    return low + number(value >> 7) if value > 127 else low


def reserving(path: Path, rules: Rules) -> bytes:
    """What comes before the tree of a certificate, if it is a first tree of `F` or `G`."""
    cells = reserved_in(path)
    return b"".join(map(number, [1 + len(cells), *cells])) if rules.exact else b""


def piece_of(path: Path) -> tuple[bytes, int]:
    """The tree of a certificate, and how many positions it lists."""
    listed = check(path).nodes
    return path.read_bytes().split(b"\n", 2)[2][: -check_py.DIGEST], listed


def join_to(path: Path, start: Position, tree: bytes) -> Proof | Solution:
    """Makes a certificate of this tree for a position, and has it checked."""

    def write(_: object, part: Path) -> None:
        with part.open("ab") as file:
            file.write(tree)

    better = 1 if start.to_move is Sign.X else -1
    solution = Solution(start, Value("outcome", better, better), (), 0, 0.0)
    write_file(path, solution, write, SIDES)
    return certify(path, solution, 0.0, None)
