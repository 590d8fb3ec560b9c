"""How far a cluster helps: speed-up of annotate, match, prove and tabulate with 8, 64, 512 workers.

    python -m docs.experiments.simulated_scaling --out build/scaling.json

The driver's code runs as it is; the workers are simulated (simulated_cluster.py), with durations in
processor time that were recorded in the same run: of questions by the number of stones, of games,
of each block, of each job. `--ray` measures what a piece of work costs
the driver on a real cluster of one worker, and what it costs to put a byte in the shared memory.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import thread_time
from typing import Any

import numpy as np
from docs.experiments.simulated_cluster import Costs, Done, SimulatedCluster, spent

from kinrow.annotation.job import Job
from kinrow.annotation.shards import Shard, answer
from kinrow.annotation.store import AnswerStore
from kinrow.arena import Match, MatchDatabase, play_match
from kinrow.arena.work import GameTask, Run, play_task
from kinrow.cluster import connect
from kinrow.players import player
from kinrow.proofs import prove
from kinrow.rules import Position, Value, game
from kinrow.tables import tabulate

WORKERS = 1, 2, 8, 64, 512
COSTS = Costs(driver=0.0027, way=0.001, byte=1e-9)
"""Of Ray: the driver's as `--ray` found it on a busy machine; others are taken, not measured."""

MEMORY = "64MiB"
OPENING = 4
DRAW = Value("outcome", 0, 0)  # as good an answer as any: nothing is asked because of it
Simulated = dict[str, float]


def simulated(
    workers: int, do: Callable[..., Done], command: Callable[[SimulatedCluster], object]
) -> Simulated:
    """What the command takes; seconds of all workers, of the driver, and how many pieces."""
    cluster = SimulatedCluster(workers, do, COSTS)
    command(cluster)
    return {
        "workers": workers,
        "seconds": cluster.elapsed,
        "busy": cluster.busy,
        "driver": cluster.driver,
        "pieces": len(cluster.seconds),
    }


def timed(work: Callable[..., Any], *arguments: Any) -> Done:
    """Does it here.

    >>> timed(abs, -3).result
    3
    """
    began = spent()
    result = work(*arguments)
    return Done(result, spent() - began)


