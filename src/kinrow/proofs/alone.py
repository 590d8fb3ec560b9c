"""Prove in this process: search, write, have it checked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from time import monotonic

from kinrow.proofs.certificate import Proof, certify, is_settled, is_whole, write_file
from kinrow.proofs.place import checkpoint_of
from kinrow.proofs.run import ProofRun
from kinrow.proofs.search import ProofSearch
from kinrow.reference import check as check_py
from kinrow.rules import Sign, Value
from kinrow.runtime.conversion import SIGNS
from kinrow.runtime.limits import SMALLEST
from kinrow.runtime.waiting import Deadline
from kinrow.solver import Solution


def prove_alone(run: ProofRun) -> Proof | Solution:
    """The certificate; if the search ends early, the solution with what it has proved."""
    with search_for(run) as search:
        solution = search.value(run.position, Deadline(run.time), run.progress, run.nodes)
        began = monotonic()
        if is_settled(solution):
            solution = written(run, solution, search)
    del search  # its memory is the checker's from now on
    found = certify(run.path, solution, solution.seconds + monotonic() - began, run.step)
    if run.strategy is None or isinstance(found, Proof):
        return found
    return replace(found, value=Value("outcome", -1, 1))  # only the certificate proves its entries


def search_for(run: ProofRun) -> ProofSearch:
    """The search, with the memory that the writer leaves it."""
    return ProofSearch(
        run.position.rules,
        checkpoint_of(run.path),
        memory=max(run.memory - _remembered(run), SMALLEST),
        threads=run.threads,
        resume=run.resume,
        book=run.book,
        learn=run.learn,
        strategy=run.strategy,
        larger=run.larger,
        avoided=run.avoided,
        pieces=run.pieces,
        by_ply=run.by_ply,
        trouble=run.trouble,
    )


def _remembered(run: ProofRun) -> int:
    return run.memory // 4  # for the writer; the rest is the search's


def written(run: ProofRun, solution: Solution, search: ProofSearch) -> Solution:
    """Writes next to the path, and says if that was interrupted.

    Checking takes as long as writing: what was written to its end when a run was stopped or killed
    is not written again.
    """

    def tree(claim: check_py.Claim, path: Path) -> None:
        side = SIGNS.index(Sign(claim.side))
        search.write(solution.position, side, claim.wins, path, _remembered(run), run.step)

    about = run.larger, run.pieces, run.avoided
    try:
        if not (run.resume and is_whole(run.path, solution, *about)):
            write_file(run.path, solution, tree, *about)
    except KeyboardInterrupt:
        solution = replace(solution, stopped="interrupted")
    search.save()
    return solution
