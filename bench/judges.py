"""The judges of the source tasks, as processes, beside the textbook way on the same boards."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from functools import partial

from bench.positions import at_random, csp_text, jing4_text, to_move_x
from bench.rows import Row
from bench.timing import Cost, best_of, kinrow, patience, same, within
from kinrow.rules import Position, game
from kinrow.solver import SearchSolver
from kinrow.textbook import alphabeta_memo, minimax_memo

TITLE = "The source tasks"
SEED = 2011


def rows(limit: float) -> Iterator[Row]:
    """The rows of this part; what stands beside is stopped after `limit` seconds."""
    yield start()
    yield csp(to_move_x(game("tictactoe")), limit)
    jing4 = game("jing4")
    yield jing4_same(at_random(jing4, 16, 100, SEED), limit)
    after_4 = at_random(jing4, 8, 100, SEED)
    yield jing4_many(after_4, limit)
    yield jing4_slowest(after_4)
    yield jing4_single(at_random(jing4, 4, 5, SEED), limit)


def start() -> Row:
    """What every process below spends before its work: a judge with nothing to search."""
    given = csp_text([game("tictactoe").parse("XXX/OO./...")])
    cost, _ = best_of(lambda: kinrow("judge", "csp201803-4", given=given))
    python = [sys.executable, "-c", "pass"]
    bare, _ = best_of(lambda: subprocess.run(python, check=True).returncode)
    return Row(
        "judge csp201803-4: one finished board, the start alone",
        *cost,
        beside="Python that does nothing",
        beside_seconds=bare.seconds,
    )


def csp(positions: list[Position], limit: float) -> Row:
    """All boards through `judge csp201803-4`, and each by minimax with a memo of its own."""
    given = csp_text(positions)
    cost, answers = best_of(lambda: kinrow("judge", "csp201803-4", given=given))
    textbook = within(
        patience(limit, cost), lambda: [minimax_memo(each, "score").value for each in positions]
    )
    ours = [int(line) for line in answers.split()]
    return Row(
        f"judge csp201803-4: all {len(positions):,} boards with X to move",
        *cost,
        mark=0.3,
        beside="minimax with a memo, each board",
        beside_seconds=textbook.seconds,
        stopped=textbook.stopped,
        note="" if textbook.answer is None else same(ours, textbook.answer, "csp201803-4"),
    )


def jing4_same(positions: list[Position], limit: float) -> Row:
    """Boards near the end of the game, which the textbook can finish as well."""
    cost, answers = _judged(positions)
    textbook = within(patience(limit, cost), lambda: [_by_textbook(each) for each in positions])
    return Row(
        f"judge jing4: {len(positions)} boards, 8 turns played",
        *cost,
        beside="alpha-beta with a memo, each board",
        beside_seconds=textbook.seconds,
        stopped=textbook.stopped,
        note="" if textbook.answer is None else same(answers, textbook.answer, "jing4"),
    )


def jing4_many(positions: list[Position], limit: float) -> Row:
    """The boards that the task promises, all of them in one process."""
    cost, answers = _judged(positions)
    textbook = within(patience(limit, cost), lambda: _by_textbook(positions[0]))
    if textbook.answer is not None:
        same(answers[0], textbook.answer, "jing4")
    return Row(
        f"judge jing4: {len(positions)} boards, 4 turns played",
        *cost,
        mark=1.5,
        beside="alpha-beta with a memo, the first board",
        beside_seconds=textbook.seconds,
        stopped=textbook.stopped,
        note=", ".join(f"{answers.count(each)} {each}" for each in sorted(set(answers))),
    )


def jing4_slowest(positions: list[Position]) -> Row:
    """The slowest board in this process, each with a table of its own, beside the mean of all."""
    costs = [best_of(partial(_alone, each))[0] for each in positions]
    mean = sum(cost.seconds for cost in costs) / len(costs)
    return Row(
        f"the slowest of the {len(positions)}, in-process",
        *max(costs),
        mark=0.1,
        beside="the mean of the same boards",
        beside_seconds=mean,
    )


def jing4_single(positions: list[Position], limit: float) -> Row:
    """Boards with 2 turns played, each in a process of its own: the slowest of them."""
    costs = [_judged([position], times=1)[0] for position in positions]
    mean = sum(cost.seconds for cost in costs) / len(costs)
    textbook = within(patience(limit, max(costs)), lambda: _by_textbook(positions[0]))
    return Row(
        f"judge jing4: one board, 2 turns played, the slowest of {len(positions)}",
        *max(costs),
        mark=2.0,
        beside="alpha-beta with a memo, the first board",
        beside_seconds=textbook.seconds,
        stopped=textbook.stopped,
        note=f"mean {mean:.2f} s",
    )


def _judged(positions: list[Position], times: int = 3) -> tuple[Cost, list[str]]:
    given = jing4_text(positions)
    cost, text = best_of(lambda: kinrow("judge", "jing4", given=given), times)
    return cost, text.splitlines()


def _alone(position: Position) -> int:
    with SearchSolver(memory="64MiB") as solver:
        return solver.values([position])[0].lower


def _scores(positions: list[Position]) -> list[int]:
    return [minimax_memo(each, "score").value for each in positions]


def _by_textbook(position: Position) -> str:
    """The judge's answer, by alpha-beta on the reference rules.

    >>> _by_textbook(game("jing4").parse("XX.O./XX.OO/XXXOO/XX.XO/.OOOO"))
    'Draw'
    """
    value = alphabeta_memo(position).value
    if not value:
        return "Draw"
    return f"{position.to_move if value > 0 else position.to_move.other} win"
