"""What processes find side by side is what one finds alone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kinrow.proofs import prove
from kinrow.rules import game
from kinrow.strategies import Strategy, check_strategy, make_strategy, parts
from kinrow.strategies.file import pack
from kinrow.strategies.making import Stages
from kinrow.strategies.parts import in_parts
from kinrow.strategies.proof_moves import moves_of_proof
from kinrow.strategies.unfinished import Saved, Unfinished

PROOF = Path(__file__).resolve().parents[2] / "examples" / "proofs" / "6-6-4.proof"
BUDGET = 10


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "PART", 2)


@pytest.fixture(scope="module")
def strategy() -> Strategy:
    made = make_strategy(PROOF, budget=BUDGET, threads=1)
    assert isinstance(made, Strategy)
    return made


def test_the_same_is_made(strategy: Strategy) -> None:
    reports: list[tuple[int, int, int]] = []
    made = make_strategy(
        PROOF, budget=BUDGET, threads=2, memory="64MiB", report=lambda *each: reports.append(each)
    )
    assert made == strategy
    assert strategy.count > 2 * parts.PART
    assert (strategy.count, strategy.count, strategy.count) in reports


def test_the_same_is_checked(strategy: Strategy) -> None:
    reports: list[list[tuple[int, int]]] = []
    for threads in (1, 2):
        heard: list[tuple[int, int]] = []
        verdict = check_strategy(
            strategy, "64MiB", lambda *each, to=heard: to.append(each), threads=threads
        )
        assert verdict.holds and verdict.entries == strategy.count
        reports.append(heard)
    assert reports[0] == reports[1] == sorted(reports[0])


@pytest.mark.parametrize("threads", [1, 2])
def test_the_first_entry_that_fails_is_named(strategy: Strategy, threads: int) -> None:
    """Also if a later part of the file fails before it."""
    entries = list(strategy.entries())
    for at in (3, len(entries) - 1):
        entries[at] = replace(entries[at], zone=1 << entries[at].move)
    spoilt = replace(strategy, packed=pack(strategy.rules.size, entries))
    verdict = check_strategy(spoilt, "64MiB", threads=threads)
    assert (verdict.entries, verdict.failed) == (3, entries[3])


def test_what_was_not_changed_is_not_searched_again(strategy: Strategy) -> None:
    """After a check that widened the last zone, the next one begins with its part."""
    entries = list(strategy.entries())
    entries[-1] = replace(entries[-1], zone=1 << entries[-1].move)
    reports: list[tuple[int, int, int]] = []
    unsaved = Saved(None, {}, resume=False)
    with Unfinished(unsaved, strategy.rules.size, stage=3, before=entries) as work:
        known = moves_of_proof(PROOF, 2)
        stages = Stages(known, BUDGET, "64MiB", 1, work, lambda *each: reports.append(each))
        assert check_strategy(stages.strategy(), "64MiB").holds
    count = strategy.count
    ends = [done for done, _, _ in reports]
    assert ends == [*range(2, count, 2), count, count]


def test_what_was_made_with_a_small_budget_passes_a_check(tmp_path: Path) -> None:
    proof = tmp_path / "a.proof"
    prove(game("6,5,4").start().play("a1"), proof, threads=1, memory="64MiB")
    for budget in (2, 20):
        made = make_strategy(proof, budget=budget, threads=1, memory="64MiB")
        assert check_strategy(made, threads=1, memory="64MiB").holds


@pytest.mark.parametrize("processes", [1, 2])
def test_results_come_in_order(processes: int) -> None:
    found = list(in_parts(sum, 3, 9, processes))
    assert found == [(4, 7), (6, 10), (8, 14), (9, 17)]
