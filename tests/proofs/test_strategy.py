"""A certificate that is written anew from a strategy."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from kinrow.proofs import Proof, class_of, prove
from kinrow.rules import Position, RulesError, game
from kinrow.strategies import Strategy, make_strategy, read_strategy
from kinrow.strategies.shelf import SHIPPED

PROOFS = Path(__file__).resolve().parents[2] / "examples" / "proofs"


def won(proof: Path) -> Strategy:
    strategy = make_strategy(proof, budget=100)
    assert isinstance(strategy, Strategy)
    return strategy


def test_a_strategy_spares_the_search(tmp_path: Path) -> None:
    strategy = won(PROOFS / "15-15-5-h8-k6-i9-c13.proof")
    found = prove(
        strategy.start, tmp_path / "a.proof", threads=1, memory="256MiB", strategy=strategy
    )
    alone = prove(strategy.start, tmp_path / "b.proof", threads=1, memory="256MiB")
    assert isinstance(found, Proof) and isinstance(alone, Proof)
    assert found.claims == alone.claims == ("X wins",)
    assert found.solution.nodes < alone.solution.nodes


def test_a_strategy_of_another_game_is_refused(tmp_path: Path) -> None:
    strategy = won(PROOFS / "9-4-4.proof")
    with pytest.raises(
        RulesError, match=r"a strategy for \(9,4,4\) proves nothing about tictactoe"
    ):
        prove(game("tictactoe").start(), tmp_path / "a.proof", strategy=strategy)


def test_a_strategy_of_the_board_turned_by_a_quarter_will_do(tmp_path: Path) -> None:
    """The certificate is of the game that was asked for, and shorter than without: 38,791 bytes."""
    strategy = read_strategy(SHIPPED / "9-4-4.strategy")
    assert strategy.turned().turned() == strategy
    proof = prove("4,9,4", tmp_path / "a.proof", threads=1, strategy=strategy)
    assert isinstance(proof, Proof) and proof.claims == ("X wins",)
    assert proof.solution.position == game("4,9,4").start()
    assert proof.size < 20_000
    with pytest.raises(RulesError, match="proves nothing about"):
        prove("4,10,4", tmp_path / "b.proof", strategy=strategy)


@pytest.mark.parametrize(("spec", "title"), [("13+,4,4", "(13+,4,4)"), ("10,7+,4", "(10,7+,4)")])
def test_a_strategy_of_a_class_of_boards_will_do(spec: str, title: str, tmp_path: Path) -> None:
    """For the class, for one that it contains, and for the smallest board; for no other."""
    strategy = won(PROOFS / f"{'13+-4-4' if '13' in spec else '10+-7+-4'}.proof")
    rules, larger = class_of(spec)
    for sides in (larger, ()):
        found = prove(rules, tmp_path / "a.proof", strategy=strategy, larger=sides, threads=1)
        alone = prove(rules, tmp_path / "b.proof", larger=sides, threads=1)
        assert isinstance(found, Proof) and isinstance(alone, Proof)
        assert found.claims == alone.claims
        assert found.size < alone.size
    with pytest.raises(RulesError, match=r"proves nothing about \(14"):
        prove("14,4,4", tmp_path / "c.proof", strategy=strategy)
    of_one_board = replace(strategy, larger=())
    with pytest.raises(RulesError, match=re.escape(f"proves nothing about {title}")):
        prove(rules, tmp_path / "c.proof", strategy=of_one_board, larger=larger)


def test_it_does_not_matter_which_sign_begins(tmp_path: Path) -> None:
    """A certificate does not say that, but who is to move."""
    rules = game("4,4,3:begins=O")
    prove(rules, tmp_path / "a.proof")
    strategy = won(tmp_path / "a.proof")
    assert strategy.start == rules.start()
    older = replace(strategy, start=Position(game("4,4,3"), strategy.start.cells, "O"))
    for known in (strategy, older):
        found = prove(rules, tmp_path / "b.proof", strategy=known)
        assert isinstance(found, Proof)
        assert found.claims == ("O wins",)


def test_a_strategy_of_a_draw_is_refused(tmp_path: Path) -> None:
    drawn = make_strategy(PROOFS / "4-4-4.proof")
    with pytest.raises(RulesError, match=r"DrawStrategy.*: expected a strategy that wins"):
        prove("4,4,4", tmp_path / "a.proof", strategy=drawn)  # type: ignore[arg-type]
