"""Tables made on a cluster: the same file, byte for byte, whatever dies on the way."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.cluster.shipped import KillsItsWorker, ship

from kinrow.cluster import Cluster
from kinrow.tables import shards, tabulate


def file_of(folder: Path, game: str, **how: Any) -> bytes:
    path = folder / f"{len(list(folder.iterdir()))}.table"
    with tabulate(game, path, **how):
        return path.read_bytes()


@pytest.mark.parametrize(
    "game", ["4,3,3", "3,3,3:misere", "4,3,4,2,1", "3,3,3:majority,threshold=3,turns=4,fill=O"]
)
def test_the_file_is_the_same(cluster: Cluster, tmp_path: Path, game: str) -> None:
    assert file_of(tmp_path, game, cluster=cluster) == file_of(tmp_path, game, threads=1)


def test_blocks_that_were_lost_are_solved_again(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ship(sys.modules[__name__])
    alone = file_of(tmp_path, "4,4,3")
    kills = KillsItsWorker(tmp_path, shards.solve_blocks)
    monkeypatch.setattr("kinrow.tables.shards.solve_blocks", kills)
    assert file_of(tmp_path, "4,4,3", cluster=cluster) == alone
    assert (tmp_path / "killed").exists()


DRIVER = """
import os, signal, sys
from kinrow.cluster import connect
from kinrow.tables import tabulate
seen = []
def report(progress):
    seen.append(progress)
    if len(seen) >= int(sys.argv[2]) > 0:
        os.kill(os.getpid(), signal.SIGKILL)
with connect("local", 2) as cluster:
    tabulate("4,4,3", sys.argv[1], resume=True, cluster=cluster, progress=report)
"""


@pytest.mark.expensive
def test_a_driver_that_was_killed_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "out.table"
    for kill_at, status in ((8, -signal.SIGKILL), (0, 0)):
        command = [sys.executable, "-c", DRIVER, str(path), str(kill_at)]
        assert subprocess.run(command, capture_output=True, check=False).returncode == status
        assert path.exists() is (status == 0)
    assert path.read_bytes() == file_of(tmp_path, "4,4,3")
