"""Searches when memory or threads run out: an exception or fewer threads, never an abort."""

from __future__ import annotations

import subprocess
import sys
from threading import Thread

import psutil
import pytest

from kinrow.players.program import Program
from kinrow.runtime.threads import ThreadLimit
from kinrow.tables.in_order import in_order

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits what Linux counts")

# Under limits of address space from nothing to plenty, the outcomes of a search are counted.
SCRIPT = """
import resource, sys
from collections import Counter
from kinrow import _core
from kinrow.rules import MemoryLimit, game
from kinrow.runtime.conversion import core_game

def held() -> int:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[0]) * resource.getpagesize()

def search() -> str:
    try:
        SEARCH
        while not core.wait(1.0):
            pass
        return "ended"
    except MemoryLimit:
        return "MemoryLimit"
    except OSError:
        return "OSError"

found = Counter()
none = resource.getrlimit(resource.RLIMIT_AS)[1]
for spare in [*range(0, 2 << 20, 64 << 10), *range(2 << 20, 72 << 20, 2 << 20)]:
    MAKE
    resource.setrlimit(resource.RLIMIT_AS, (held() + spare, none))
    outcome = search()
    resource.setrlimit(resource.RLIMIT_AS, (none, none))
    found[outcome] += 1
    del core
print(*sorted(found))
"""


def outcomes(make: str, search: str) -> list[str]:
    script = SCRIPT.replace("SEARCH", search).replace("MAKE", make)
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=300, check=False
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.split()


@pytest.mark.parametrize(
    ("make", "search"),
    [
        pytest.param(
            '_core.Engine(core_game(game("15,15,5")), 1 << 20, 4)',
            'core.begin_search("." * 112 + "X" + "." * 112, 1, 1, 3)',
            id="engine",
        ),
        pytest.param(
            '_core.Solver(core_game(game("7,7,5")), 1 << 22, 4)',
            'core.begin_value("." * 49, 0, 1, False, 1 << 16)',
            id="solver",
        ),
        pytest.param(
            '_core.Prover(core_game(game("6,6,4")), 1 << 22, 4)',
            'core.begin_value("." * 36, 0, 1)',
            id="prover",
        ),
        pytest.param(
            '_core.Mcts(core_game(game("6,6,4")), 1 << 22, 4, 1)',
            'core.begin_search("." * 36, 0, 1, 200)',
            id="mcts",
        ),
    ],
)
def test_a_search_reports_what_it_could_not_have(make: str, search: str) -> None:
    """No thread, then fewer threads or too little memory, then plenty. Nothing else may happen."""
    found = outcomes(f"core = {make}", search)
    assert {"OSError", "ended"} <= set(found)


def test_a_thread_that_is_not_granted_is_an_error_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(Thread, "start", refuse)
    with pytest.raises(ThreadLimit, match="allows no more threads"):
        list(in_order(2, abs, [1]))


def test_a_program_does_not_outlive_the_threads_that_it_needs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = set(psutil.Process().children())

    def start(thread: Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(Thread, "start", start)
    with pytest.raises(ThreadLimit):
        Program([sys.executable, "-c", "import time; time.sleep(600)"])
    assert set(psutil.Process().children()) <= before
