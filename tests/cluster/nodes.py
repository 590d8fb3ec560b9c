"""Annotate, match, prove and tabulate on two machines, one of which is lost in the middle of each.

    python -m tests.cluster.nodes FOLDER

The answers come into the folder. One cluster serves all four: the lost machine is replaced. It has
a process of its own, because a process can have one cluster only.
"""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from time import monotonic, sleep

import psutil
from tests.cluster.shipped import Slowly, ship
from tests.cluster.test_annotation import answers, late_positions
from tests.cluster.test_match import match
from tests.proofs import budgets

from kinrow.arena import play_match
from kinrow.cluster import Cluster
from kinrow.proofs import prove, sharing
from kinrow.proofs.jobs import Means
from kinrow.tables import shards, tabulate

PATIENCE = 0.2  # seconds to wait for a worker to be at work, each time that something is reported


class Nodes:
    """A cluster of two machines with a core each; the second can be lost."""

    def __init__(self) -> None:
        import ray
        from ray.cluster_utils import Cluster as RayNodes

        self._all = RayNodes(initialize_head=True, head_node_args={"num_cpus": 1})
        self.complete()
        ray.init(address=self._all.address, log_to_driver=False, logging_level=logging.ERROR)

    def complete(self) -> None:
        """Both machines are there."""
        self._second = self._all.add_node(num_cpus=1)
        self._all.wait_for_nodes()
        self.lost = False

    def lose_one(self, *_: object) -> None:
        """Takes the second machine away while its worker is at work, unless that was done."""
        if self.lost:
            return
        end = monotonic() + PATIENCE
        while monotonic() < end:
            if self._is_at_work():
                self._all.remove_node(self._second, allow_graceful=False)
                self.lost = True
                return
            sleep(0.001)

    def _is_at_work(self) -> bool:
        (raylet,) = self._second.all_processes["raylet"]
        workers = psutil.Process(raylet.process.pid).children()
        return any(each.name() in ("ray::do", "ray::Keeper.do") for each in workers)


def annotate_there(nodes: Nodes, folder: Path) -> None:
    found = answers(late_positions(60), cluster=Cluster(), report=nodes.lose_one)
    (folder / "answers").write_text("\n".join(found))


def match_there(nodes: Nodes, folder: Path) -> None:
    with (folder / "games").open("w") as file:
        for record in play_match(match(), Cluster().run):
            print(record.moves, file=file)
            nodes.lose_one()


def prove_there(nodes: Nodes, folder: Path) -> None:
    sharing.Means = lambda *how: budgets.TooSmall(Means(*how), 2)  # type: ignore[assignment, attr-defined]
    prove("4,4,4", folder / "proof", memory="32MiB", cluster=Cluster(), progress=nodes.lose_one)


def tabulate_there(nodes: Nodes, folder: Path) -> None:
    shards.solve_blocks = Slowly(shards.solve_blocks, 0.3)  # type: ignore[assignment]
    tabulate("3,6,3", folder / "table", cluster=Cluster(), progress=nodes.lose_one).close()


if __name__ == "__main__":
    ship(budgets)
    both = Nodes()
    for run in (annotate_there, match_there, prove_there, tabulate_there):
        run(both, Path(sys.argv[1]))
        if not both.lost:
            sys.exit(f"{run.__name__}: no machine was lost")
        both.complete()
