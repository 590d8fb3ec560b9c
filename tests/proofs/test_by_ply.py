"""Wins by a given ply: as soon as the search says, and not before brute force allows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kinrow.proofs import CheckpointError, Proof, branches, check, class_of, prove
from kinrow.proofs.book import Book
from kinrow.rules import Position, RulesError, game, parse_moves
from kinrow.solver import SearchSolver
from kinrow.strategies import read_strategy
from kinrow.strategies.shelf import SHIPPED

LIMITS: dict[str, Any] = {"threads": 1, "memory": "64MiB"}


def shortest(position: Position) -> int:
    """The ply by which the search for the soonest win has the game over."""
    with SearchSolver("64MiB", threads=1) as solver:
        score = solver.solve(position, objective="score").score
    assert score is not None
    return position.rules.size - score + 1


@pytest.mark.parametrize("name", ["4,3,3", "5,5,3", "6,5,4", "6,6,4", "7,5,4", "6,5,4:exact"])
def test_the_soonest_win_is_proved_and_no_sooner_one(name: str, tmp_path: Path) -> None:
    start = game(name).start()
    least = shortest(start)
    found = prove(start, tmp_path / "a.proof", by_ply=least, **LIMITS)
    assert isinstance(found, Proof)
    assert found.by_ply == (least,)
    assert check(found.path, reference=True).by_ply == (least,)
    sooner = prove(start, tmp_path / "b.proof", by_ply=least - 1, **LIMITS)
    assert not isinstance(sooner, Proof)
    assert (sooner.stopped, sooner.value.lower, sooner.value.upper) == (None, -1, 1)
    assert [file.name for file in tmp_path.iterdir()] == ["a.proof"]


@pytest.mark.parametrize("moves", ["c3 a1", "c3 b3", "c3 c4", "c3 d4 c4 b2"])
def test_the_stones_on_the_board_count(moves: str, tmp_path: Path) -> None:
    position = game("6,5,4").replay(parse_moves(moves))
    least = shortest(position)
    found = prove(position, tmp_path / "a.proof", by_ply=least, **LIMITS)
    assert isinstance(found, Proof)
    assert found.by_ply == (least,)
    assert not isinstance(prove(position, tmp_path / "b.proof", by_ply=least - 1, **LIMITS), Proof)


@pytest.mark.parametrize("spec", ["10+,7+,4", "7+,5,4", "13+,4,4"])
@pytest.mark.parametrize("ply", [11, 13, 31])
def test_a_class_of_boards_is_won_by_the_ply(spec: str, ply: int, tmp_path: Path) -> None:
    smallest, larger = class_of(spec)
    found = prove(smallest, tmp_path / "a.proof", larger=larger, by_ply=ply, **LIMITS, nodes=10**6)
    if not isinstance(found, Proof):
        assert (spec, ply) in {("13+,4,4", 11), ("13+,4,4", 13)}
        return
    (proved,) = found.by_ply
    assert proved is not None and proved <= ply
    assert check(found.path, reference=True).by_ply == (proved,)


def test_on_every_core(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(branches, "_LEAST", 0)
    book = tmp_path / "a.book"
    prove("13,4,4", tmp_path / "a.proof", learn=book, **LIMITS)
    limits: dict[str, Any] = {"book": Book(book), "memory": "64MiB", "threads": 2}
    found = prove("13,4,4", tmp_path / "b.proof", by_ply=27, **limits)
    assert isinstance(found, Proof)
    (ply,) = found.by_ply
    assert ply is not None and ply <= 27
    assert not isinstance(prove("13,4,4", tmp_path / "c.proof", by_ply=7, **limits), Proof)


def test_a_checkpoint_is_of_one_ply(tmp_path: Path) -> None:
    path = tmp_path / "a.proof"
    prove("13,4,4", path, by_ply=21, nodes=10**4, **LIMITS)
    with pytest.raises(CheckpointError):
        prove("13,4,4", path, by_ply=25, resume=True, **LIMITS)


@pytest.mark.parametrize(
    ("name", "more", "words"),
    [
        ("5,5,3,2,1", {}, "one stone per turn"),
        ("4,4,3:misere", {}, "without misère"),
        (
            "15,4,4",
            {"strategy": read_strategy(SHIPPED / "15-4-4.strategy")},
            "without misère, strategy",
        ),
        ("6*,6,6", {"repeated": "rows"}, "copies of a piece"),
        ("4,4,3", {"by_ply": 0}, "by_ply 0"),
    ],
)
def test_what_it_cannot_be_asked_of(
    name: str, more: dict[str, Any], words: str, tmp_path: Path
) -> None:
    spec = name.replace("*", "")
    with pytest.raises(RulesError if more.get("by_ply") is None else ValueError, match=words):
        prove(spec, tmp_path / "a.proof", **({"by_ply": 9} | more))
