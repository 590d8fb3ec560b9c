"""OpenSpiel's solvers from PyPI, on the same positions, with the same answers.

OpenSpiel 2.0 offers Python: `minimax.alpha_beta_search` and `minimax_solver.MinimaxSolver` (every
position, with a memo) over games written in C++, here `mnk` (its m is our columns) and, for misère
boards, the same in `misere`; and compiled: `MCTSBot(solve=True)`, tree search that backs up proofs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from bench.positions import at_random, reachable
from bench.rows import Row, time_text
from bench.timing import best_of, patience, same, within
from kinrow.rules import Objective, Position, Rules, game
from kinrow.solver import SearchSolver, Solution, count

TITLE = "OpenSpiel, in-process"
ALGORITHMS = "open_spiel.python.algorithms"
SIMULATIONS = 100_000


def rows(limit: float) -> Iterator[Row]:
    """The rows of this part; OpenSpiel is stopped after `limit` seconds."""
    if find_spec("pyspiel") is None:
        yield Row(
            "kinrow alone", 0.0, beside="OpenSpiel is not installed: `make bench` installs it"
        )
        return
    for spec in ("3,3,3", "4,3,3", "3,3,3:misere", "4,3,3:misere", "5,5,4"):
        yield alphabeta([game(spec).start()], spec, limit)
    after_8 = at_random(game("4,4,4"), 8, 20, seed=444)
    yield alphabeta(after_8, "20 boards of 4,4,4 with 8 stones", limit)
    for spec in ("3,3,3", "4,3,3"):
        yield every(game(spec), limit)
    yield proof(game("4,3,3"), limit)
    for spec in ("3,3,3", "4,3,3"):
        yield states(game(spec), limit)
    yield from cannot()


def alphabeta(positions: list[Position], what: str, limit: float) -> Row:
    """The outcomes of positions of one game, one after the other."""
    search = import_module(f"{ALGORITHMS}.minimax").alpha_beta_search
    rules = positions[0].rules
    theirs = load(rules)
    states = [state_of(theirs, position) for position in positions]

    def search_all() -> list[int]:
        most = rules.size + 1
        return [int(search(theirs, state, maximum_depth=most)[0]) for state in states]

    cost, values = best_of(partial(_values, positions))
    other = within(patience(limit, cost), search_all)
    note = "" if other.answer is None else same(values, other.answer, what)
    job = f"{what}, outcome"
    return Row(job, *cost, None, "alpha_beta_search", other.seconds, other.stopped, note)


def every(rules: Rules, limit: float) -> Row:
    """The outcome of every open position of a game, with finding them."""
    solver = import_module(f"{ALGORITHMS}.minimax_solver").MinimaxSolver

    def solve_all() -> dict[str, int]:
        table = solver(name_of(rules)).solve()
        return {board: int(entry.value) for board, entry in table.items()}

    positions = open_positions(rules)
    alone, _ = best_of(lambda: _values(positions))
    cost, values = best_of(lambda: _by_board(open_positions(rules)))
    other = within(patience(limit, cost), solve_all)
    values_take = time_text(alone.seconds)
    note = f"ours is mostly the Python rules' listing; the values take {values_take}"
    if other.answer is not None:
        note += ", " + same(values, other.answer, f"every position of {rules.title}")
    job = f"{rules.title}: all {len(values):,} open positions"
    return Row(job, *cost, None, "MinimaxSolver", other.seconds, other.stopped, note)


def proof(rules: Rules, limit: float) -> Row:
    """The outcome of a game that is won, by OpenSpiel's compiled tree search with proofs."""
    spiel = import_module("pyspiel")
    theirs = load(rules)

    def search() -> list[float]:
        evaluator = spiel.RandomRolloutEvaluator(1, 1)
        bot = spiel.MCTSBot(theirs, evaluator, 2.0, SIMULATIONS, 1000, True, 1, False)
        found: list[float] = bot.mcts_search(theirs.new_initial_state()).outcome
        return found

    cost, values = best_of(lambda: _values([rules.start()]))
    other = within(patience(limit, cost), search)
    note = "not stopped in time" if other.answer is None else "no proof"
    if other.answer:
        note = same(values[0], int(other.answer[0]), rules.title)
    job = f"{rules.title}, outcome"
    return Row(job, *cost, None, "MCTSBot(solve=True), seed 1", other.seconds, False, note)


