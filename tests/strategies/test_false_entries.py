"""What `prove` says if the entries of a strategy are not true."""

from __future__ import annotations

from pathlib import Path

import pytest

from kinrow import Solution, prove
from kinrow.proofs import CheckpointError
from kinrow.proofs.search import ProofUnfound
from kinrow.rules import Position, Sign, game
from kinrow.strategies import Strategy
from kinrow.strategies.file import Entry, pack


def false_strategy(position: Position) -> Strategy:
    """It says that X wins this position of the game by taking the first empty cell."""
    rules, cells = position.rules, position.cells
    own, other = (sum(1 << at for at, mark in enumerate(cells) if mark == sign) for sign in "XO")
    empty = (1 << rules.size) - 1 ^ (own | other)
    entry = Entry(own, other, empty, cells.index("."), order=0)
    return Strategy(rules.start(), Sign.X, 20_000, "00" * 32, pack(rules.size, [entry]))


def test_a_result_that_rests_on_a_false_entry_has_no_proof(tmp_path: Path) -> None:
    path, position = tmp_path / "a.proof", game("9,9,5").replay("a1 e5 i1 e4 a9 d5")
    with pytest.raises(ProofUnfound, match="check the strategy"):
        prove(position, path, strategy=false_strategy(position), threads=1, time=5)
    assert not path.exists()


def test_what_was_not_checked_is_no_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("kinrow.proofs.alone.write_file", interrupted)
    path, start = tmp_path / "a.proof", game("9,9,5").start()
    known = false_strategy(start)
    found = prove(start, path, strategy=known, threads=1, time=5, on_interrupt="return")
    assert isinstance(found, Solution)
    assert (found.value.lower, found.value.upper) == (-1, 1)
    assert found.stopped == "interrupted"
    # What it has found is of no use without the strategy.
    with pytest.raises(CheckpointError, match="another game or search"):
        prove(start, path, threads=1, time=1, resume=True)
