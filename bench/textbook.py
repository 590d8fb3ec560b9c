"""The textbook way, readable Python, on the games that it can finish."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from bench.rows import Row
from bench.timing import best_of, patience, same, within
from kinrow.rules import Objective, Position, game
from kinrow.solver import SearchSolver
from kinrow.textbook import SearchResult, alphabeta, alphabeta_memo, minimax, minimax_memo

TITLE = "The textbook way, in-process"
Method = Callable[[Position, Objective], SearchResult]

METHODS: dict[str, Method] = {
    "minimax": minimax,
    "minimax with a memo": minimax_memo,
    "alpha-beta": alphabeta,
    "alpha-beta with a memo": alphabeta_memo,
}
JOBS: tuple[tuple[str, Objective, tuple[str, ...]], ...] = (
    ("3,3,3", "score", tuple(METHODS)),
    ("4,3,3", "outcome", tuple(METHODS)[1:]),
    ("4,4,3", "score", tuple(METHODS)[2:]),
    ("3,3,3:misere", "outcome", tuple(METHODS)[1:]),
)


def rows(limit: float) -> Iterator[Row]:
    """The rows of this part; what stands beside is stopped after `limit` seconds."""
    for spec, objective, methods in JOBS:
        yield from beside(spec, objective, methods, limit)


def beside(
    spec: str, objective: Objective, methods: tuple[str, ...], limit: float
) -> Iterator[Row]:
    """One empty board, solved by kinrow once, and by each of the methods."""
    position = game(spec).start()
    cost, (value, nodes) = best_of(lambda: solved(position, objective))
    for name in methods:
        textbook = within(patience(limit, cost), partial(METHODS[name], position, objective))
        note = f"{nodes:,} nodes"
        if textbook.answer is not None:
            agreed = same(value, textbook.answer.value, f"{spec} by {name}")
            note += f" beside {textbook.answer.nodes:,}, {agreed}"
        what = f"{spec}, {objective}"
        yield Row(what, *cost, None, name, textbook.seconds, textbook.stopped, note)


def solved(position: Position, objective: Objective) -> tuple[int, int]:
    """The value and the nodes, by a solver made for this question."""
    with SearchSolver(memory="64MiB", threads=1) as solver:
        solution = solver.solve(position, objective=objective)
    return int(solution.lower), solution.nodes
