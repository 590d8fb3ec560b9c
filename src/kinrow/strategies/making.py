"""Make a strategy from a certificate: keep the moves that a search would not find at once."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from kinrow.proofs.checking import check
from kinrow.proofs.reading import claims_draw
from kinrow.strategies.checking import budget_of_check
from kinrow.strategies.completing import Completion, widen
from kinrow.strategies.file import DrawStrategy, Entry, Strategy, pack
from kinrow.strategies.follower import Follower
from kinrow.strategies.holding import make_draw_strategy
from kinrow.strategies.proof_moves import moves_of_proof, start_of

Report = Callable[[int, int, int], object]
"""Called with how many moves were looked at, of how many, and how many entries were kept."""

BUDGET = 20_000
"""Positions for a search that knows the entries: some 50 ms."""

_RESERVE = (
    10  # the first choice of entries leaves searches that need no more than this part of the budget
)
_CHECKS = 4  # at most, in which zones are widened; with 15 by 15, the second finds nothing more
_ANSWERS = 10  # budgets for all answers to the move of an entry together
_LEAST = 1024  # positions of a tree in a large certificate below which a search settles it anyway
_SMALL = 2**20  # bytes of a certificate of which every tree is looked at


def make_strategy(
    proof: str | os.PathLike[str],
    *,
    budget: int = BUDGET,
    memory: str | int = "1GiB",
    report: Report | None = None,
) -> Strategy | DrawStrategy:
    """The strategy of the winner of a certificate, which is checked on the way.

    If it proves a draw, the strategy of both sides: see `make_draw_strategy`.

    In the order of the certificate, in which a tree stands after those that it needs, each position
    is searched with what was kept by then; it becomes an entry if a tenth of `budget` does not
    suffice. Then the whole budget must suffice for every position, or it becomes an entry, too. In
    the end each entry is searched anew with those before it, and gets what it lacks, until a check
    of the strategy would find nothing more. Raises ProofError for a certificate that is refused,
    and RulesError for one that proves neither a win nor a draw.
    """
    if claims_draw(proof):
        checked = check(proof)
        start = start_of(checked.header)
        return make_draw_strategy(start, budget, checked.sha256, memory, report)
    least = _LEAST if Path(proof).stat().st_size > _SMALL else 2
    known = moves_of_proof(proof, least)
    unfinished = Strategy(known.start, known.winner, budget, known.sha256, b"")
    with Follower(unfinished, memory) as follower:
        choice = _Choice(follower, known.moves, report)
        choice.keep_unsettled(max(1, budget // _RESERVE))
        choice.keep_unsettled(budget)
    with Follower(unfinished, memory) as follower:
        completion = Completion(follower, known, _ANSWERS * budget)
        completion.add(choice.entries(), report)
    entries = _as_checked(unfinished, completion.entries, memory, report)
    return replace(unfinished, packed=pack(known.start.rules.size, entries))


def _as_checked(
    strategy: Strategy, entries: list[Entry], memory: str | int, report: Report | None
) -> list[Entry]:
    """The entries, with wider zones where a check needs them; it finds other trees each time."""
    for _ in range(_CHECKS):
        held = []
        with Follower(strategy, memory) as follower:
            for entry in widen(follower, entries, budget_of_check(strategy)):
                held.append(entry)
                if report is not None and len(held) % 100 == 0:
                    report(len(held), len(entries), len(entries))
        if held == entries:
            break
        entries = held
    return entries


class _Choice:
    """The entries, chosen from the positions of a certificate in two passes."""

    def __init__(
        self, follower: Follower, candidates: Sequence[Entry], report: Report | None
    ) -> None:
        self._kept: set[int] = set()  # places in the list of candidates
        self._follower = follower
        self._candidates = candidates
        self._report = report
        self._done = 0

    def keep_unsettled(self, nodes: int) -> None:
        """Keeps each position that a search of that many nodes does not settle."""
        for place, entry in enumerate(self._candidates):
            if place not in self._kept and not self._follower.settles(entry, nodes):
                self._kept.add(place)
                self._follower.learn([entry])
            self._tell()

    def entries(self) -> list[Entry]:
        """What was kept, in the order of the certificate."""
        return [self._candidates[place] for place in sorted(self._kept)]

    def _tell(self) -> None:
        if self._report is not None and self._done % 100 == 0:
            self._report(self._done, 2 * len(self._candidates), len(self._kept))
        self._done += 1
