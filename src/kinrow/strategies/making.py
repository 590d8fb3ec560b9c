"""Make a strategy from a certificate: keep the moves that a search would not find at once."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from kinrow.proofs.checking import check
from kinrow.proofs.reading import claims_draw
from kinrow.strategies.checking import budget_of_check
from kinrow.strategies.completing import Completion, widened
from kinrow.strategies.file import DrawStrategy, Entry, Strategy, pack
from kinrow.strategies.follower import Follower
from kinrow.strategies.holding import make_draw_strategy
from kinrow.strategies.proof_moves import ProofMoves, moves_of_proof, start_of
from kinrow.strategies.unfinished import Saved, Unfinished

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
    checkpoint: str | os.PathLike[str] | None = None,
    resume: bool = False,
) -> Strategy | DrawStrategy:
    """The strategy of the winner of a certificate, which is checked on the way.

    If it proves a draw, the strategy of both sides: see `make_draw_strategy`.

    Positions are searched in the order of the certificate, in which a tree comes after those that
    it needs, with the entries chosen by then. A position becomes an entry if a search of a tenth of
    `budget` positions finds no win, and later, if one of the whole `budget` finds none. (In a
    certificate of more than 1 MiB, trees of fewer than 1,024 positions are not tried.) In the end
    each entry is searched again with those before it, and more entries are added until a check of
    the strategy would succeed.

    About twice a minute, and when it is interrupted, it saves its work in `checkpoint`, if that
    is given; `resume` continues from there. Delete the file once you have written the strategy.
    A resumed run of a draw may choose other moves than an unbroken one; they hold as well.

    Raises ProofRefused for a certificate that is rejected, RulesError for one that proves neither a
    win nor a draw, and CheckpointError for a checkpoint that is in the way, damaged, or another's.
    """
    if claims_draw(proof):
        checked = check(proof)
        saved = Saved.of(checkpoint, checked.sha256, budget, resume=resume)
        start = start_of(checked.header)
        return make_draw_strategy(start, budget, checked.sha256, memory, report, saved)
    known = moves_of_proof(proof, _LEAST if Path(proof).stat().st_size > _SMALL else 2)
    saved = Saved.of(checkpoint, known.sha256, budget, resume=resume)
    with Unfinished.of(saved, known.start.rules.size) as work:
        return _Stages(known, budget, memory, work, report).strategy()


class _Stages:
    """The strategy of a win, made in stages: two of choice, one of completion, then checks."""

    def __init__(
        self,
        known: ProofMoves,
        budget: int,
        memory: str | int,
        work: Unfinished,
        report: Report | None,
    ) -> None:
        self._known, self._memory, self._work, self._report = known, memory, work, report
        self._bare = Strategy(known.start, known.winner, budget, known.sha256, b"")

    def strategy(self) -> Strategy:
        """All stages that are left."""
        with self._follower() as follower:
            follower.learn(self._chosen())
            budget = self._bare.budget
            self._choose(follower, 0, max(1, budget // _RESERVE))
            self._choose(follower, 1, budget)
        with self._follower() as follower:
            self._complete(follower, 2)
        self._check(3)
        return replace(self._bare, packed=pack(self._work.cells, self._work.entries))

    def _follower(self) -> Follower:
        return Follower(self._bare, self._memory)

    def _chosen(self) -> list[Entry]:
        """In the order of the certificate."""
        return [self._known.moves[place] for place in sorted(self._work.places)]

    def _choose(self, follower: Follower, stage: int, nodes: int) -> None:
        """Chooses each position that a search of that many nodes does not settle."""
        moves, places = self._known.moves, self._work.places
        chosen = set(places)
        for place in self._work.steps(stage, len(moves)):
            if place not in chosen and not follower.settles(moves[place], nodes):
                places.append(place)
                follower.learn([moves[place]])
            self._tell(stage * len(moves) + place, 2 * len(moves), len(places))

    def _complete(self, follower: Follower, stage: int) -> None:
        """Adds to the entries what a search lacks after them."""
        chosen, work = self._chosen(), self._work
        if work.stage > stage:
            return
        follower.learn(work.entries)
        nodes = _ANSWERS * self._bare.budget
        completion = Completion(follower, self._known, nodes, chosen, work.entries)
        for number in work.steps(stage, len(chosen)):
            completion.add(chosen[number])
            self._tell(number, len(chosen), len(work.entries))

    def _check(self, first: int) -> None:
        """Widens zones where a check needs it, which finds other trees each time.

        A check that was interrupted begins again, for what it finds depends on its table.
        """
        work, nodes = self._work, budget_of_check(self._bare)
        for stage in range(max(first, work.stage), first + _CHECKS):
            if work.stage < stage:
                work.before = work.entries
            work.entries, work.done = [], 0
            with self._follower() as follower:
                for number in work.steps(stage, len(work.before)):
                    work.entries.append(widened(follower, work.before[number], nodes))
                    self._tell(number, len(work.before), len(work.before))
            if work.entries == work.before:
                break

    def _tell(self, done: int, of: int, kept: int) -> None:
        if self._report is not None and done % 100 == 0:
            self._report(done, of, kept)
