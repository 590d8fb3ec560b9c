"""The simulated cluster: a clock that passes as the work does, and fails as it does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from docs.experiments import simulated_cluster
from docs.experiments.scaling import Measured, Row
from docs.experiments.simulated_cluster import Costs, Done, SimulatedCluster


@pytest.fixture(autouse=True)
def _idle_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    """The driver's own work takes no time, so that the figures are the same each time."""
    monkeypatch.setattr(simulated_cluster, "spent", lambda: 0.0)


def lasts(work: Any, piece: float, *shared: Any) -> Done:
    """A piece is the number of its seconds."""
    return Done(work(piece), piece)


@pytest.mark.parametrize(("workers", "elapsed"), [(1, 10.0), (2, 6.0), (4, 4.0), (512, 4.0)])
def test_whoever_is_free_takes_the_next_piece(workers: int, elapsed: float) -> None:
    cluster = SimulatedCluster(workers, lasts)
    assert sorted(cluster.run(float, [1.0, 2.0, 3.0, 4.0])) == [(n, n) for n in (1, 2, 3, 4)]
    assert (cluster.elapsed, cluster.busy) == (elapsed, 10.0)
    assert sorted(cluster.seconds) == [1.0, 2.0, 3.0, 4.0]


def test_results_come_in_the_order_of_the_clock() -> None:
    results = SimulatedCluster(2, lasts).run(float, [5.0, 1.0, 1.0])
    assert [piece for piece, _ in results] == [1.0, 1.0, 5.0]


def test_what_pieces_cost_the_driver_limits_many_workers() -> None:
    cluster = SimulatedCluster(512, lasts, Costs(driver=0.5, way=0.25))
    list(cluster.run(float, [1.0] * 100))
    assert cluster.elapsed == 100 * 0.5 + 0.25 + 1.0 + 0.25
    assert cluster.driver == 50.0


def test_a_kept_worker_waits_for_the_way_there_and_back() -> None:
    cluster = SimulatedCluster(1, lasts, Costs(way=0.25))
    list(cluster.run(float, [1.0] * 4))
    assert cluster.elapsed == 0.25 + 4.0 + 0.25
    cluster = SimulatedCluster(1, lasts, Costs(way=0.25))
    list(cluster.run_kept(lambda: float, [1.0] * 4))
    assert cluster.elapsed == 4 * 1.5


def test_nothing_is_given_before_the_next_result() -> None:
    results: list[float] = []

    def pieces() -> Iterator[float | None]:
        yield 2.0
        while not results:
            yield None
        yield 1.0

    cluster = SimulatedCluster(8, lasts)
    for _, result in cluster.run_kept(lambda: float, pieces()):
        results.append(result)
    assert (results, cluster.elapsed) == ([2.0, 1.0], 3.0)


def test_the_work_may_fail_and_a_run_may_end_early() -> None:
    cluster = SimulatedCluster(2, lasts)
    with pytest.raises(ValueError, match="convert"):
        list(cluster.run(lambda piece: float("four"), [4.0]))
    run = cluster.run(float, [1.0] * 9)
    next(run)
    run.close()
    assert len(cluster.seconds) == 1


def test_a_row_has_overhead_and_speedup() -> None:
    alone, one, two = (Measured(seconds, 0.0, 0.0, 0.0) for seconds in (10.0, 10.5, 6.0))
    row = Row("prove", alone, one, two)
    assert (round(row.overhead, 6), row.speedup) == (0.05, 1.75)
