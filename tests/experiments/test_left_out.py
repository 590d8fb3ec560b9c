"""A second stone that several wins after a pass keep off: the joined certificate is one."""

from __future__ import annotations

from pathlib import Path

import pytest
from docs.experiments import left_out
from docs.experiments.every_board import Window
from docs.experiments.first_moves import Search
from docs.experiments.left_out import LeftOut, find
from tests.proofs.judges import judge

from kinrow.reference import check as reference
from kinrow.rules import Cell

SECOND, THIRD = Cell.of("q14"), Cell.of("l10")
MINE = tuple(map(Cell.of, ("k11", "k9", "j10")))


def asked(folder: Path, *quiet: str) -> LeftOut:
    return LeftOut(
        Window(21), folder, 1 << 27, SECOND, THIRD, [way.split(",") for way in quiet], MINE
    )


def test_the_wins_are_joined(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both checkers take the certificate, and another run finds all that it needs."""
    kind, counts = reference.Tree.not_quiet, []

    def noted(
        tree: reference.Tree, at: reference.Place, bit: int, zone: int
    ) -> tuple[int, set[tuple[int, int]]]:
        counts.append(zone)
        return kind(tree, at, bit, zone)

    monkeypatch.setattr(reference.Tree, "not_quiet", noted)
    task, path = (
        asked(tmp_path / "parts", "row,column,antidiagonal", "diagonal"),
        tmp_path / "a.proof",
    )
    assert find(task, path, 60)
    assert judge(path.read_bytes()) is not None
    assert len(counts) >= 2
    monkeypatch.setattr(left_out, "Search", None)
    assert find(asked(tmp_path / "parts", "row,column,antidiagonal", "diagonal"), path, 60)


def test_a_win_after_a_pass_may_not_be_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Search, "ask", lambda *_: (None, 1))
    left_out.main(["q14", "l10", "row", "--out", str(tmp_path), "--memory", "16MiB"])
    assert capsys.readouterr().out == "no win after a pass: row\nleft\n"
