"""Proofs by jobs: a tree of the first stones above trees of workers, and a certificate of it all.

The workers are called here, one after the other; tests/cluster has them on a cluster.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.proofs.budgets import TooSmall

from kinrow.proofs import CheckpointError, Proof, check, prove
from kinrow.proofs import sharing as sharing_module
from kinrow.proofs.job_store import JobStore
from kinrow.proofs.jobs import JobVerdict, Means, ProofJob, claim_of, piece_of
from kinrow.rules import RulesError, Sign, game
from kinrow.solver import SearchSolver, Solution


class Here:
    """A cluster of one worker in this process, which gives up after so many jobs."""

    def __init__(self, most: int = 10**9) -> None:
        self.jobs: list[ProofJob] = []
        self._most = most

    def run_kept(
        self, make: Callable[[], Callable[[Any], Any]], pieces: Iterable[Any]
    ) -> Generator[tuple[Any, Any], None, None]:
        work = make()
        for piece in pieces:
            if len(self.jobs) >= self._most:
                raise KeyboardInterrupt
            self.jobs.append(piece)
            yield piece, work(piece)


def shared(
    spec: str,
    plies: int,
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
    cluster: Here | None = None,
    **how: Any,
) -> Proof | Solution:
    monkeypatch.setattr(sharing_module, "Means", lambda *args: TooSmall(Means(*args), plies))
    cluster = cluster or Here()
    return prove(spec, path, memory="16MiB", cluster=cluster, **how)  # type: ignore[arg-type]


GAMES = [
    ("3,3,3", 2),
    ("4,4,3", 3),
    ("4,4,4", 2),
    ("3,3,3:misere", 2),
    ("4,5,4:exact", 2),
    ("4,4,4,2,1", 2),
]


def test_nodes_end_a_search_of_jobs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = shared("4,4,4", 2, tmp_path / "a.proof", monkeypatch, nodes=1)
    assert isinstance(found, Solution)
    assert (found.complete, found.stopped) == (False, "nodes")


@pytest.mark.parametrize(("spec", "plies"), GAMES)
def test_a_certificate_of_jobs_holds(
    spec: str, plies: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.proof"
    found = shared(spec, plies, path, monkeypatch)
    assert isinstance(found, Proof)
    with SearchSolver("64MiB", 1) as solver:
        assert found.solution.outcome == solver.solve(game(spec)).outcome
    assert check(path, reference=True).nodes == found.nodes
    assert [each.name for each in tmp_path.iterdir()] == ["a.proof"]


def test_every_job_is_given_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = Here()
    shared("4,4,3", 3, tmp_path / "a.proof", monkeypatch, here)
    assert len(here.jobs) == len(set(here.jobs)) > 5


def test_a_run_that_broke_off_repeats_no_job(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, first, second = Here(), Here(most=9), Here()
    one, other = tmp_path / "one.proof", tmp_path / "other.proof"
    shared("4,4,4", 2, one, monkeypatch, whole)
    found = shared("4,4,4", 2, other, monkeypatch, first, on_interrupt="return")
    assert isinstance(found, Solution)
    assert found.stopped == "interrupted"
    with pytest.raises(CheckpointError, match="resume it"):
        shared("4,4,4", 2, other, monkeypatch)
    with pytest.raises(CheckpointError, match="not the jobs of this position"):
        shared("3,3,3", 2, other, monkeypatch, resume=True)
    shared("4,4,4", 2, other, monkeypatch, second, resume=True)
    assert not set(first.jobs) & set(second.jobs)
    assert len(first.jobs) + len(second.jobs) == len(whole.jobs)
    assert check(other).header == check(one).header


def test_a_class_of_boards_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="without a cluster"):
        prove("13,4,4", tmp_path / "a", larger=("rows",), cluster=Here())  # type: ignore[arg-type]


def test_a_store_gives_back_verdicts(tmp_path: Path) -> None:
    position = game("4,4,3").replay("b2")
    job = ProofJob(position, Sign.X, 1000)
    verdict = Means(position.rules, "16MiB")()(job)
    assert verdict.wins
    assert str(claim_of(Sign.X, wins=True)) == "X wins"
    for resume in (False, True):
        with JobStore(tmp_path / "jobs", position, resume=resume) as store:
            if not resume:
                assert store.find(job) is None
                store.keep(job, verdict)
            assert store.find(job) == verdict


def test_a_store_of_a_run_that_was_killed_as_it_began_is_gone_on_with(tmp_path: Path) -> None:
    position, begun = game("4,4,4").start(), tmp_path / "begun"
    with closing(sqlite3.connect(begun)) as base:
        base.execute("PRAGMA journal_mode = WAL")
    (tmp_path / "empty").touch()
    for path in (begun, tmp_path / "empty"):
        for _ in range(2):
            with JobStore(path, position, resume=True) as store:
                store.keep(ProofJob(position, Sign.X, 50), JobVerdict(None, None, 60))


def test_a_larger_budget_is_spent(tmp_path: Path) -> None:
    position = game("4,4,4").start()
    with JobStore(tmp_path / "jobs", position, resume=False) as store:
        store.keep(ProofJob(position, Sign.X, 50), JobVerdict(None, None, 60))
        for nodes, known in ((50, True), (60, True), (61, False)):
            found = store.find(ProofJob(position, Sign.X, nodes))
            assert (found is not None) is known


@pytest.mark.parametrize(
    "spec", ["3,3,3", "4,4,3", "4,5,4", "3,4,3:exact", "3,3,3:misere", "3,4,3,2,1", "5,5,4"]
)
def test_pieces_are_what_a_checker_reads(spec: str) -> None:
    """The core says of a tree what `kinrow.reference` finds in it."""
    worker = Means(game(spec), "16MiB")()
    chance = Random(spec)
    for _ in range(20):
        position = game(spec).start()
        for _ in range(chance.randrange(3, 9)):
            if not position.finished:
                position = position.play(chance.choice(position.legal_moves))
        for attacker in () if position.finished else Sign:
            verdict = worker(ProofJob(position, attacker, 10**6))
            assert verdict.wins is not None and verdict.piece is not None
            claim = claim_of(attacker, verdict.wins)
            read = piece_of(position, claim, verdict.piece.tree)
            if position.rules.exact:  # there zones rule nothing out, and the writer keeps none
                assert read.zone & ~verdict.piece.zone == 0
                read = read._replace(zone=verdict.piece.zone)
            assert verdict.piece == read, (spec, position.cells, claim)


@pytest.mark.parametrize("spec", ["7,7,4", "6,6,5", "6,6,4,2,1"])
def test_a_job_that_is_spent_says_how_the_moves_look(spec: str) -> None:
    position = game(spec).start()
    for attacker in Sign:
        verdict = Means(position.rules, "16MiB")()(ProofJob(position, attacker, 0))
        if verdict.wins is None:
            assert verdict.moves
            cells = {cell for cell, _, _ in verdict.moves}
            assert len(cells) == len(verdict.moves)
            assert cells <= set(range(position.rules.size))
