"""Make a strategy from a certificate: keep the moves that a search would not find at once."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import closing, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from itertools import zip_longest
from pathlib import Path

from kinrow.proofs.checking import check
from kinrow.proofs.place import held
from kinrow.proofs.reading import claims_draw, header_in
from kinrow.rules.options import callable_or_none, whole_number
from kinrow.runtime.files import path_of
from kinrow.strategies.checking import budget_of_check
from kinrow.strategies.completing import Completion
from kinrow.strategies.file import DrawStrategy, Entry, Strategy, check_rules, pack
from kinrow.strategies.follower import Follower, follower_of
from kinrow.strategies.holding import make_draw_strategy
from kinrow.strategies.openings import keeps_its_zone, stones_of, with_all_cells
from kinrow.strategies.parts import PART, Part, in_parts, processes_for, share_of, start_of_part
from kinrow.strategies.proof_moves import ProofMoves, moves_of_proof, rules_of, start_of
from kinrow.strategies.proving import unproved
from kinrow.strategies.unfinished import Saved, Trouble, Unfinished

Report = Callable[[int, int, int], object]
"""Called with how many moves were looked at, of how many, and how many entries were kept."""

BUDGET = 20_000
"""Positions for a search that knows the entries: some 50 ms."""

_RESERVE = (
    10  # the first choice of entries leaves searches that need no more than this part of the budget
)
_CHECKS = 20  # at most, in which entries change; with 15 by 15, the second finds nothing more
_ANSWERS = 10  # budgets for all answers to the move of an entry together
_LEAST = 1024  # positions of a tree in a large certificate below which a search settles it anyway
_SMALL = 2**20  # bytes of a certificate of which every tree is looked at


def make_strategy(
    proof: str | os.PathLike[str],
    *,
    budget: int = BUDGET,
    memory: str | int = "1GiB",
    threads: int | None = None,
    report: Report | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    resume: bool = False,
    trouble: Trouble | None = None,
) -> Strategy | DrawStrategy:
    """The strategy of the winner of a certificate, which is checked on the way.

    If it proves a draw, the strategy of both sides: see `make_draw_strategy`.

    Positions are searched in the order of the certificate, in which a tree comes after those that
    it needs, with the entries chosen by then. A position becomes an entry if a search of a tenth of
    `budget` positions finds no win, and later, if one of the whole `budget` finds none. (In a
    certificate of more than 1 MiB, trees of fewer than 1,024 positions are not tried.) In the end
    each entry is searched again with those before it, and more entries are added until a check of
    the strategy would succeed. These last searches are shared among `threads` processes, by default
    one for each core, and so is the memory; the result does not depend on how many there are.

    About twice a minute, and when it is interrupted, it saves its work in `checkpoint`, if that
    is given; `resume` continues from there. Delete the file once you have written the strategy.
    A resumed run of a draw may choose other moves than an unbroken one; they hold as well. If
    saving fails, as on a full disk, `trouble` is called with the error, and the work goes on.

    Raises ProofRefused for a certificate that is rejected, RulesError for one that proves neither a
    win nor a draw and for a game without strategies, OptionError for a budget that is none and a
    `trouble` that cannot be called, CheckpointError for a checkpoint that is in the way, damaged,
    or another's, and PlaceError if another process is writing it.
    """
    whole_number("budget", budget, 1, example=BUDGET)
    callable_or_none("trouble", trouble)
    header = header_in(proof)
    if header is not None:
        check_rules(rules_of(header))
    saved_of = partial(Saved.of, checkpoint, budget=budget, resume=resume, trouble=trouble)
    alone = nullcontext() if checkpoint is None else held(path_of(checkpoint, "a.checkpoint"))
    with alone:
        if claims_draw(header):
            checked = check(proof)
            start, saved = start_of(checked.header), saved_of(checked.sha256)
            return make_draw_strategy(start, budget, checked.sha256, memory, report, saved)
        known = moves_of_proof(proof, _LEAST if Path(proof).stat().st_size > _SMALL else 2)
        with Unfinished.of(saved_of(known.sha256), known.start.rules.size) as work:
            return Stages(known, budget, memory, threads, work, report).strategy()


class Stages:
    """The strategy of a win, made in stages: two of choice, one of completion, then checks."""

    def __init__(
        self,
        known: ProofMoves,
        budget: int,
        memory: str | int,
        threads: int | None,
        work: Unfinished,
        report: Report | None,
    ) -> None:
        self._known, self._memory, self._threads = known, memory, threads
        self._work, self._report = work, report
        self._bare = Strategy(known.start, known.winner, budget, known.sha256, b"", known.larger)

    def strategy(self) -> Strategy:
        """All stages that are left."""
        with follower_of(self._bare, self._chosen(), self._memory) as follower:
            budget = self._bare.budget
            self._choose(follower, 0, max(1, budget // _RESERVE))
            self._choose(follower, 1, budget)
        self._complete(2)
        self._check(3)
        entries = [*self._work.entries, *self._first_move()]
        return replace(self._bare, packed=pack(self._work.cells, entries))

    def _first_move(self) -> list[Entry]:
        """That of a class of boards, which places the window, if the certificate's is in no entry.

        A small certificate may win at once, without saying by which move.
        """
        nothing, entries = Entry(0, 0, 0, 0, 0), self._work.entries
        is_there = any(not (entry.own or entry.other) for entry in entries)
        if not self._bare.larger or any(stones_of(self._bare)) or is_there:
            return []
        with follower_of(self._bare, entries, self._memory) as follower:
            found = follower.search(nothing, self._bare.winner, budget_of_check(self._bare))
        if found is None:
            return []
        return [with_all_cells(replace(nothing, move=found.move), self._work.cells)]

    def _chosen(self) -> list[Entry]:
        """In the order of the certificate."""
        return [self._known.moves[place] for place in sorted(self._work.places)]

    def _choose(self, follower: Follower, stage: int, nodes: int) -> None:
        """Chooses each position that a search of that many nodes does not settle."""
        moves, places = self._known.moves, self._work.places
        chosen = set(places)
        for place in self._work.steps(stage, len(moves)):
            if place not in chosen and self._is_needed(follower, moves[place], nodes):
                places.append(place)
                follower.learn([moves[place]])
            if place % PART == 0:
                self._tell(stage * len(moves) + place, 2 * len(moves), len(places))

    def _is_needed(self, follower: Follower, entry: Entry, nodes: int) -> bool:
        """On a class of boards the first move says where the window lies, and is kept.

        So is every win of the first stones that lacks one: a position has several of these.
        """
        kept = keeps_its_zone(entry, self._bare.larger)
        return kept or not follower.settles(entry, nodes)

    def _complete(self, stage: int) -> None:
        """Adds to the entries what a search lacks after them."""
        work = self._work
        if work.stage <= stage:
            work.begin(stage)
            self._make(partial(_Complete, self._bare, self._known), self._chosen())

    def _check(self, first: int) -> None:
        """Widens zones and adds entries where a check needs it, after which searches may differ.

        The parts before the first entry that was changed are not searched again: they would find
        the same.
        """
        work, same = self._work, 0
        for stage in range(max(first, work.stage), first + _CHECKS):
            work.begin(stage, same)
            self._make(partial(_Hold, self._bare, self._known), work.before)
            changed = _first_change(work.before, work.entries)
            if changed is None:
                return
            same = start_of_part(changed)
        raise unproved(self._bare, work.entries[same])

    def _make(self, work_on: _Works, entries: list[Entry]) -> None:
        """What becomes of these entries, part by part."""
        processes = processes_for(self._threads, len(entries))
        work = work_on(entries, share_of(self._memory, processes))
        with closing(in_parts(work, self._work.done, len(entries), processes)) as found:
            for done, made in found:
                self._work.add(done, made)
                self._tell(done, len(entries), len(self._work.entries))
        self._work.entries = list(dict.fromkeys(self._work.entries))

    def _tell(self, done: int, of: int, kept: int) -> None:
        if self._report is not None:
            self._report(done, of, kept)


def _first_change(before: list[Entry], after: list[Entry]) -> int | None:
    """The number of the first entry that was changed, or stands behind a new one."""
    pairs = zip_longest(before, after)
    return next((at for at, (old, new) in enumerate(pairs) if old != new), None)


_Works = Callable[[list[Entry], int], Callable[[Part], list[Entry]]]
"""What makes entries of parts of these entries, in so many bytes of memory."""


@dataclass(frozen=True, slots=True)
class _Complete:
    """Completes a part of the entries that were chosen."""

    bare: Strategy
    known: ProofMoves
    entries: list[Entry]
    memory: int

    def __call__(self, part: Part) -> list[Entry]:
        nodes, made = _ANSWERS * self.bare.budget, list[Entry]()
        with follower_of(self.bare, self.entries[: part[0]], self.memory) as follower:
            completion = Completion(follower, self.known, nodes, self.entries, made)
            for entry in self.entries[slice(*part)]:
                completion.add(entry)
        return made


@dataclass(frozen=True, slots=True)
class _Hold:
    """Makes a part of the entries such that a check proves each."""

    bare: Strategy
    known: ProofMoves
    entries: list[Entry]
    memory: int

    def __call__(self, part: Part) -> list[Entry]:
        nodes, made = budget_of_check(self.bare), list[Entry]()
        with follower_of(self.bare, self.entries[: part[0]], self.memory) as follower:
            completion = Completion(follower, self.known, nodes, self.entries, made)
            for entry in self.entries[slice(*part)]:
                completion.hold(entry)
        return made
