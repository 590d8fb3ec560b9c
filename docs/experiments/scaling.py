"""What a cluster costs and saves here: commands without Ray, and with 1 and 2 workers on it.

    python docs/experiments/scaling.py annotate match prove

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

from kinrow.annotation import annotate_file
from kinrow.arena import Match, MatchDatabase, play_match
from kinrow.arena.work import runner
from kinrow.cluster import Cluster
from kinrow.cluster.option import joined
from kinrow.proofs import prove
from kinrow.rules import game

ROOT = Path(__file__).resolve().parents[2]
MOVES = ROOT / "examples" / "four-in-a-row-4x9.tsv"
LEAST = 6  # stones: of the rows with fewer, some take longer than all others together
MATCH = ("alphabeta:30000n", "mcts:6000", "9,9,5")
GAMES = 60
MEMORY = "1GiB"

POSITIONS = (
    "14,4,4:exact",
    "10,5,4",
    "9,4,4:exact",
)
"""Games, some with moves to play first, that take half a minute and more with one worker."""


class Measured(NamedTuple):
    """The command in seconds; before it, starting Ray; and the processor time of this process."""

    seconds: float
    start: float
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
        seconds = "".join(f"{each.seconds:9.1f}" for each in self[1:])
        shares = f"{self.overhead:10.1%}{self.speedup:9.2f}"
        return f"{self.name:28}{seconds}{shares}{self.two.start:8.1f}{self.two.driver:9.1f}"


HEAD = (
    f"{'':28}{'alone':>9}{'1':>9}{'2':>9}{'overhead':>10}{'speed-up':>9}{'start':>8}{'driver':>9}"
)


def annotate(text: str, cluster: Cluster | None, folder: Path) -> None:
    """The recorded moves with at least so many stones."""
    source = folder / "moves.tsv"
    source.write_text("".join(rows_with(int(text), MOVES.read_text().splitlines())))
    target = folder / "out.csv"
    annotate_file(source, target, kind="fourinarow", memory=MEMORY, threads=1, cluster=cluster)


def rows_with(stones: int, lines: Iterable[str]) -> list[str]:
    """The rows of the layout `fourinarow` with at least so many stones on the board.

    >>> rows_with(2, ["1\\t0\\tWhite", "1\\t2\\tBlack"])
    ['1\\t2\\tBlack\\n']
    """
    counted = ((line, [int(number) for number in line.split("\t")[:2]]) for line in lines)
    return [f"{line}\n" for line, sides in counted if sum(map(int.bit_count, sides)) >= stones]


def match(text: str, cluster: Cluster | None, folder: Path) -> None:
    """So many games, recorded."""
    first, second, spec = MATCH
    played = Match(first, second, game(spec), int(text), "random:4", seed=1)
    with MatchDatabase(folder / "arena.sqlite") as base:
        number = base.begin(played)
        for at, record in enumerate(play_match(played, cluster.run if cluster else runner(1))):
            base.add(number, at, record)


def proof(text: str, cluster: Cluster | None, folder: Path) -> None:
    """The certificate of a position."""
    spec, *moves = text.split()
    position = game(spec).replay(" ".join(moves))
    prove(position, folder / "a.proof", memory=MEMORY, threads=1, cluster=cluster)


WORK: dict[str, Callable[[str, Cluster | None, Path], None]] = {
    "annotate": annotate,
    "match": match,
    "prove": proof,
}


def measured(name: str, text: str, workers: int) -> Measured:
    """Does it once, with no cluster if there are no workers."""
    began = perf_counter()
    with TemporaryDirectory() as folder, joined("local" if workers else None, workers) as cluster:
        began, started, used = perf_counter(), perf_counter() - began, process_time()
        WORK[name](text, cluster, Path(folder))
        return Measured(perf_counter() - began, started, process_time() - used)


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
    parser.add_argument("--stones", type=int, default=LEAST)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--positions", nargs="+", default=POSITIONS)
    asked = parser.parse_args()
    texts = {"annotate": [asked.stones], "match": [asked.games], "prove": asked.positions}
    print(HEAD)
    for name in asked.commands:
        rows = []
        for text in texts[name]:
            rows.append(row(name, str(text)))
            print(rows[-1], flush=True)
        if len(rows) > 1:
            overhead = _mean(each.overhead + 1 for each in rows) - 1
            print(
                f"{'geometric mean':55}{overhead:10.1%}{_mean(each.speedup for each in rows):9.2f}"
            )


def _mean(numbers: Iterable[float]) -> float:
    logs = [math.log(number) for number in numbers]
    return math.exp(sum(logs) / len(logs))


if __name__ == "__main__":
    main()
