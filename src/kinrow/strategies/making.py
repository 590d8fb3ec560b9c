"""Make a strategy from a certificate: keep the moves that a search would not find at once."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace

from kinrow.strategies.file import Entry, Strategy, pack
from kinrow.strategies.follower import Follower
from kinrow.strategies.proof_moves import moves_of_proof

Report = Callable[[int, int, int], object]
"""Called with how many moves were looked at, of how many, and how many entries were kept."""

BUDGET = 2_000
"""Positions for a search that knows the entries: some 5 ms."""

_LEAST = 128  # positions of a tree in the certificate below which a search settles it anyway


def make_strategy(
    proof: str | os.PathLike[str],
    *,
    budget: int = BUDGET,
    memory: str | int = "1GiB",
    report: Report | None = None,
) -> Strategy:
    """The strategy of the winner of a certificate, which is checked on the way.

    In the order of the certificate, in which a tree stands after those that it needs, each position
    is searched with what was kept by then; it becomes an entry if `budget` positions do not
    suffice. Raises ProofError for a
    certificate that is refused, and RulesError for one that does not prove a win, or of a game
    that strategies are not for.
    """
    start, winner, digest, candidates = moves_of_proof(proof, least=_LEAST)
    strategy = Strategy(start, winner, budget, digest, b"")
    with Follower(strategy, memory) as follower:
        kept = _thinned(follower, candidates, budget, report)
    return replace(strategy, packed=pack(start.rules.size, kept))


def _thinned(
    follower: Follower, candidates: Sequence[Entry], budget: int, report: Report | None
) -> list[Entry]:
    kept = []
    for number, entry in enumerate(candidates):
        if not follower.settles(entry, budget):
            kept.append(entry)
            follower.learn([entry])
        if report is not None and number % 100 == 0:
            report(number, len(candidates), len(kept))
    return kept
