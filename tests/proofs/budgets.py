"""Budgets that are too small on purpose, so that small games become trees of jobs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kinrow.proofs.jobs import JobVerdict, Means, ProofJob


@dataclass(frozen=True)
class TooSmall:
    """Workers whose budget is too small for positions of fewer than so many stones."""

    means: Means
    plies: int

    def __call__(self) -> Callable[[ProofJob], JobVerdict]:
        worker = self.means()

        def work(job: ProofJob) -> JobVerdict:
            return JobVerdict(None, None, 1) if job.position.plies < self.plies else worker(job)

        return work
