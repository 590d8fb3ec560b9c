"""Answers within a budget, for every interface: first what is known, then search.

An interface says what it wants to know and what that may cost; this package decides which searches
run, in which order and for how long.
"""

from __future__ import annotations

from kinrow.analysis.analyst import Analyst
from kinrow.analysis.budget import Budget
from kinrow.analysis.exploration import News
from kinrow.analysis.settling import Moves
from kinrow.analysis.solving import Solver, analyse, solve

__all__ = ["Analyst", "Budget", "Moves", "News", "Solver", "analyse", "solve"]
