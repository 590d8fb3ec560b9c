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

JOB_NODES = 1 << 21
"""Positions that a job searches: a few seconds, so that what its transport costs is nothing."""


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
        self.trees: dict[Sign, JobTree] = {}
        self._clock, self._progress = clock, progress
        self._searched = self._jobs = self._open = 0
        self._lower, self._upper = -1, 1
        stopped: Stopped | None = None
        try:
            for attacker in (position.to_move, position.to_move.other):
                if self._lower < self._upper and stopped is None:
                    stopped = self._ask(JobTree(position, attacker), attacker)
        except KeyboardInterrupt:
            stopped = "interrupted"
        value = Value("outcome", self._lower, self._upper)
        return Solution(position, value, (), self._searched, clock.spent, stopped)

    def _ask(self, tree: JobTree, attacker: Sign) -> Stopped | None:
        """Whether this side wins, until the clock is over."""
        leaves: dict[ProofJob, JobNode] = {}
        with closing(self.cluster.run_kept(self.means, self._given(tree, attacker, leaves))) as run:
            for job, verdict in run:
                self.store.keep(job, verdict)
                self._apply(tree, leaves.pop(job), verdict)
                self._searched += verdict.nodes
                self._tell()
                if tree.root.wins is not None:
                    break
                if self._clock.over:
                    return "time"
                if self.most is not None and self._searched >= self.most:
                    return "nodes"
        self.trees[attacker] = tree
        attacks = tree.root.attacks
        if tree.root.wins:
            self._lower = self._upper = 1 if attacks else -1
        elif attacks:
            self._upper = min(self._upper, 0)
        else:
            self._lower = max(self._lower, 0)
        return None

    def _given(
        self, tree: JobTree, attacker: Sign, leaves: dict[ProofJob, JobNode]
    ) -> Iterator[ProofJob | None]:
        """Jobs for the leaves that matter most; what the store knows needs none."""
        while tree.root.wins is None:
            leaf = tree.next_leaf()
            if leaf is None:
                yield None
                continue
            job = ProofJob(leaf.position, attacker, self.nodes)
            tree.begin(leaf)
            found = self.store.find(job)
            if found is not None:
                self._apply(tree, leaf, found)
                continue
            leaves[job] = leaf
            yield job

    def _apply(self, tree: JobTree, leaf: JobNode, verdict: JobVerdict) -> None:
        self._jobs += 1
        if verdict.wins is None or verdict.piece is None:
            tree.expand(leaf)
        else:
            tree.settle(leaf, verdict.wins, verdict.piece)

    def _tell(self) -> None:
        if self._progress is not None:
            spent, bounds = self._clock.spent, (self._lower, self._upper)
            self._progress(Progress(self._searched, spent, 0, self._jobs, 0, *bounds, "prove"))

    def write(self, claim: check_py.Claim, path: Path) -> None:
        """Appends the tree of a claim, which was found to hold, to a file."""
        side = Sign(claim.side)
        append_tree(self.trees[side if claim.wins else side.other].root, path)
