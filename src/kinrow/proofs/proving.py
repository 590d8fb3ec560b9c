"""Prove: solve a position, write the certificate, have it checked, keep it."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic

from kinrow.cluster import Cluster
from kinrow.proofs.boards import Side, check_class
from kinrow.proofs.book import Book
from kinrow.proofs.checking import CheckerName, ProofRefused, check
from kinrow.proofs.compressed import SUFFIX, compress
from kinrow.proofs.job_store import JobStore
from kinrow.proofs.jobs import Means
from kinrow.proofs.place import checkpoint_of, packed_of, part_of, place
from kinrow.proofs.search import KnownWins, ProofSearch, StepCallback, Trouble, header_of
from kinrow.proofs.sharing import JOB_NODES, SharedSearch
from kinrow.reference import check as check_py
from kinrow.rules import Outcome, Position, PositionLike, RulesError, Sign, as_position
from kinrow.rules.sentence import Sentence
from kinrow.runtime.conversion import SIGNS
from kinrow.runtime.limits import SMALLEST, bytes_of
from kinrow.runtime.waiting import Deadline, OnInterrupt, unless_interrupted
from kinrow.solver import ProgressCallback, Solution

_BLOCK = 1 << 20  # bytes read at once


@dataclass(frozen=True, slots=True, repr=False)
class Proof:
    """A checked certificate: where it is, how large, and what it settles. It stands for its path.

    `solution.how` is "proved": the file was verified after it was written, by the `checker` that is
    named. If the claim is for a class of boards, `larger` are the sides that may be longer. For
    each claim of a win `by_ply` has the ply by which the game is over, counted from the empty
    board; None if that is not known, or is no win.
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

    def __repr__(self) -> str:
        size = f"{self.nodes:,} positions, {self.size:,} bytes"
        return f"<{self.solution.position.fen()}: {', '.join(self.claims)}; {size}, {self.path}>"

    def __fspath__(self) -> str:
        return str(self.path)


def prove(  # longer than most: it has many arguments
    position: PositionLike,
    path: str | os.PathLike[str],
    *,
    memory: str | int | None = None,
    threads: int | None = None,
    time: float | None = None,
    progress: ProgressCallback | None = None,
    step: StepCallback | None = None,
    resume: bool = False,
    book: Book | None = None,
    learn: Book | None = None,
    strategy: KnownWins | None = None,
    larger: tuple[Side, ...] = (),
    trouble: Trouble | None = None,
    on_interrupt: OnInterrupt = "raise",
    cluster: Cluster | None = None,
    job_nodes: int = JOB_NODES,
) -> Proof | Solution:
    """Solves a position and writes a certificate of its outcome to `path`.

    For games that a line decides; else RulesError. PlaceError if no file can be written. A search
    that ends early (`time` in seconds) returns the Solution with its bounds and writes no
    certificate; Ctrl-C at any moment raises KeyboardInterrupt with that Solution as its `answer`,
    unless `on_interrupt` is "return". The certificate appears whole or not at all: it is written
    next to `path`, checked, and only then renamed, or compressed if the path ends in ".zst". `step`
    hears what is being done ("write", "check") and how far: bytes written, 0, 0; or positions
    checked, bytes read, and of how many.
    Of the memory a quarter is for the positions that the writer can refer to; with little the file
    is larger.

    What a long search has found, and what the writer has asked, is kept in `path` + ".checkpoint",
    about twice a minute and when it ends early; `resume` goes on from there (and begins anew if
    there is nothing); a file written whole whose check was stopped is only checked again. Without
    it such a checkpoint is a CheckpointError. One that cannot be written, as on a full disk, is
    reported to `trouble`, and the search goes on.

    On boards larger than 8 by 8, with single stones, a lambda search looks for a win. It tries the
    moves of a `book` first; games to the wins that took long are added to the book `learn` when the
    search ends. With a `strategy` of the same game its positions need no search.

    With `larger`, ("rows",), ("cols",) or ("rows", "cols"), the claim is for a class of boards: the
    player who begins wins with these stones anywhere on every board that has at least so many rows,
    or columns, or both, unbounded ones too. Only a win can be found so.

    On a `cluster` the workers search, each with so much memory: positions as jobs of `job_nodes`
    each. What a job is too small for becomes a tree of further positions here; every verdict is
    kept in the checkpoint. RulesError for a class of boards; nothing is added to a book.

    >>> import tempfile
    >>> from kinrow.rules import game
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     proof = prove(game("4,4,3"), folder + "/443.proof")
    >>> proof.claims, proof.solution.how
    (('X wins',), 'proved')
    """
    position = as_position(position)
    _suitable(position, strategy, larger, alone=cluster is None)
    path, whole = place(path), bytes_of(memory)
    if cluster is not None:
        advice = tuple(book.games(position.rules)) if book else ()
        known = (strategy.winner, strategy.packed) if strategy else None
        means = Means(position.rules, memory, advice, known)
        with JobStore(checkpoint_of(path), position, resume=resume, trouble=trouble) as store:
            shared = SharedSearch(cluster, means, store, job_nodes)
            solution, began = _share(path, position, shared, Deadline(time), progress)
        found = _certify(path, solution, solution.seconds + monotonic() - began, step)
        return unless_interrupted(found, getattr(found, "stopped", None), on_interrupt)
    remembered = whole // 4  # for the writer; the rest is the search's
    with ProofSearch(
        position.rules,
        checkpoint_of(path),
        memory=max(whole - remembered, SMALLEST),
        threads=threads,
        resume=resume,
        book=book,
        learn=learn,
        strategy=strategy,
        larger=larger,
        trouble=trouble,
    ) as search:
        solution = search.value(position, Deadline(time), progress)
        began = monotonic()
        if _settled(solution):
            solution = _tell(part_of(path), solution, search, remembered, step, resume=resume)
    del search  # its memory is the checker's from now on
    found = _certify(path, solution, solution.seconds + monotonic() - began, step)
    return unless_interrupted(found, getattr(found, "stopped", None), on_interrupt)


