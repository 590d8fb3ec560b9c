"""Strategies at work: made from a certificate, checked by search, and followed to the win."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from kinrow.__main__ import main
from kinrow.rules import Outcome, Position, Sign, as_position, game, symmetries
from kinrow.runtime.conversion import cell_of, index_of
from kinrow.strategies import (
    Follower,
    Strategy,
    StrategyError,
    check_strategy,
    make_strategy,
    read_strategy,
)
from kinrow.strategies.file import Entry, pack
from kinrow.strategies.proving import proves
from kinrow.strategies.shelf import SHIPPED

PROOFS = Path(__file__).resolve().parents[2] / "examples" / "proofs"


@pytest.fixture(scope="module")
def strategy() -> Strategy:
    made = make_strategy(PROOFS / "15-15-5-h8-k6-i9-c13.proof", budget=1_000)
    assert isinstance(made, Strategy)
    return made


def test_a_strategy_is_much_smaller_than_its_certificate(strategy: Strategy) -> None:
    assert strategy.winner is Sign.X
    assert 10 < strategy.count < 500


def test_it_is_proved_by_search(strategy: Strategy) -> None:
    verdict = check_strategy(strategy)
    assert verdict.holds
    assert verdict.entries == strategy.count


def test_a_false_entry_is_seen(strategy: Strategy) -> None:
    hopeless = Entry(own=1, other=2 | 4 | 8 | 16, zone=1 << 5, move=5, order=0)
    size = strategy.rules.size
    spoilt = replace(strategy, packed=pack(size, [*strategy.entries(), hopeless]))
    verdict = check_strategy(spoilt)
    assert verdict.failed == hopeless
    assert not verdict.holds


def test_a_zone_that_is_too_small_is_seen(strategy: Strategy) -> None:
    *_, root = strategy.entries()
    with Follower(strategy) as follower:
        assert proves(follower, root, 100_000)
        assert not proves(follower, replace(root, zone=1 << root.move), 100_000)


def test_entries_that_are_missing_are_seen(strategy: Strategy) -> None:
    verdict = check_strategy(replace(strategy, packed=b"", budget=1))
    assert verdict.failed is None
    assert not verdict.holds


@pytest.mark.parametrize(
    "entry",
    [
        Entry(own=1, other=1, zone=4, move=2, order=0),
        Entry(own=1, other=2, zone=4, move=1, order=0),
        Entry(own=1, other=2, zone=4, move=60_000, order=0),
        Entry(own=1, other=2, zone=2, move=2, order=0),
    ],
)
def test_an_entry_that_is_no_position_is_refused(strategy: Strategy, entry: Entry) -> None:
    with (
        Follower(replace(strategy, packed=b"")) as follower,
        pytest.raises(StrategyError, match="entry 0 is not a position with a move and a zone"),
    ):
        follower.learn([entry])


def replies(position: Position, random: Random) -> Position:
    """A reply near the stones, or anywhere."""
    near = [
        move
        for move in position.legal_moves
        if any(
            position.cells[index] != "."
            for index in range(position.rules.size)
            if max(
                abs(move.row - index // position.rules.cols),
                abs(move.col - index % position.rules.cols),
            )
            <= 2
        )
    ]
    return position.play(random.choice(near if random.random() < 0.8 else position.legal_moves))


@pytest.mark.parametrize("seed", range(6))
def test_the_win_is_never_let_go(strategy: Strategy, seed: int) -> None:
    random = Random(seed)
    position = strategy.start
    with Follower(strategy) as follower:
        while not position.finished:
            if position.to_move is strategy.winner:
                found = follower.win(position)
                assert found is not None
                assert found.move is not None
                position = position.play(found.move)
            else:
                position = replies(position, random)
    assert position.outcome is Outcome.LOSS  # for the side that would be to move


def test_a_position_that_was_searched_is_not_called_an_entry(strategy: Strategy) -> None:
    *_, root = strategy.entries()
    entry = Position(strategy.rules, root.signs(strategy.winner, strategy.rules.size), Sign.X)
    after = entry.play(cell_of(strategy.rules, root.move)).play("o1")
    with Follower(strategy) as follower:
        asked = [follower.win(position) for position in (after, after, entry)]
    assert [found.by_search for found in asked if found] == [True, True, False]


def test_after_the_move_of_an_entry_nothing_is_found_by_search(strategy: Strategy) -> None:
    with Follower(strategy) as follower:
        for entry in list(strategy.entries())[-5:]:
            signs = entry.signs(strategy.winner, strategy.rules.size)
            before = Position(strategy.rules, signs, Sign.X)
            followed = follower.win(before.play(cell_of(strategy.rules, entry.move)))
            assert followed is not None
            assert not followed.by_search
            other = follower.win(before.play(next(iter(before.legal_moves))))
            assert other is None or other.by_search


def test_a_closed_follower_holds_no_table(strategy: Strategy) -> None:
    follower = Follower(strategy)
    core = follower._core
    for _ in range(2):
        follower.close()
    assert sys.getrefcount(core) == 2  # this name, and the call's


@pytest.mark.parametrize("turn", range(8))
def test_a_turned_board_is_the_same(strategy: Strategy, turn: int) -> None:
    rules = strategy.rules
    places = symmetries(rules.rows, rules.cols)[turn]
    entry = next(entry for entry in strategy.entries() if entry.order == 0)
    signs = entry.signs(strategy.winner, rules.size)
    turned = [""] * rules.size
    for index, sign in enumerate(signs):
        turned[places[index]] = sign
    rows = ["".join(turned)[at : at + rules.cols] for at in range(0, rules.size, rules.cols)]
    position = rules.parse("/".join(rows))
    with Follower(strategy) as follower:
        found = follower.win(position)
    assert found is not None
    assert not found.by_search
    assert found.move == cell_of(rules, places[entry.move])
    assert {index_of(rules, cell) for cell in found.zone} == {
        places[index] for index in range(rules.size) if entry.zone >> index & 1
    }


def test_the_commands_say_from_which_position(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    start = as_position("4,4,3 O.../..../..../.... O")
    path = str(tmp_path / "a.strategy")
    Strategy(start, Sign.O, 1_000, "00" * 32, b"").write(path)
    assert main(["strategy", "show", path]) == 0
    assert capsys.readouterr().out.startswith(f"{start.fen()}: O wins · 0 entries")
    assert main(["strategy", "check", path]) == 0
    assert capsys.readouterr().out.startswith(f"{start.fen()}: O wins: 0 entries and the starting")
    assert main(["strategy", "show", path, "--after", "b2 c3"]) == 0
    assert capsys.readouterr().out.startswith("O wins with ")
    assert main(["strategy", "show", path, "--after", "a1"]) == 2
    assert "a1 is taken by O" in capsys.readouterr().err


def test_no_positions_to_search_are_none() -> None:
    with Follower(read_strategy(SHIPPED / "9-4-4.strategy")) as follower:
        later = game("9,4,4").replay("c5 a1")
        assert follower.win(later, nodes=0) is None
        found = follower.win(later)
        assert found is not None and found.by_search
