"""Proofs on a cluster: the certificate holds, whatever dies on the way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest
from tests.proofs import budgets

from kinrow.__main__ import main
from kinrow.cluster import Cluster
from kinrow.proofs import Proof, check, prove
from kinrow.proofs import sharing as sharing_module
from kinrow.proofs.jobs import Means
from kinrow.solver import Progress


@pytest.fixture
def _small(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs settle no position of fewer than two stones."""
    from ray import cloudpickle

    cloudpickle.register_pickle_by_value(budgets)  # type: ignore[no-untyped-call]
    monkeypatch.setattr(sharing_module, "Means", lambda *args: budgets.TooSmall(Means(*args), 2))


@pytest.mark.usefixtures("_small")
def test_a_proof_of_many_jobs_goes_on_after_a_worker_was_killed(
    cluster: Cluster, tmp_path: Path
) -> None:
    killed: list[int] = []

    def progress(now: Progress) -> None:
        workers = psutil.Process().children(recursive=True)
        busy = [each for each in workers if each.name().startswith("ray::Keeper")]
        if now.move > 2 and busy and not killed:
            os.kill(busy[0].pid, signal.SIGKILL)
            killed.append(busy[0].pid)

    path = tmp_path / "444.proof"
    found = prove("4,4,4", path, memory="32MiB", cluster=cluster, progress=progress)
    assert isinstance(found, Proof)
    assert found.claims == ("O does not lose", "X does not lose")
    assert check(path).nodes == found.nodes
    assert killed


@pytest.mark.usefixtures("_small")
def test_a_time_limit_leaves_a_checkpoint(cluster: Cluster, tmp_path: Path) -> None:
    path = tmp_path / "a.proof"
    found = prove("6,6,4", path, memory="32MiB", cluster=cluster, time=0.001)
    assert not isinstance(found, Proof)
    assert found.stopped == "time"
    assert [each.name for each in tmp_path.iterdir()] == ["a.proof.checkpoint"]


def test_the_commands_use_a_cluster(
    cluster: Cluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "443.proof"
    assert main(["prove", "4,4,3", "-o", str(path), "--cluster", "local", "-m", "32MiB"]) == 0
    assert "X wins" in capsys.readouterr().out
    words = ["atlas", "add", "2,3,3", "3,3,2", "--again", "--file", str(tmp_path / "atlas.sqlite")]
    for more in ([], ["--prove", "--keep", str(tmp_path)]):
        assert main([*words, "--cluster", "local", "-m", "32MiB", *more]) == 0
        said = capsys.readouterr().out
        assert "2,3,3" in said
        assert "3,3,2" in said
    assert check(tmp_path / "3,3,2.proof").header.claims


@pytest.mark.expensive
def test_a_driver_that_was_killed_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "a.proof"
    checkpoint = Path(f"{path}.checkpoint")
    script = (
        "from ray import cloudpickle; from tests.proofs import budgets\n"
        "from kinrow.cluster import connect; from kinrow.proofs import prove, sharing\n"
        "cloudpickle.register_pickle_by_value(budgets); means = sharing.Means\n"
        "sharing.Means = lambda *args: budgets.TooSmall(means(*args), 3)\n"
        "with connect('local', 2) as cluster:\n"
        f"    found = prove('4,4,4', {str(path)!r}, memory='64MiB', cluster=cluster,\n"
        "        resume=True, progress=lambda now: print(now.move, flush=True))\n"
        "print(found.claims)\n"
    )
    command = [sys.executable, "-c", script]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if int(line) >= 10:
                process.kill()
    assert checkpoint.exists()
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    counts = [int(line) for line in done.stdout.splitlines()[:-1]]
    assert counts[0] > 10  # the jobs of before were not done again
    assert not checkpoint.exists()
    assert check(path).header.claims


@pytest.mark.expensive
def test_sigterm_stays_with_whoever_handles_it() -> None:
    script = (
        "import signal; from kinrow.cluster import connect\n"
        "signal.signal(signal.SIGTERM, signal.default_int_handler)\n"
        "with connect('local', 1):\n"
        "    print(signal.getsignal(signal.SIGTERM) is signal.default_int_handler)\n"
    )
    command = [sys.executable, "-c", script]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "True\n"
