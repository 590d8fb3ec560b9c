"""Whole games: `kinrow solve` as a process, and the empty jing4 board with one thread and two."""

from __future__ import annotations

import json
from collections.abc import Iterator

from bench.rows import Row
from bench.timing import TIMES, Cost, best_of, kinrow, once, patience, same, within
from kinrow.rules import Rules, game
from kinrow.solver import SearchSolver, Solution
from kinrow.textbook import alphabeta_memo

TITLE = "Whole games"
MARKS = {"5,5,4": 0.3, "6,5,4": 0.3, "8,4,4": 30.0, "7,7,5": 10.0}  # seconds
MEMORY = "4GiB"
LONG = 30.0  # seconds: what takes longer with one thread and with two is not repeated


def rows(limit: float) -> Iterator[Row]:
    """The rows of this part; what stands beside is stopped after `limit` seconds."""
    for spec, mark in MARKS.items():
        yield whole(spec, mark, limit)
    yield from empty(game("jing4"), MEMORY, limit)


def whole(spec: str, mark: float, limit: float) -> Row:
    """The outcome of a game from its empty board, process start included."""
    cost, text = best_of(lambda: kinrow("solve", spec, "--search-only", "--json"))
    answer = json.loads(text)
    textbook = within(patience(limit, cost), lambda: alphabeta_memo(game(spec).start()).value)
    if textbook.answer is not None:
        same({"win": 1, "draw": 0, "loss": -1}[answer["outcome"]], textbook.answer, spec)
    return Row(
        f"kinrow solve {spec} --search-only",
        *cost,
        mark=mark,
        beside="alpha-beta with a memo",
        beside_seconds=textbook.seconds,
        stopped=textbook.stopped,
        note=f"{answer['outcome']}, {answer['nodes']:,} nodes",
    )


def empty(rules: Rules, memory: str, limit: float) -> Iterator[Row]:
    """A game from its empty board, with one thread beside the textbook, and with two beside one."""
    (one, first), (two, second) = turn_about(rules, memory)
    textbook = within(patience(limit, one), lambda: alphabeta_memo(rules.start()).value)
    yield Row(
        f"{rules.title}, empty board, outcome, {memory}, 1 thread",
        *one,
        mark=60.0,
        beside="alpha-beta with a memo",
        beside_seconds=textbook.seconds,
        stopped=textbook.stopped,
        note=_found(first),
    )
    agreed = same(second.value, first.value, rules.title)
    free = 2 * one.processor / two.processor
    yield Row(
        f"{rules.title}, empty board, outcome, {memory}, 2 threads",
        *two,
        mark=60.0,
        beside="the same with 1 thread",
        beside_seconds=one.seconds,
        note=f"{agreed}, {second.nodes:,} nodes; aimed at: 1.6 x; by the processor time, "
        f"{free:.2f} x on two free cores",
    )


def turn_about(rules: Rules, memory: str) -> tuple[tuple[Cost, Solution], tuple[Cost, Solution]]:
    """The best of a few with one thread and with two, in turns: what else runs here hits both."""
    one, two = solved(rules, memory, 1), solved(rules, memory, 2)
    for _ in range(TIMES - 1):
        if one[0].seconds + two[0].seconds > LONG:
            break
        one = min(one, solved(rules, memory, 1), key=_seconds)
        two = min(two, solved(rules, memory, 2), key=_seconds)
    return one, two


def _seconds(run: tuple[Cost, Solution]) -> float:
    return run[0].seconds


def solved(rules: Rules, memory: str, threads: int) -> tuple[Cost, Solution]:
    """The outcome of a game from its empty board, with a table of its own."""
    with SearchSolver(memory=memory, threads=threads) as solver:
        return once(lambda: solver.solve(rules.start()))


def _found(solution: Solution) -> str:
    return f"{solution.value}, {solution.nodes:,} nodes"
