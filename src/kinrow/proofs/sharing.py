"""Prove on a cluster: positions with a budget as jobs, the tree of the first stones here."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from kinrow.cluster import Cluster
from kinrow.proofs.certificate import Proof, certify, is_settled, write_file
from kinrow.proofs.job_store import JobStore
from kinrow.proofs.job_tree import JobNode, JobTree, append_tree
from kinrow.proofs.jobs import JobVerdict, Means, ProofJob
from kinrow.proofs.place import checkpoint_of
from kinrow.proofs.run import ProofRun
from kinrow.reference import check as check_py
from kinrow.rules import Position, Sign, Value
from kinrow.runtime.waiting import Deadline, Stopped
from kinrow.solver import Progress, ProgressCallback, Solution

JOB_NODES = 1 << 23
"""Positions that a job searches: some 25 seconds, for what fits in one job is searched best."""


def prove_shared(
    run: ProofRun, cluster: Cluster, memory: str | int | None, nodes: int
) -> Proof | Solution:
    """The certificate, from what the workers have proved; each takes so much memory.

    Early, the solution with its bounds.
    """
    position = run.position
    advice = tuple(run.book.games(position.rules)) if run.book else ()
    known = (run.strategy.winner, run.strategy.packed) if run.strategy else None
    means = Means(position.rules, memory, advice, known)
    kept = checkpoint_of(run.path)
    with JobStore(kept, position, resume=run.resume, trouble=run.trouble) as store:
        search = SharedSearch(cluster, means, store, nodes, run.nodes)
        solution = search.value(position, Deadline(run.time), run.progress)
        began = monotonic()
        if is_settled(solution):
            write_file(run.path, solution, search.write)
    return certify(run.path, solution, solution.seconds + monotonic() - began, run.step)


@dataclass
class SharedSearch:
    """A search for the outcome of a position by the workers of a cluster.

    - `store`: where verdicts are kept, and found if a run goes on;
    - `nodes`: the budget of a job; `most`: that of the whole search, None for no limit.
    """

    cluster: Cluster
    means: Means
    store: JobStore
    nodes: int = JOB_NODES
    most: int | None = None

    def value(
        self, position: Position, clock: Deadline, progress: ProgressCallback | None
    ) -> Solution:
        """The outcome; early, its bounds. `trees` has what was proved, by attacker."""
        likelier = _likelier(position)
        self.trees = {side: JobTree(position, side) for side in (likelier, likelier.other)}
        self._leaves: dict[ProofJob, JobNode] = {}
        self._clock, self._progress = clock, progress
        self._searched = self._jobs = 0
        self._lower, self._upper = -1, 1
        try:
            stopped = self._search()
        except KeyboardInterrupt:
            stopped = "interrupted"
        value = Value("outcome", self._lower, self._upper)
        return Solution(position, value, (), self._searched, clock.spent, stopped)

    def _search(self) -> Stopped | None:
        """Until the outcome is known, or the clock is over."""
        with closing(self.cluster.run_kept(self.means, self._given())) as run:
            for job, verdict in run:
                self.store.keep(job, verdict)
                self._apply(job, verdict)
                self._searched += verdict.nodes
                self._tell()
                if self._lower == self._upper:
                    break
                if self._clock.over:
                    return "time"
                if self.most is not None and self._searched >= self.most:
                    return "nodes"
        return None

    def _given(self) -> Iterator[ProofJob | None]:
        """Jobs for the leaves that matter most; what the store knows needs none.

        Whether the other side wins is asked, too, if there are workers for it: if nobody wins, both
        have to be answered.
        """
        while self._lower < self._upper:
            found = ((side, tree.next_leaf()) for side, tree in self.trees.items())
            attacker, leaf = next((each for each in found if each[1] is not None), (None, None))
            if attacker is None or leaf is None:
                yield None
                continue
            job = ProofJob(leaf.position, attacker, self.nodes)
            self.trees[attacker].begin(leaf)
            self._leaves[job] = leaf
            verdict = self.store.find(job)
            if verdict is None:
                yield job
            else:
                self._apply(job, verdict)

    def _apply(self, job: ProofJob, verdict: JobVerdict) -> None:
        self._jobs += 1
        tree, leaf = self.trees[job.attacker], self._leaves.pop(job)
        if verdict.wins is None or verdict.piece is None:
            tree.expand(leaf, verdict.moves)
            return
        tree.settle(leaf, verdict.wins, verdict.piece)
        if tree.root.wins is None:
            return
        first = tree.root.attacks  # whether this is about the side to move at the root
        if tree.root.wins:
            self._lower = self._upper = 1 if first else -1
        elif first:
            self._upper = min(self._upper, 0)
        else:
            self._lower = max(self._lower, 0)

    def _tell(self) -> None:
        if self._progress is not None:
            spent, bounds = self._clock.spent, (self._lower, self._upper)
            self._progress(Progress(self._searched, spent, 0, self._jobs, 0, *bounds, "prove"))

    def write(self, claim: check_py.Claim, path: Path) -> None:
        """Appends the tree of a claim, which was found to hold, to a file."""
        side = Sign(claim.side)
        append_tree(self.trees[side if claim.wins else side.other].root, path)


def _likelier(position: Position) -> Sign:
    """The side to move, if it has more stones after its turn than the other; else the other."""
    mine, theirs = (
        position.cells.count(str(s)) for s in (position.to_move, position.to_move.other)
    )
    return position.to_move if mine + position.rules.stones > theirs else position.to_move.other
