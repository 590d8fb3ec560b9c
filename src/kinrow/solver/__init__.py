"""Search and count, with typed results; the compiled core does the work.

Nothing here uses known answers: `kinrow.analysis` looks those up first.
"""

from __future__ import annotations

from kinrow.runtime.waiting import OnInterrupt, Progress, ProgressCallback, Stop, Stopped
from kinrow.solver.counts import Counts, PlyCount, count, perft
from kinrow.solver.evidence import Evidence, How
from kinrow.solver.solution import Analysis, Solution, widest
from kinrow.solver.solver import SearchSolver
from kinrow.solver.valued import ValuedMoves

__all__ = [
    "Analysis",
    "Counts",
    "Evidence",
    "How",
    "OnInterrupt",
    "PlyCount",
    "Progress",
    "ProgressCallback",
    "SearchSolver",
    "Solution",
    "Stop",
    "Stopped",
    "ValuedMoves",
    "count",
    "perft",
    "widest",
]
