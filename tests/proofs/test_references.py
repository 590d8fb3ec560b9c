"""A reference is to a position of the same game: the weak one has names of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from kinrow.proofs import check, prove
from kinrow.reference import check as check_py
from kinrow.rules import game


def test_a_settled_position_is_no_position_of_the_strong_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Settling gives stones away: what looks like such a position may have been another one."""
    told: dict[str, set[int]] = {"": set(), "weak": set()}
    keep = check_py.Tree.keep

    def seen(tree: check_py.Tree, at: check_py.Place, found: check_py.Found) -> None:
        told[tree.game].add(at.left)
        keep(tree, at, found)

    monkeypatch.setattr(check_py.Tree, "keep", seen)
    prove(game("5,5,4"), tmp_path / "a.proof")
    check(tmp_path / "a.proof", reference=True)
    assert told == {"": {1}, "weak": {0}}
