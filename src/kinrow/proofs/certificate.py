"""Certificates as files: written under a temporary name, verified, then renamed."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic

from kinrow.proofs.boards import Side
from kinrow.proofs.checking import CheckerName, ProofRefused, check
from kinrow.proofs.compressed import SUFFIX, compress
from kinrow.proofs.pieces import Pieces
from kinrow.proofs.place import checkpoint_of, packed_of, part_of
from kinrow.proofs.search import StepCallback, header_of
from kinrow.reference import check as check_py
from kinrow.rules import Outcome, Sign
from kinrow.rules.calls import made_as
from kinrow.rules.names import words_for
from kinrow.runtime.files import named
from kinrow.solver import Solution

_BLOCK = 1 << 20  # bytes read at once


@made_as("Proof(solution, path, claims, nodes, size, sha256, seconds, checking, checker)")
@dataclass(frozen=True, slots=True, repr=False)
class Proof:
    """A checked certificate: where it is, how large, and what it settles. It stands for its path.

    `solution.how` is "proved": the file was verified after it was written, by the `checker` that is
    named. If the claim is for a class of boards, `larger` are the sides that may be longer, and
    `repeated` is the side in which copies of the board follow one another. For
    each claim of a win `by_ply` has the ply by which the game is over, counted from the empty
    board; None if it is not known, or if the claim is not of a win.
    `seconds` is for the search and the writing, `checking` for the check; `nodes` are the
    positions listed in the file, `size` is in bytes without compression, `sha256` is the digest at
    its end.
    """

    solution: Solution
    path: Path
    claims: tuple[str, ...]
    nodes: int
    size: int
    sha256: str
    seconds: float
    checking: float
    checker: CheckerName
    larger: tuple[str, ...] = ()
    by_ply: tuple[int | None, ...] = ()
    repeated: str = ""

    def __repr__(self) -> str:
        size = f"{self.nodes:,} positions, {self.size:,} bytes"
        where = words_for(self.solution.position)
        return f"<{where}: {', '.join(self.claims)}; {size}, {self.path}>"

    def __fspath__(self) -> str:
        return str(self.path)


def is_settled(solution: Solution) -> bool:
    """Whether there is something to write."""
    return solution.complete and solution.stopped != "interrupted"


def certify(
    path: Path, solution: Solution, seconds: float, step: StepCallback | None
) -> Proof | Solution:
    """Has the file verified, and keeps it; a rejected file is removed."""
    if not is_settled(solution):
        return solution
    part, began = part_of(path), monotonic()
    size = part.stat().st_size
    try:
        checked = check(part, lambda nodes, read: step and step("check", nodes, read, size))
        with named(path):
            _keep(part, path)
    except ProofRefused:
        part.unlink()
        raise
    except KeyboardInterrupt:
        return replace(solution, stopped="interrupted")
    checkpoint_of(path).unlink(missing_ok=True)
    return Proof(
        replace(solution, how="proved"),
        path,
        tuple(map(str, checked.header.claims)),
        checked.nodes,
        checked.size,
        checked.sha256,
        seconds,
        monotonic() - began,
        checked.checker,
        checked.header.larger,
        checked.by_ply,
        checked.header.repeated,
    )


def _keep(part: Path, path: Path) -> None:
    """Renames what was checked, or compresses it if the path asks for that."""
    if path.suffix != SUFFIX:
        part.replace(path)
        return
    packed = packed_of(path)
    try:
        compress(part, packed)
        packed.replace(path)
    except BaseException:
        packed.unlink(missing_ok=True)
        raise
    part.unlink()


def _claims(solution: Solution, pieces: Pieces | None) -> tuple[check_py.Claim, ...]:
    """A win is one claim; a draw is two: neither side loses. In pieces it is the second's."""
    if pieces is not None:
        return (check_py.Claim(str(solution.position.to_move.other), wins=False),)
    if solution.winner is not None:
        return (check_py.Claim(str(solution.winner), wins=True),)
    assert solution.outcome is Outcome.DRAW
    return tuple(check_py.Claim(str(sign), wins=False) for sign in (Sign.O, Sign.X))


def _head(
    solution: Solution,
    larger: tuple[Side, ...],
    pieces: Pieces | None,
    avoided: frozenset[int],
) -> bytes:
    """What a file begins with: the format's name, and a line of JSON."""
    position = solution.position
    header: dict[str, object] = {
        "rules": header_of(position.rules),
        "position": {
            "cells": position.cells,
            "to_move": str(position.to_move),
            "left": position.left,
        },
        "claims": [str(claim) for claim in _claims(solution, pieces)],
    }
    if larger:
        header["larger"] = list(larger)
    if position.rules.exact and avoided:
        header["reserved"] = sorted(avoided)
    if pieces:
        header |= pieces.to_json()
    return check_py.MAGIC + json.dumps(header).encode() + b"\n"


def is_whole(
    path: Path,
    solution: Solution,
    larger: tuple[Side, ...] = (),
    pieces: Pieces | None = None,
    avoided: frozenset[int] = frozenset(),
) -> bool:
    """Whether such a file was written to its end next to the path, which its digest shows."""
    part, head = part_of(path), _head(solution, larger, pieces, avoided)
    if not part.exists() or part.stat().st_size < len(head) + check_py.DIGEST:
        return False
    digest = hashlib.sha256()
    with part.open("rb") as file:
        if file.read(len(head)) != head:
            return False
        digest.update(head)
        while len(
            block := file.read(min(_BLOCK, part.stat().st_size - check_py.DIGEST - file.tell()))
        ):
            digest.update(block)
        return file.read() == digest.digest()


def write_file(
    path: Path,
    solution: Solution,
    tree: Callable[[check_py.Claim, Path], object],
    larger: tuple[Side, ...] = (),
    pieces: Pieces | None = None,
    avoided: frozenset[int] = frozenset(),
) -> None:
    """Writes next to the path: header, a tree for each claim, and the digest of it all; or nothing.

    `tree` appends the tree of a claim to a file; in exact games it reserves the cells `avoided`.
    """
    part = part_of(path)
    try:
        with named(part):
            part.write_bytes(_head(solution, larger, pieces, avoided))
            for claim in _claims(solution, pieces):
                tree(claim, part)
            with part.open("rb+") as file:
                digest = hashlib.file_digest(file, "sha256").digest()
                file.write(digest)
                file.flush()
                os.fsync(file.fileno())
    except BaseException:
        part.unlink(missing_ok=True)
        raise
