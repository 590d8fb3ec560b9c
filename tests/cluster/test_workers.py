"""Work shared among the cores of a cluster: done once, done again if it was lost, or refused."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from tests.cluster.shipped import KillsItsWorker, ship

from kinrow.cluster import Cluster, ClusterError, connect
from kinrow.cluster import crew as crew_module
from kinrow.cluster import workers as workers_module
from kinrow.rules import NotationError, OptionError, game
from kinrow.runtime import extras
from kinrow.runtime.extras import MissingExtra


@pytest.fixture(autouse=True)
def _shipped(cluster: Cluster) -> None:
    ship(sys.modules[__name__])


def square(number: int) -> int:
    return number * number


def test_every_piece_comes_back_once(cluster: Cluster) -> None:
    assert sorted(cluster.run(square, range(20))) == [(n, n * n) for n in range(20)]
    assert len(cluster.seconds) == 20


def test_pieces_are_taken_when_there_is_room(cluster: Cluster) -> None:
    taken: list[int] = []

    def pieces() -> Iterator[int]:
        for number in count():
            taken.append(number)
            yield number

    results = cluster.run(square, pieces())
    next(results)
    results.close()
    assert len(taken) <= 4


def test_an_error_of_the_work_is_raised_as_it_is(cluster: Cluster) -> None:
    with pytest.raises(NotationError) as caught:
        list(cluster.run(game, ["3,3,3", "checkers"]))
    assert type(caught.value) is NotationError


def test_a_piece_that_was_lost_is_done_again(cluster: Cluster, tmp_path: Path) -> None:
    found = sorted(
        cluster.run(KillsItsWorker(tmp_path, square, lambda number: number == 3), range(8))
    )
    assert (tmp_path / "killed").exists()
    assert found == [(n, n * n) for n in range(8)]


class Counting:
    """Says how many pieces this worker has had, and who it is."""

    def __init__(self) -> None:
        self.had = 0

    def __call__(self, number: int) -> tuple[int, int]:
        self.had += 1
        return os.getpid(), self.had


def test_workers_keep_what_they_make(cluster: Cluster) -> None:
    by_worker: dict[int, list[int]] = {}
    for _, (worker, had) in cluster.run_kept(Counting, range(12)):
        by_worker.setdefault(worker, []).append(had)
    assert len(by_worker) <= 2
    assert all(had == list(range(1, len(had) + 1)) for had in by_worker.values())


def test_a_worker_that_keeps_is_lost_and_comes_back(cluster: Cluster, tmp_path: Path) -> None:
    kills = KillsItsWorker(tmp_path, square, lambda number: number == 3)
    make: Callable[[], Callable[[int], int]] = lambda: kills  # noqa: E731 - shipped as code
    assert sorted(cluster.run_kept(make, range(8))) == [(n, n * n) for n in range(8)]
    assert (tmp_path / "killed").exists()


def test_nothing_is_given_before_the_next_result(cluster: Cluster) -> None:
    results: list[int] = []

    def pieces() -> Iterator[int | None]:
        yield 1
        while not results:
            yield None
        yield 2

    for _, result in cluster.run_kept(lambda: square, pieces()):
        results.append(result)
    assert results == [1, 4]


def test_a_worker_with_another_version_is_refused(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (workers_module, crew_module):
        monkeypatch.setattr(module, "ours", lambda: "9.9.9")
    for run in (cluster.run(square, [1]), cluster.run_kept(lambda: square, [1])):
        refused = r"^the worker on \S+ has kinrow \S+, but this is kinrow 9\.9\.9: install .*$"
        with pytest.raises(ClusterError, match=refused):
            list(run)


def test_connecting_uses_the_cluster_that_is_there(cluster: Cluster) -> None:
    import ray

    with connect("local", workers=1) as other:
        assert other.workers == 1
        assert list(other.run(square, [3])) == [(3, 9)]
    assert ray.is_initialized()


def test_where_a_cluster_may_be() -> None:
    expected = "expected local, auto or ray://HOST:PORT"
    with pytest.raises(OptionError, match=expected), connect("lan"):
        pass


def test_a_cluster_that_is_not_there_is_missed_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    def no_one_answers(where: str, **options: object) -> None:
        warnings.warn("Ray Client connection timed out.", UserWarning, stacklevel=2)
        raise ConnectionError("timeout\nand more")

    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(ray, "init", no_one_answers)
    monkeypatch.setattr(ray, "shutdown", lambda: None)
    hint = r"on the first .* --ray-client-server-port=10001"
    expected = rf"^no cluster was found at ray://a:1: timeout; {hint}$"
    with pytest.raises(ClusterError, match=expected), connect("ray://a:1"):
        pass


def test_without_the_extra_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda library: None)
    with (
        pytest.raises(MissingExtra, match=r"^this needs ray, .* pip install 'kinrow\[cluster\]'$"),
        connect("local"),
    ):
        pass
