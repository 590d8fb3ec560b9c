"""A tree of a larger window gives one in a smaller window."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

import pytest
from docs.experiments import every_board, smaller_window
from docs.experiments.every_board import Trees, Window
from docs.experiments.smaller_window import Smaller
from tests.proofs.judges import judge

from kinrow.rules import Rules, game
from kinrow.strategies.file import Entry


@pytest.fixture
def windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Smaller:
    """Of four in a row, which takes milliseconds: 13 by 13 and 11 by 11."""

    def rules(window: Window) -> Rules:
        return game((window.size, window.size, 4))

    for_tests = cached_property(rules)
    for_tests.__set_name__(Window, "rules")
    monkeypatch.setattr(Window, "rules", for_tests)
    monkeypatch.setattr(every_board, "book_for", lambda _: "")
    monkeypatch.setattr(smaller_window, "LEAST", 8)
    old, new = (Trees(Window(n), tmp_path / str(n), 1 << 27, 20.0) for n in (13, 11))
    for trees in (old, new):
        trees.folder.mkdir()
    return Smaller(old, new)


def test_an_entry_moves_with_the_middle(windows: Smaller) -> None:
    middle, corner = 1 << 6 * 13 + 6, 1 << 12
    inner = Entry(own=middle, other=0, zone=middle << 1, move=6 * 13 + 7, order=1)
    found = windows.entry(inner, zone=True)
    assert found == Entry(1 << 5 * 11 + 5, 0, 1 << 5 * 11 + 6, 5 * 11 + 6, 1)
    wide = Entry(own=middle, other=0, zone=middle << 1 | corner, move=6 * 13 + 7, order=1)
    assert windows.entry(wide, zone=True) is None
    assert windows.entry(wide, zone=False) == Entry(found.own, 0, 0, found.move, 1)


def test_the_tree_is_found_and_written(
    windows: Smaller, capsys: pytest.CaptureFixture[str]
) -> None:
    assert windows.old.against((0, 1))
    assert windows.find((0, 1), 20.0)
    assert judge(windows.new.second((0, 1)).read_bytes()) is not None
    assert "trees fit" in capsys.readouterr().out
