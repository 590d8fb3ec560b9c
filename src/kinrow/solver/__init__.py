"""Search and count, with typed results; the work is the compiled core's.

Nothing here knows an answer beforehand: `kinrow.analysis` asks that first.
"""

from __future__ import annotations

from kinrow.runtime.waiting import OnInterrupt, Progress, ProgressCallback, Stop, Stopped
from kinrow.solver.counts import Counts, PlyCount, count, perft
from kinrow.solver.evidence import Evidence, How
from kinrow.solver.solution import Analysis, Solution, widest
from kinrow.solver.solver import Solver
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
    "Solution",
    "Solver",
    "Stop",
    "Stopped",
    "ValuedMoves",
    "count",
    "perft",
    "widest",
]
