"""Searches that end early leave honest bounds; limits are kept; errors are said in words."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import Any

import pytest

import kinrow
from kinrow import analysis
from kinrow.rules import OptionError, Outcome, RulesError, game
from kinrow.runtime.limits import bytes_of
from kinrow.solver import OnInterrupt, Progress, SearchSolver, count, perft

HARD = "10,10,5"
solve = partial(analysis.solve, knowledge=False)
analyse = partial(analysis.analyse, knowledge=False)


def test_time() -> None:
    """A hard game in a short time: bounds that hold, and the reason."""
    answer = solve(game(HARD), time=0.3, memory="64MiB")
    assert not answer.complete and answer.stopped == "time"
    assert answer.outcome is None and answer.lower <= Outcome.DRAW <= answer.upper
    assert answer.line == () and answer.nodes > 0
    assert answer.to_json()["outcome"] is None


def test_nodes() -> None:
    """A limit of nodes stops without a clock, and the same way every time."""
    with SearchSolver(memory="16MiB", threads=1) as solver:
        first = solver.solve(game(HARD), nodes=30_000)
    with SearchSolver(memory="16MiB", threads=1) as solver:
        second = solver.solve(game(HARD), nodes=30_000)
    assert not first.complete and first.nodes == second.nodes


def test_a_line_costs_little_more_than_its_value() -> None:
    """Continuous fours settle this win without a node; its line would take more than a million."""
    won = "10,10,5 9X/X.O7/10/..O6X/..O7/10/7X../10/X6O../10"
    with SearchSolver(memory="64MiB", threads=1) as solver:
        answer = solver.solve(kinrow.position(won))
    assert answer.complete and answer.outcome is Outcome.WIN
    assert answer.nodes < 200_000


def test_the_same_limits_everywhere() -> None:
    """For a function, a question or a whole Solver; for the value and its moves together."""
    asked: dict[str, Any] = {"memory": "64MiB", "threads": 1}
    for ask in ("solve", "analyse"):
        free = {"knowledge": False, **asked}
        by_call = getattr(kinrow, ask)(HARD, nodes=30_000, **free)
        with kinrow.Solver(nodes=30_000, **free) as solver:
            by_solver = getattr(solver, ask)(HARD)
            longer = getattr(solver, ask)(HARD, nodes=60_000)
        spent = [getattr(each, "solution", each).nodes for each in (by_call, by_solver, longer)]
        assert not by_call.complete
        assert spent[0] == spent[1] < 40_000 < spent[2] < 80_000
        timed = getattr(kinrow, ask)(HARD, time=0.05, **free)
        assert getattr(timed, "solution", timed).stopped == "time"


def press_ctrl_c(after: float = 0.3) -> None:
    """Sends SIGINT to the main thread, some seconds from now."""
    main = threading.main_thread().ident
    assert main is not None
    threading.Timer(after, signal.pthread_kill, (main, signal.SIGINT)).start()


CALLS: dict[str, Callable[[OnInterrupt], Any]] = {
    "solve": lambda way: solve(game(HARD), memory="64MiB", on_interrupt=way),
    "analyse": lambda way: analyse(game(HARD), memory="64MiB", on_interrupt=way).solution,
    "count": lambda way: count(game("9,9,5"), memory="8GiB", on_interrupt=way),
}


@pytest.mark.parametrize("call", CALLS)
def test_ctrl_c_raises_once_the_bounds_are_kept(call: str) -> None:
    """A program can be stopped, and what was found is not lost."""
    press_ctrl_c()
    with pytest.raises(KeyboardInterrupt) as interrupt:
        CALLS[call]("raise")
    # Python ends a process by SIGINT for no subclass.
    assert interrupt.type is KeyboardInterrupt
    found = getattr(interrupt.value, "answer")  # noqa: B009 - the type does not declare it
    answer = found.solution if call == "analyse" else found
    assert answer.stopped == "interrupted" and not answer.complete


@pytest.mark.parametrize("call", CALLS)
def test_ctrl_c_returns_the_bounds_if_that_is_asked_for(call: str) -> None:
    """As the command line does."""
    press_ctrl_c()
    answer = CALLS[call]("return")
    assert answer.stopped == "interrupted" and not answer.complete


def test_a_stop_that_is_asked_for_is_no_interrupt() -> None:
    """It returns."""
    with SearchSolver(memory="64MiB") as solver:
        answer = solver.solve(game(HARD), stop=lambda: True)
    assert answer.stopped == "cancelled" and not answer.complete


def test_ctrl_c_ends_a_loop_of_searches() -> None:
    """The whole program ends, by the signal that shells look for."""
    code = (
        "import kinrow\n"
        "print('begun', flush=True)\n"
        f"while True: kinrow.solve(kinrow.game('{HARD}'), memory='64MiB', knowledge=False)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as run:
        assert run.stdout is not None and run.stdout.readline() == b"begun\n"
        run.send_signal(signal.SIGINT)
        assert run.wait(timeout=60) == -signal.SIGINT


def test_analysis_that_is_stopped() -> None:
    """Every move is there, with bounds."""
    answer = analyse(game(HARD), time=0.3, memory="64MiB")
    assert len(answer.moves) == 100 and not answer.complete and answer.best == ()


def test_count_that_is_stopped() -> None:
    """Whole plies are right; memory and time are kept."""
    cut = count(game("5,5,4"), memory="1MiB")
    assert cut.stopped == "memory" and not cut.complete
    assert [ply.positions for ply in cut.per_ply[:3]] == [1, 25, 600]
    slow = count(game("7,7,5"), time=0.3, memory="2GiB")
    assert slow.stopped == "time"


@pytest.mark.parametrize(
    ("limit", "work"),
    [
        (96, "assert solve(game('jing4'), memory='96MiB', threads=1).complete"),
        (128, "assert count(game('5,5,4'), memory='128MiB').stopped == 'memory'"),
    ],
)
def test_memory_is_kept(limit: int, work: str) -> None:
    """The whole process stays within the limit while the work would like more."""
    code = (
        "from kinrow.rules import game\n"
        "from functools import partial; from kinrow.analysis import solve\n"
        "from kinrow.solver import count; solve = partial(solve, knowledge=False)\n"
        f"{work}\n"
        "lines = open('/proc/self/status').read().splitlines()\n"
        "print(next(line.split()[1] for line in lines if line.startswith('VmHWM')))\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert limit / 2 * 1024 < int(run.stdout) < limit * 1024


def test_progress_speaks_from_the_calling_thread() -> None:
    """A few reports, growing, with bounds that hold."""
    seen: list[Progress] = []
    threads: set[int] = set()

    def report(progress: Progress) -> None:
        seen.append(progress)
        threads.add(threading.get_ident())

    solve(game(HARD), time=0.5, memory="64MiB", progress=report)
    assert len(seen) >= 2 and threads == {threading.get_ident()}
    assert seen[-1].nodes > seen[0].nodes and seen[-1].rate > 0
    assert seen[-1].doing == "value"


def test_objectives_that_do_not_fit() -> None:
    """Scores are for line games, margins for majority games."""
    with pytest.raises(RulesError, match="expected outcome or score"):
        solve(game("tictactoe"), objective="margin")
    with pytest.raises(RulesError, match="expected outcome or margin"):
        solve(game("jing4"), objective="score")


@pytest.mark.parametrize("memory", ["much", "1KiB", "-1", ""])
def test_sizes_that_are_none(memory: str) -> None:
    """What is no size of memory."""
    with pytest.raises(ValueError, match="memory"):
        bytes_of(memory)


def test_numbers_that_are_none() -> None:
    """Threads, times and depths below their least."""
    with pytest.raises(ValueError, match="threads 0"):
        SearchSolver(threads=0)
    with pytest.raises(ValueError, match="time -1"):
        solve(game("tictactoe"), time=-1)
    with pytest.raises(ValueError, match="depth -1"):
        perft(game("tictactoe"), -1)


def test_perft_can_be_interrupted() -> None:
    """A count without end gives way to Ctrl-C."""
    press_ctrl_c()
    began = monotonic()
    with pytest.raises(KeyboardInterrupt):
        perft(game("20,20,5"), 300)
    assert monotonic() - began < 60


def test_a_closed_solver_starts_anew() -> None:
    """Closing gives memory back; the next question works."""
    solver = SearchSolver(memory="1MiB")
    assert solver.solve(game("4,4,3")).outcome is Outcome.WIN
    solver.close()
    assert solver.solve(game("4,4,3")).outcome is Outcome.WIN


def test_an_answer_says_that_the_nodes_were_used_up() -> None:
    with SearchSolver(threads=1) as solver:
        solution = solver.solve("5,5,4", nodes=1_000)
        assert not solution.complete
        assert solution.stopped == "nodes"
        assert solver.solve("3,3,3", nodes=10**6).stopped is None


def test_moves_are_not_searched_once_the_nodes_are_used_up() -> None:
    """Every search visits some nodes before it looks at its limit, and there may be 300 moves."""
    started = kinrow.position(
        "19,19,6,2,1 19/19/19/13OO..../19/18O/19/.O9O7/18X/XXXXX14/19/19/13O...../19/19/19/19/19/19"
    )
    with SearchSolver(memory="64MiB", threads=1) as solver:
        answer = solver.solve(started)
        found = solver.moves(answer, nodes=100)
    assert len(found.moves) == started.empties
    assert found.solution.nodes - answer.nodes < 1_000


def test_an_analysis_says_that_the_value_used_up_the_nodes() -> None:
    with (
        SearchSolver("16MiB", threads=1) as plain,
        kinrow.Solver("16MiB", 1, knowledge=False) as knowing,
    ):
        for solver in (plain, knowing):
            found = solver.analyse("4,4,3", nodes=1)
            assert found.solution.complete
            assert (found.complete, found.solution.stopped) == (False, "nodes")
            assert solver.analyse("4,4,3").solution.stopped is None


@pytest.mark.parametrize("time", [10**400, float("nan"), 0, "5"])
def test_what_is_no_time_is_refused(time: Any) -> None:
    with pytest.raises(OptionError, match=r"^time .*: expected seconds above 0"):
        kinrow.solve("tictactoe", time=time)
