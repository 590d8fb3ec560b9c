"""A machine is lost in the middle of each command: nothing goes with it, the answer is the same."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cluster.test_annotation import answers, late_positions
from tests.cluster.test_match import match

from kinrow.arena import play_match
from kinrow.proofs import check
from kinrow.tables import tabulate

pytestmark = pytest.mark.expensive


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of what nodes.py has found."""
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'kinrow[cluster]'")
    folder = tmp_path_factory.mktemp("nodes")
    env = {**os.environ, "RAY_USAGE_STATS_ENABLED": "0", "RAY_AUTH_MODE": "disabled"}
    command = [sys.executable, "-m", "tests.cluster.nodes", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=env)
    assert done.returncode == 0, done.stderr
    return folder


def test_annotate(found: Path) -> None:
    due = answers(late_positions(60), threads=1)
    assert (found / "answers").read_text().splitlines() == due


def test_match(found: Path) -> None:
    due = [str(record.moves) for record in play_match(match())]
    assert (found / "games").read_text().splitlines() == due


def test_prove(found: Path) -> None:
    claims = check(found / "proof").header.claims
    assert [str(each) for each in claims] == ["O does not lose", "X does not lose"]


def test_tabulate(found: Path, tmp_path: Path) -> None:
    with tabulate("3,6,3", tmp_path / "table", threads=1):
        due = (tmp_path / "table").read_bytes()
    assert (found / "table").read_bytes() == due
