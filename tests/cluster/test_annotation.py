"""Recorded games on a cluster: the same answers as without one, whatever dies on the way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.annotation.brute import recorded

from kinrow.annotation.job import Job, JobProgress, truths
from kinrow.annotation.limit import Limit
from kinrow.annotation.store import AnswerStore
from kinrow.cluster import Cluster
from kinrow.rules import Position, format_position, game

FOUR = game("4,9,4")


def late_positions(count: int, least: int = 15) -> list[Position]:
    found = (p for p, _ in recorded(FOUR, 1, 40 * count) if p.plies >= least)
    return [position for position, _ in zip(found, range(count), strict=False)]


def answers(listed: list[Position], **how: Any) -> list[str]:
    with AnswerStore(None, FOUR, "outcome") as store:
        Job(store, memory="16MiB", **how).run(listed)
        return [f"{truth.value} {truth.moves}" for truth in truths(store, "outcome", listed)]


def test_the_answers_are_the_same(cluster: Cluster) -> None:
    listed = late_positions(60)
    seen: list[JobProgress] = []
    assert answers(listed, cluster=cluster, report=seen.append) == answers(listed, threads=1)
    assert seen[-1].positions == seen[-1].total
    assert [progress.positions for progress in seen] == sorted(p.positions for p in seen)


def test_duplicates_are_solved_once(cluster: Cluster) -> None:
    counts = []
    for times in (1, 3):
        seen: list[JobProgress] = []
        answers(late_positions(20) * times, cluster=cluster, report=seen.append)
        counts.append(seen[-1].questions)
    assert counts[0] == counts[1] > 0


def test_bounds_within_a_limit_hold(cluster: Cluster) -> None:
    listed = late_positions(12, least=9)
    limit = Limit.parse("100 nodes")
    with AnswerStore(None, FOUR, "outcome") as store, AnswerStore(None, FOUR, "outcome") as exact:
        Job(store, limit=limit, memory="16MiB", cluster=cluster, knowledge=False).run(listed)
        Job(exact, memory="64MiB").run(listed)
        for found, right in zip(
            truths(store, "outcome", listed), truths(exact, "outcome", listed), strict=True
        ):
            assert found.value.lower <= right.value.lower <= found.value.upper


def test_a_run_goes_on_after_its_workers_were_killed(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    import psutil

    killed: list[int] = []

    def report(progress: JobProgress) -> None:
        """Kills whoever is at work, twice."""
        if progress.questions > 50 * len(killed) and len(killed) < 2:
            workers = psutil.Process().children(recursive=True)
            busy = [each for each in workers if each.name().startswith("ray::do")]
            for each in busy[:1]:
                os.kill(each.pid, signal.SIGKILL)
                killed.append(each.pid)

    listed = late_positions(60)
    assert answers(listed, cluster=cluster, report=report) == answers(listed, threads=1)
    assert len(killed) == 2


DRIVER = """
import os, signal, sys
from kinrow.annotation import annotate_file
from kinrow.cluster import connect
def report(progress):
    print(progress.questions, flush=True)
    if progress.questions >= int(sys.argv[3]) > 0:
        os.kill(os.getpid(), signal.SIGKILL)
with connect("local", 2) as cluster:
    how = {"memory": "16MiB", "report": report, "cluster": cluster}
    annotate_file(sys.argv[1], sys.argv[2], game="4,9,4", **how)
"""


@pytest.mark.expensive
def test_a_driver_that_was_killed_goes_on(tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_text("position\n" + "\n".join(map(format_position, late_positions(80))) + "\n")

    def run(name: str, kill_at: int) -> tuple[int, int]:
        command = [sys.executable, "-c", DRIVER, str(source), str(tmp_path / name), str(kill_at)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.returncode, int(done.stdout.splitlines()[-1])

    status, whole = run("whole.csv", 0)
    assert status == 0
    status, asked = run("out.csv", whole // 2)
    assert status == -signal.SIGKILL
    status, rest = run("out.csv", 0)
    assert (status, rest) == (0, whole - asked)
    assert (tmp_path / "out.csv").read_bytes() == (tmp_path / "whole.csv").read_bytes()
