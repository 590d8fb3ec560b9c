"""The signature of the search: how many nodes one thread visits on a fixed set of positions.

A commit that changes the number says so (`Bench: N`), so a slip in search shows at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from kinrow.rules import Objective, game
from kinrow.solver import SearchSolver

# So large that no table here ever grows to it: what the interpreter holds just then is taken off
# the limit, and must not change the count.
MEMORY = "2GiB"


class Case(NamedTuple):
    """A position and what is asked of it; the empty board where there is no text."""

    spec: str
    objective: Objective = "outcome"
    position: str = ""


# A little of everything that the solver does, larger games where the shape of the tree counts.
CASES = (
    Case("3,3,3", "score"),
    Case("4,4,4", "score"),
    Case("5,5,4"),
    Case("6,5,4"),
    Case("7,7,5"),
    Case("8,4,4"),
    Case("6,6,4", "score"),
    Case("9,9,4"),
    Case("20,20,3", "score"),
    Case("5,5,4:exact"),
    Case("4,4,3:misere"),
    Case("4,5,3:misere", "score"),
    Case("5,5,4,2,1"),
    Case("4,4,3,2,1:misere", "score"),
    Case("jing4", "outcome", "....X/..O../...O./...XO/....O"),
    Case("jing4", "outcome", "O.X../...../...../O...X/.O.O."),
    Case("jing4", "outcome", "..XX./O.O../O..../X...O/....."),
    Case("jing4", "margin", "O..../...OX/..X../..XOO/...X."),
)


def nodes_of(case: Case) -> int:
    """The nodes of one case, by a solver of its own with one thread.

    >>> nodes_of(Case("1,3,2")) == nodes_of(Case("1,3,2"))
    True
    """
    rules = game(case.spec)
    position = rules.parse(case.position) if case.position else rules.start()
    with SearchSolver(memory=MEMORY, threads=1) as solver:
        return solver.solve(position, objective=case.objective).nodes


def signature(cases: Iterable[Case] = CASES) -> int:
    """The sum over all cases."""
    return sum(nodes_of(case) for case in cases)


def line(cases: Iterable[Case] = CASES) -> str:
    """The signature as a commit message gives it: `Bench: N`."""
    return f"Bench: {signature(cases)}"
