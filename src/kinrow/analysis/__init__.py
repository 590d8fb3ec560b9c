"""Answers within a budget, for every interface: first what is known, then search.

A face says what is asked and what it may cost; which searches run, in which order and for how
long, is decided here.
"""

from __future__ import annotations

from kinrow.analysis.analyst import Analyst
from kinrow.analysis.budget import Budget
from kinrow.analysis.exploration import News
from kinrow.analysis.settling import Moves
from kinrow.analysis.solving import KnowingSolver, analyse, solve

Solver = KnowingSolver
"""`KnowingSolver` under the name by which `kinrow.Solver` is known."""

__all__ = ["Analyst", "Budget", "KnowingSolver", "Moves", "News", "Solver", "analyse", "solve"]
