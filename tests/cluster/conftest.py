"""One small cluster for each process that runs tests: two workers of one core."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from kinrow.cluster import Cluster


@pytest.fixture(scope="session")
def _ray() -> Iterator[None]:
    ray = pytest.importorskip("ray", reason="Ray is not installed: pip install 'kinrow[cluster]'")
    os.environ |= {"RAY_USAGE_STATS_ENABLED": "0", "RAY_AUTH_MODE": "disabled"}
    ray.init(
        "local",
        num_cpus=2,
        include_dashboard=False,
        log_to_driver=False,
        logging_level="ERROR",
        object_store_memory=80 * 2**20,
    )
    node = ray._private.worker._global_node
    processes = [each.process for kind in node.all_processes.values() for each in kind]
    yield
    ray.shutdown()
    for process in processes:  # Ray ends them and does not wait, of which Python warns
        process.wait(30)


@pytest.fixture
def cluster(_ray: None) -> Cluster:
    return Cluster()