class Annotate:
    """Recorded moves on 4 × 9: durations of a question, by its stones, drawn for every other."""

    name = "annotate"

    def __init__(self, rows: int = 2000, sample: int = 100, least: int = 7) -> None:
        self._listed = list(recorded_moves(rows, least))
        self._chance = Random(1)
        self._seconds: dict[int, list[float]] = defaultdict(list)
        self._job(SimulatedCluster(1, self._record), self._listed[:: max(1, rows // sample)])

    def __call__(self, workers: int) -> Simulated:
        """With so many workers."""
        return simulated(workers, self._drawn, lambda cluster: self._job(cluster, self._listed))

    def _job(self, cluster: SimulatedCluster, listed: list[Position]) -> None:
        with TemporaryDirectory() as folder:
            store = AnswerStore(Path(folder, "answers"), listed[0].rules, "outcome")
            with store:
                Job(store, cluster=cluster).run(listed)

    def _record(self, work: object, shard: Shard) -> Done:
        values = []
        for question in shard.questions:
            found = timed(answer, Shard(shard.rules, shard.objective, MEMORY, (question,)))
            self._seconds[stones(question.cells)].append(found.seconds)
            values += found.result
        return Done(values, 1.0)

    def _drawn(self, work: object, shard: Shard) -> Done:
        listed = [self._seconds[stones(question.cells)] for question in shard.questions]
        seconds = sum(self._chance.choice(each) for each in listed if each)
        return Done([DRAW] * len(listed), seconds)


def stones(cells: str) -> int:
    """How many there are.

    >>> stones("X.O")
    2
    """
    return len(cells) - cells.count(".")


def recorded_moves(rows: int, least: int) -> list[Position]:
    """Positions with at least so many stones, of games between weak players after random moves."""
    rules, chance = game("4,9,4"), Random(1)
    listed: list[Position] = []
    with player("mcts:30", seed=1) as both:
        while len(listed) < rows:
            position = rules.start()
            while not position.finished:
                if position.plies >= least:
                    listed.append(position)
                at_random = position.plies < OPENING
                move = chance.choice(position.legal_moves) if at_random else both.choose(position)
                position = position.play(move)
    return listed[:rows]


class Games:
    """A match; games that were played stand for all others of the same colours."""

    name = "match"

    def __init__(self, games: int = 4000, sample: int = 12) -> None:
        self._games = games
        self._played: dict[int, Done] = {}
        self._run(SimulatedCluster(1, self._record), sample)

    def __call__(self, workers: int) -> Simulated:
        """With so many workers."""
        return simulated(workers, self._again, lambda cluster: self._run(cluster, self._games))

    def _run(self, cluster: SimulatedCluster, games: int) -> None:
        with TemporaryDirectory() as folder:
            record_match(games, cluster.run, Path(folder))

    def _record(self, work: object, task: GameTask) -> Done:
        self._played[task.number] = timed(play_task, task)
        return self._played[task.number]

    def _again(self, work: object, task: GameTask) -> Done:
        return self._played[task.number % len(self._played)]


def record_match(games: int, run: Run, folder: Path) -> None:
    """Plays so many games, and records each in the folder."""
    match = Match("alphabeta:30000n", "mcts:6000", game("9,9,5"), games, "random:4", seed=1)
    with MatchDatabase(folder / "arena.sqlite") as base:
        number = base.begin(match)
        for at, record in enumerate(play_match(match, run)):
            base.add(number, at, record)


class Proofs:
    """The proof of a position; the jobs are done here, each by the prover that its worker keeps."""

    name = "prove"

    def __init__(self, spec: str = "9,4,4", nodes: int = 1 << 17) -> None:
        self._position, self._nodes = game(spec).start(), nodes

    def __call__(self, workers: int) -> Simulated:
        """With so many workers."""
        with TemporaryDirectory() as folder:

            def command(cluster: SimulatedCluster) -> None:
                path = Path(folder, "a.proof")
                prove(self._position, path, memory="16MiB", cluster=cluster, job_nodes=self._nodes)

            return simulated(workers, timed, command)


class Tables:
    """A table; every block is solved, so that the next ply can be."""

    name = "tabulate"

    def __init__(self, spec: str = "5,4,4") -> None:
        self._spec = spec

    def __call__(self, workers: int) -> Simulated:
        """With so many workers."""

        def command(cluster: SimulatedCluster) -> None:
            with TemporaryDirectory() as folder:
                tabulate(self._spec, Path(folder, "a.table"), cluster=cluster).close()

        return simulated(workers, timed, command)


def ray_costs(pieces: int = 2000) -> Costs:
    """What a piece and a byte cost the main thread of a real cluster's driver."""
    import ray

    with connect("local", 1) as cluster:
        list(cluster.run(abs, range(10)))
        began = thread_time()
        list(cluster.run(abs, range(pieces)))
        driver = (thread_time() - began) / pieces
        shared = np.zeros(2**28, np.int8)
        began = thread_time()
        kept = ray.put(shared)
        byte = (thread_time() - began) / shared.nbytes
        del kept
        return Costs(driver, COSTS.way, byte)


def main() -> None:
    """Prints a row for each number of workers, and writes all of them."""
    parser = argparse.ArgumentParser(description="Simulated scaling of a cluster.")
    parser.add_argument("--out", type=Path, default=Path("build/scaling.json"))
    parser.add_argument("--only", nargs="+", choices=("annotate", "match", "prove", "tabulate"))
    parser.add_argument("--ray", action="store_true")
    asked = parser.parse_args()
    if asked.ray:
        print(ray_costs())
        return
    makers: dict[str, Callable[[], Callable[[int], Simulated]]] = {
        "annotate": Annotate,
        "match": Games,
        "prove": Proofs,
        "tabulate": Tables,
    }
    found = json.loads(asked.out.read_text()) if asked.out.exists() else {}
    for name in asked.only or makers:
        measure = makers[name]()
        found[name] = []
        for workers in WORKERS:
            found[name].append(measure(workers))
            numbers = (f"{key} {value:.4g}" for key, value in found[name][-1].items())
            print(name, *numbers, sep="  ", flush=True)
            asked.out.write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