def _share(
    path: Path,
    position: Position,
    search: SharedSearch,
    clock: Deadline,
    progress: ProgressCallback | None,
) -> tuple[Solution, float]:
    """The same on a cluster: what the workers have proved is written; when that began."""
    solution, began = search.value(position, clock, progress), monotonic()
    if _settled(solution):
        claims = _claims(solution)
        _write(part_of(path), _head(position, claims, ()), claims, search.write)
    return solution, began


def _settled(solution: Solution) -> bool:
    return solution.complete and solution.stopped != "interrupted"


def _tell(
    part: Path,
    solution: Solution,
    search: ProofSearch,
    memory: int,
    step: StepCallback | None,
    *,
    resume: bool,
) -> Solution:
    """Writes beside the path, and says if that was interrupted.

    Checking takes as long as writing: what was written to its end when a run was stopped or killed
    is not written again.
    """
    claims = _claims(solution)
    head = _head(solution.position, claims, search.larger)
    try:
        if not (resume and _whole(part, head)):

            def tree(claim: check_py.Claim, path: Path) -> None:
                side = SIGNS.index(Sign(claim.side))
                search.write(solution.position, side, claim.wins, path, memory, step)

            _write(part, head, claims, tree)
    except KeyboardInterrupt:
        solution = replace(solution, stopped="interrupted")
    search.save()
    return solution


def _certify(
    path: Path, solution: Solution, seconds: float, step: StepCallback | None
) -> Proof | Solution:
    """Has what was written verified, and keeps it; what is refused is removed."""
    if not _settled(solution):
        return solution
    part, began = part_of(path), monotonic()
    size = part.stat().st_size
    try:
        checked = check(part, lambda nodes, read: step and step("check", nodes, read, size))
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


def _suitable(
    position: Position, strategy: KnownWins | None, larger: tuple[Side, ...], *, alone: bool
) -> None:
    rules = position.rules
    if rules.objective != "line":
        raise RulesError(Sentence("proof.line", game=rules.title))
    if rules.special:
        raise RulesError(Sentence("proof.variant", game=rules.title))
    for name, number in header_of(rules).items():
        if number > (most := check_py.LARGEST.get(name, number)):
            raise RulesError(Sentence("proof.largest", game=rules.title, name=name, most=most))
    if position.finished:
        raise RulesError(Sentence("proof.over"))
    if strategy is not None and strategy.rules != rules:
        raise RulesError(Sentence("strategy.other", other=strategy.rules.title, game=rules.title))
    if larger:
        check_class(rules, larger)
        if strategy is not None:
            raise RulesError(Sentence("proof.class.strategy", game=rules.title))
        if not alone:
            raise RulesError(Sentence("proof.class.cluster", game=rules.title))


def _claims(solution: Solution) -> tuple[check_py.Claim, ...]:
    """A win is one claim; a draw is two: neither side loses."""
    if solution.winner is not None:
        return (check_py.Claim(str(solution.winner), wins=True),)
    assert solution.outcome is Outcome.DRAW
    return tuple(check_py.Claim(str(sign), wins=False) for sign in (Sign.O, Sign.X))


def _head(
    position: Position, claims: tuple[check_py.Claim, ...], larger: tuple[Side, ...]
) -> bytes:
    header: dict[str, object] = {
        "rules": header_of(position.rules),
        "position": {
            "cells": position.cells,
            "to_move": str(position.to_move),
            "left": position.left,
        },
        "claims": [str(claim) for claim in claims],
    }
    if larger:
        header["larger"] = list(larger)
    return check_py.MAGIC + json.dumps(header).encode() + b"\n"


def _whole(part: Path, head: bytes) -> bool:
    """Whether a file with this head was written to its end, which its digest shows."""
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


def _write(
    part: Path,
    head: bytes,
    claims: tuple[check_py.Claim, ...],
    tree: Callable[[check_py.Claim, Path], object],
) -> None:
    """Header, a tree for each claim, and the digest of all that; or nothing."""
    try:
        part.write_bytes(head)
        for claim in claims:
            tree(claim, part)
        with part.open("rb+") as file:
            digest = hashlib.file_digest(file, "sha256").digest()
            file.write(digest)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        part.unlink(missing_ok=True)
        raise
