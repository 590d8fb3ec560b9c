"""Prove that the second player does not lose on any board that copies of a piece cover."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from time import monotonic

from kinrow.proofs.boards import Side
from kinrow.proofs.certificate import Proof, certify, write_file
from kinrow.proofs.pieces import Pieces, check_pieces, pieces_for
from kinrow.proofs.place import checkpoint_of
from kinrow.proofs.run import ProofRun
from kinrow.proofs.search import CheckpointError, ProofSearch
from kinrow.reference import check as check_py
from kinrow.rules import RulesError, Sign, Value
from kinrow.rules.sentence import Sentence
from kinrow.runtime.conversion import SIGNS
from kinrow.runtime.limits import SMALLEST
from kinrow.runtime.waiting import Deadline
from kinrow.solver import Solution

_FIRST, _NEXT = 1 << 18, 8  # positions for each way at first; then so many times as many


def prove_in_pieces(run: ProofRun, side: Side) -> Proof | Solution:
    """The certificate; the solution with its bounds if none was found, or the search ends early.

    Each way to share out the lines is searched in turn, with more and more positions. A run that
    ends early leaves a checkpoint of the way that it was searching.
    """
    check_pieces(run.position.rules)
    if run.position != run.position.rules.start():
        raise RulesError(Sentence("proof.pieces.start"))
    ways, clock = _ways(run, side), Deadline(run.time)
    most, nodes = _FIRST, 0
    while ways:
        for pieces in list(ways):
            room = None if run.nodes is None else run.nodes - nodes
            with _search(run, pieces) as search:
                budget = room if len(ways) == 1 else most if room is None else min(most, room)
                found = search.value(run.position, clock, run.progress, budget)
                nodes += found.nodes
                if found.value.upper == 0:
                    return _written(run, replace(found, nodes=nodes), search, pieces)
            ended = found.stopped in ("time", "interrupted")
            if ended or (found.stopped and run.nodes is not None and nodes >= run.nodes):
                return replace(found, value=Value("outcome", -1, 1), nodes=nodes)
            checkpoint_of(run.path).unlink(missing_ok=True)
            if not found.stopped:
                ways.remove(pieces)
        most *= _NEXT
    return Solution(run.position, Value("outcome", -1, 1), (), nodes, clock.spent)


def _ways(run: ProofRun, side: Side) -> list[Pieces]:
    """Those to search; the one that a checkpoint is about comes first. Raises CheckpointError."""
    ways = pieces_for(run.position.rules, side)
    path = checkpoint_of(run.path)
    if not path.exists():
        return ways
    if not run.resume:
        raise CheckpointError(Sentence("proof.checkpoint", path=path))
    for pieces in ways:
        try:
            with _search(run, pieces):
                return [pieces, *(way for way in ways if way != pieces)]
        except CheckpointError as error:
            reason = error
    raise reason


def _search(run: ProofRun, pieces: Pieces) -> ProofSearch:
    return ProofSearch(
        run.position.rules,
        checkpoint_of(run.path),
        memory=max(run.memory - run.memory // 4, SMALLEST),
        threads=run.threads,
        resume=run.resume,
        pieces=pieces,
        trouble=run.trouble,
    )


def _written(
    run: ProofRun, solution: Solution, search: ProofSearch, pieces: Pieces
) -> Proof | Solution:
    """The certificate. The first player does not lose either: his first stone does no harm."""
    began = monotonic()
    solution = replace(solution, value=Value("outcome", 0, 0))

    def tree(claim: check_py.Claim, path: Path) -> None:
        side = SIGNS.index(Sign(claim.side))
        search.write(run.position, side, claim.wins, path, run.memory // 4, run.step)

    try:
        write_file(run.path, solution, tree, pieces=pieces)
    except KeyboardInterrupt:
        solution = replace(solution, stopped="interrupted")
    search.save()
    return certify(run.path, solution, solution.seconds + monotonic() - began, run.step)
