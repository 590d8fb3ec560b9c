"""Prove that the second player does not lose on any board that copies of a piece cover."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic

from kinrow.proofs.alone import search_for, written
from kinrow.proofs.boards import Side
from kinrow.proofs.certificate import Proof, certify
from kinrow.proofs.pieces import Pieces, pieces_for
from kinrow.proofs.place import checkpoint_of
from kinrow.proofs.run import ProofRun
from kinrow.proofs.search import pieces_in
from kinrow.rules import Value
from kinrow.runtime.waiting import Deadline
from kinrow.solver import Solution

_FIRST, _NEXT = 1 << 18, 8  # positions for each way at first; then so many times as many


def prove_in_pieces(run: ProofRun, side: Side) -> Proof | Solution:
    """The certificate; the solution with its bounds if none was found, or the search ends early.

    Each way to share out the lines is searched in turn, with more and more positions. A run that
    ends early leaves a checkpoint of the way that it was searching.
    """
    ways, clock = _ways(run, side), Deadline(run.time)
    most, nodes = _FIRST, 0
    while ways:
        for pieces in list(ways):
            room = None if run.nodes is None else run.nodes - nodes
            way = replace(run, pieces=pieces)
            with search_for(way) as search:
                budget = room if len(ways) == 1 else most if room is None else min(most, room)
                found = search.value(run.position, clock, run.progress, budget)
                nodes += found.nodes
                began = monotonic()
                if held := found.value.upper == 0:  # nor does the first player lose
                    found = replace(found, value=Value("outcome", 0, 0), nodes=nodes)
                    found = written(way, found, search)
            del search  # its memory is the checker's from now on
            if held:
                return certify(run.path, found, found.seconds + monotonic() - began, run.step)
            ended = found.stopped in ("time", "interrupted")
            if ended or (found.stopped and run.nodes is not None and nodes >= run.nodes):
                return replace(found, value=Value("outcome", -1, 1), nodes=nodes)
            checkpoint_of(run.path).unlink(missing_ok=True)
            if not found.stopped:
                ways.remove(pieces)
        most *= _NEXT
    return Solution(run.position, Value("outcome", -1, 1), (), nodes, clock.spent)


def _ways(run: ProofRun, side: Side) -> list[Pieces]:
    """Those to search; the one that a checkpoint is of comes first. Raises CheckpointError."""
    ways, path = pieces_for(run.position.rules, side), checkpoint_of(run.path)
    if run.resume and path.exists():
        kept = pieces_in(path, run.position.rules, ways)
        ways.sort(key=lambda pieces: pieces != kept)
    return ways