def states(rules: Rules, limit: float) -> Row:
    """How many positions play can reach."""
    collect = import_module(f"{ALGORITHMS}.get_all_states").get_all_states
    theirs = load(rules)
    cost, counts = best_of(lambda: count(rules, memory="256MiB", threads=1))
    other = within(patience(limit, cost), lambda: len(collect(theirs, to_string=str)))
    note = f"{counts.reachable:,} positions"
    if other.answer is not None:
        note += ", " + same(counts.reachable, other.answer, f"count {rules.title}")
    job = f"count {rules.title}"
    return Row(job, *cost, None, "get_all_states", other.seconds, other.stopped, note)


def cannot() -> Iterator[Row]:
    """What OpenSpiel has no game or no algorithm for, with our time for it."""
    board = at_random(game("jing4"), 8, 1, seed=2011)[0]
    jobs: tuple[tuple[str, Position, Objective, str], ...] = (
        ("4,3,3", game("4,3,3").start(), "score", "mnk pays 1 for every win"),
        ("5,5,4,2,1", game("5,5,4,2,1").start(), "outcome", "no game has turns of two stones"),
        ("jing4, 4 turns played", board, "margin", "no majority game"),
    )
    for what, position, objective, reason in jobs:
        cost, _ = best_of(partial(_solved, position, objective))
        yield Row(f"{what}, {objective}", *cost, beside=f"cannot: {reason}")


def name_of(rules: Rules) -> str:
    """What OpenSpiel calls a game. Raises ValueError where it has none.

    >>> name_of(game("4,3,3")), name_of(game("3,3,3:misere"))
    ('mnk(m=3,n=4,k=3)', 'misere(game=mnk(m=3,n=3,k=3))')
    """
    plain = Rules(rows=rules.rows, cols=rules.cols, k=rules.k)
    name = f"mnk(m={rules.cols},n={rules.rows},k={rules.k})"
    if rules == plain:
        return name
    if rules == replace(plain, misere=True):
        return f"misere(game={name})"
    raise ValueError(f"OpenSpiel has no game for {rules}")


def load(rules: Rules) -> Any:
    """OpenSpiel's game."""
    return import_module("pyspiel").load_game(name_of(rules))


def state_of(theirs: Any, position: Position) -> Any:
    """OpenSpiel's state of an open position: the same stones, in any order of play."""
    state = theirs.new_initial_state()
    stones = {sign: [at for at, cell in enumerate(position.cells) if cell == sign] for sign in "XO"}
    for ply in range(position.plies):
        state.apply_action(stones["XO"[ply % 2]][ply // 2])
    return state


def _solved(position: Position, objective: Objective) -> Solution:
    with SearchSolver(memory="64MiB", threads=1) as solver:
        return solver.solve(position, objective=objective)


def _values(positions: list[Position]) -> list[int]:
    with SearchSolver(memory="64MiB", threads=1) as solver:
        return [int(value.lower) for value in solver.values(positions)]


def open_positions(rules: Rules) -> list[Position]:
    """Every reachable position with a move to make.

    >>> len(open_positions(game("tictactoe")))
    4520
    """
    return [position for position in reachable(rules) if not position.finished]


def _by_board(positions: list[Position]) -> dict[str, int]:
    """The values of positions, by the board as OpenSpiel prints it."""
    boards = ("\n".join(position.rows).lower() for position in positions)
    return dict(zip(boards, _values(positions), strict=True))
