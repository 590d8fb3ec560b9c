"""What a cluster costs and saves here: commands without Ray, and with 1 and 2 workers on it.

    python -m docs.experiments.scaling annotate match prove

Nothing else should run: each worker needs a core, and this process takes some of another. Each
measurement has a process of its own. The time to start Ray is measured by itself.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import NamedTuple

import psutil
from docs.experiments.simulated_scaling import record_match, recorded_moves

from kinrow.annotation import annotate_file
from kinrow.arena.work import runner
from kinrow.cluster import Cluster
from kinrow.cluster.option import joined
from kinrow.proofs import prove
from kinrow.rules import format_position, game

ROWS, LEAST = 1500, 7
GAMES = 24
MEMORY = "1GiB"

POSITIONS = (
    "9,4,4 a1",
    "9,4,4 c1",
    "9,4,4:exact",
)
"""Games, some with moves to play first, that take half a minute and more with one worker."""


class Measured(NamedTuple):
    """The command in seconds; before it, starting Ray; processor time of all, and of the driver."""

    seconds: float
    start: float
    used: float
    driver: float


class Row(NamedTuple):
    """One piece of work, without Ray and with 1 and 2 workers."""

    name: str
    alone: Measured
    one: Measured
    two: Measured

    @property
    def overhead(self) -> float:
        """How much longer one worker takes than the command without Ray, as a share."""
        return self.one.seconds / self.alone.seconds - 1

    @property
    def speedup(self) -> float:
        """How many times as fast two workers are as one."""
        return self.one.seconds / self.two.seconds

    def __str__(self) -> str:
        three = self.alone, self.one, self.two
        seconds = "".join(f"{each.seconds:9.1f}" for each in three)
        used = "".join(f"{each.used:9.1f}" for each in three)
        shares = f"{self.overhead:9.1%}{self.speedup:9.2f}"
        return f"{self.name:20}{seconds}{shares}{used}{self.two.driver:9.1f}{self.two.start:9.1f}"


NAMES = "0", "1", "2", "overhead", "speed-up", "used: 0", "1", "2", "driver", "start"
HEAD = f"{'workers':20}" + "".join(f"{name:>9}" for name in NAMES)

Command = Callable[[Cluster | None], object]


def annotate(text: str, folder: Path) -> Command:
    """So many recorded moves on 4 × 9."""
    rows = map(format_position, recorded_moves(int(text), LEAST))
    source, target = folder / "moves.csv", folder / "out.csv"
    source.write_text("\n".join(("position", *rows, "")))
    return lambda cluster: annotate_file(
        source, target, game="4,9,4", memory=MEMORY, threads=1, cluster=cluster
    )


def match(text: str, folder: Path) -> Command:
    """So many games, recorded."""
    return lambda cluster: record_match(int(text), cluster.run if cluster else runner(1), folder)


def proof(text: str, folder: Path) -> Command:
    """The certificate of a position."""
    spec, *moves = text.split()
    position, path = game(spec).replay(" ".join(moves)), folder / "a.proof"
    return lambda cluster: prove(position, path, memory=MEMORY, threads=1, cluster=cluster)


WORK = {"annotate": annotate, "match": match, "prove": proof}


def measured(name: str, text: str, workers: int) -> Measured:
    """Does it once, with no cluster if there are no workers."""
    with TemporaryDirectory() as folder:
        return _timed(WORK[name](text, Path(folder)), workers)


def _timed(command: Command, workers: int) -> Measured:
    began = perf_counter()
    with joined("local" if workers else None, workers) as cluster:
        start, before, driver = perf_counter() - began, used(), process_time()
        began = perf_counter()
        command(cluster)
        seconds = perf_counter() - began
        return Measured(seconds, start, used() - before, process_time() - driver)


def used() -> float:
    """The processor time of this process and of all that it has started, Ray's among them."""
    this = psutil.Process()
    return sum(sum(each.cpu_times()[:4]) for each in (this, *this.children(recursive=True)))


def row(name: str, text: str) -> Row:
    """The three measurements, each in a process of its own."""
    found = []
    for workers in (0, 1, 2):
        with ProcessPoolExecutor(1, get_context("spawn")) as process:
            found.append(process.submit(measured, name, text, workers).result())
    return Row(f"{name} {text}", *found)


def main() -> None:
    """Prints a row for each piece of work, and the geometric means of all proofs."""
    parser = argparse.ArgumentParser(description="Overhead and speed-up of a cluster.")
    parser.add_argument("commands", nargs="+", choices=WORK)
    parser.add_argument("--rows", type=int, default=ROWS)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--positions", nargs="+", default=POSITIONS)
    asked = parser.parse_args()
    texts = {"annotate": [asked.rows], "match": [asked.games], "prove": asked.positions}
    print(HEAD)
    for name in asked.commands:
        rows = []
        for text in texts[name]:
            rows.append(row(name, str(text)))
            print(rows[-1], flush=True)
        if len(rows) > 1:
            overhead = _mean(each.overhead + 1 for each in rows) - 1
            print(
                f"{'geometric mean':47}{overhead:10.1%}{_mean(each.speedup for each in rows):9.2f}"
            )


def _mean(numbers: Iterable[float]) -> float:
    logs = [math.log(number) for number in numbers]
    return math.exp(sum(logs) / len(logs))


if __name__ == "__main__":
    main()
