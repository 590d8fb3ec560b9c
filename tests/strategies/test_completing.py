"""Completion: an entry whose move a search does not prove gets what the certificate has below."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kinrow.strategies import Follower, Strategy, check_strategy
from kinrow.strategies.completing import Completion
from kinrow.strategies.file import pack
from kinrow.strategies.proof_moves import ProofMoves, moves_of_proof

PROOF = Path(__file__).resolve().parents[2] / "examples" / "proofs" / "15-15-5-h8-k6-i9-c13.proof"


@pytest.fixture(scope="module")
def known() -> ProofMoves:
    return moves_of_proof(PROOF, least=2)


def completed(known: ProofMoves, nodes: int) -> Strategy:
    """What becomes of the first move alone."""
    strategy = Strategy(known.start, known.winner, nodes, known.sha256, b"")
    root = known.moves[-1:]
    with Follower(strategy) as follower:
        completion = Completion(follower, known, nodes)
        completion.add(root)
    return replace(strategy, packed=pack(strategy.rules.size, completion.entries))


def test_the_certificate_says_what_follows_a_pass(known: ProofMoves) -> None:
    assert known.after_passes
    for entry in known.after_passes:
        assert entry.order >= 1  # as many stones as the loser has not set
        assert entry.own.bit_count() == entry.other.bit_count() + entry.order
        assert entry.zone & ~(entry.own | entry.other) == entry.zone
        assert entry.zone >> entry.move & 1


@pytest.mark.parametrize("nodes", [100, 1_000])
def test_the_first_move_alone_gets_all_that_it_needs(known: ProofMoves, nodes: int) -> None:
    strategy = completed(known, nodes)
    assert 1 < strategy.count < len(known.moves)
    assert set(strategy.entries()) & set(known.after_passes)
    verdict = check_strategy(strategy)
    assert verdict.holds
    assert verdict.entries == strategy.count


def test_nothing_is_added_that_a_search_finds(known: ProofMoves) -> None:
    assert completed(known, 100_000).count == 1


def test_less_is_not_enough(known: ProofMoves) -> None:
    strategy = completed(replace(known, moves=known.moves[-1:], after_passes=[]), 1_000)
    assert strategy.count == 1
    assert not check_strategy(replace(strategy, budget=1)).holds
