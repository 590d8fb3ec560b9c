"""Completion: an entry whose move a search does not prove gets what the certificate has below."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kinrow.strategies import Follower, Strategy, check_strategy
from kinrow.strategies.checking import budget_of_check
from kinrow.strategies.completing import Completion
from kinrow.strategies.file import Entry, StrategyError, pack
from kinrow.strategies.openings import images
from kinrow.strategies.proof_moves import ProofMoves, moves_of_proof
from kinrow.strategies.proving import MoveProof, proves

PROOF = Path(__file__).resolve().parents[2] / "examples" / "proofs" / "15-15-5-h8-k6-i9-c13.proof"


@pytest.fixture(scope="module")
def known() -> ProofMoves:
    return moves_of_proof(PROOF, least=2)


def completed(known: ProofMoves, nodes: int) -> Strategy:
    """What becomes of the first move alone."""
    strategy = Strategy(known.start, known.winner, nodes, known.sha256, b"")
    root = known.moves[-1]
    with Follower(strategy) as follower:
        completion = Completion(follower, known, nodes, [root], [])
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


def bare(known: ProofMoves, entry: Entry, nodes: int) -> list[Entry]:
    """What becomes of an entry of which the certificate has nothing."""
    with Follower(Strategy(known.start, known.winner, nodes, known.sha256, b"")) as follower:
        nothing = replace(known, moves=[], after_passes=[])
        completion = Completion(follower, nothing, nodes, [entry], [])
        completion.add(entry)
    return completion.entries


def test_what_the_certificate_does_not_have_is_searched(known: ProofMoves) -> None:
    entries = bare(known, known.moves[-1], 1_000)
    assert len(entries) > 1
    strategy = Strategy(known.start, known.winner, 1_000, known.sha256, pack(225, entries))
    assert check_strategy(strategy).holds


def test_what_not_even_a_long_search_finds_stays_open(known: ProofMoves) -> None:
    entries = bare(known, known.moves[-1], 1)
    strategy = Strategy(known.start, known.winner, 1, known.sha256, pack(225, entries))
    assert not check_strategy(strategy).holds


def test_an_entry_that_its_zone_does_not_hold_gets_a_wider_one(known: ProofMoves) -> None:
    root = known.moves[-1]
    narrow = replace(root, zone=1 << root.move)
    (entry,) = bare(known, narrow, 100_000)
    with Follower(Strategy(known.start, known.winner, 100_000, known.sha256, b"")) as follower:
        assert not proves(follower, narrow, 100_000)
        assert proves(follower, entry, 100_000)
    assert replace(entry, zone=narrow.zone) == narrow


def test_a_move_that_no_search_proves_stays(known: ProofMoves) -> None:
    """The loser has an open four."""
    losing = Entry(own=0b1010101, other=0b1111 << 16, zone=1 << 224, move=224, order=0)
    assert bare(known, losing, 10_000) == [losing]


def held(known: ProofMoves, entry: Entry, budget: int) -> tuple[Strategy, list[Entry]]:
    """A strategy of so small a budget, and what its check needs of an entry and the rest."""
    strategy = Strategy(known.start, known.winner, budget, known.sha256, b"")
    with Follower(strategy) as follower:
        completion = Completion(follower, known, budget_of_check(strategy), [], [])
        completion.hold(entry)
    return strategy, completion.entries


def test_zones_are_widened_until_a_check_finds_the_same(known: ProofMoves) -> None:
    root = known.moves[-1]
    narrow = replace(root, zone=1 << root.move)
    strategy, entries = held(known, narrow, 500)
    assert entries != [narrow]
    verdict = check_strategy(replace(strategy, packed=pack(225, entries)))
    assert verdict.failed is None
    assert not check_strategy(replace(strategy, packed=pack(225, [narrow]))).holds


def test_a_move_that_a_check_would_refuse_is_an_error(known: ProofMoves) -> None:
    losing = Entry(own=0b1010101, other=0b1111 << 16, zone=1 << 224, move=224, order=0)
    with pytest.raises(StrategyError, match=r"X.X.X.X......../.OOOO.*larger budget"):
        held(known, losing, 10)


@pytest.mark.parametrize("is_turned", [False, True])
def test_of_several_wins_one_within_the_zone_counts(known: ProofMoves, is_turned: bool) -> None:
    """A search knows one win of a position only; the entries have both."""
    root = known.moves[-1]
    passed = replace(root, own=root.own | 1 << root.move, order=root.order + 1)
    narrow, wide = replace(passed, move=0, zone=0b111), replace(passed, move=0, zone=0b1111)
    strategy = Strategy(known.start, known.winner, 1, known.sha256, b"")
    with Follower(strategy) as follower:
        places = images(strategy)[is_turned]
        follower.learn([narrow.image(places), wide.image(places)])
        settled = {
            within: passed not in MoveProof(follower, root, 1, within).unsettled()
            for within in (0b11, 0b111)
        }
    assert settled == {0b11: False, 0b111: True}
