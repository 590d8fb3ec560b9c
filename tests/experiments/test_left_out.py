"""A second stone that several wins after a pass keep off: the joined certificate is one."""

from __future__ import annotations

from pathlib import Path

import pytest
from docs.experiments import left_out
from docs.experiments.certificates import position_with
from docs.experiments.every_board import Window
from docs.experiments.first_moves import Search
from docs.experiments.left_out import LeftOut, find
from tests.proofs.judges import judge

from kinrow.proofs import Proof
from kinrow.reference import check as reference
from kinrow.rules import Cell, Sign

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


def leaving(quiet: str, folder: Path) -> Search:
    """A stone whose lines leave the window to the right: the row and both diagonals."""
    window = Window(19)
    first, second, third = (Cell.of(name) for name in ("j10", "p10", "i10"))
    task = LeftOut(window, folder, 1 << 27, second, third, [quiet.split(",")], (first,))
    return Search(task.question(quiet.split(",")), 1 << 27, None)


def test_lines_may_leave_the_window_where_the_win_keeps_off_them(tmp_path: Path) -> None:
    rules = Window(19).rules
    position = position_with(
        rules, map(Cell.of, ("j10", "i10")), map(Cell.of, ("p10", "l10")), Sign.X
    )
    search = leaving("row,column,diagonal,antidiagonal", tmp_path)
    assert search.ask(position, 60)[0] is not None
    path = tmp_path / "a.proof"
    assert isinstance(search.prove(path, 1 << 26, position), Proof)
    assert b"G" in path.read_bytes()
    assert judge(path.read_bytes()) is not None


@pytest.mark.parametrize("quiet", ["row,column", "row,diagonal,column"])
def test_lines_may_not_leave_it_elsewhere(tmp_path: Path, quiet: str) -> None:
    """The same without one of the directions: then the search ends without a win."""
    mine, theirs = ("j10", "i10", "i11"), ("p10", "l10")
    position = position_with(Window(19).rules, map(Cell.of, mine), map(Cell.of, theirs), Sign.O)
    assert leaving(quiet, tmp_path).ask(position, 60)[0] is None


@pytest.mark.parametrize(
    ("second", "move", "ways", "counts"),
    [
        ("t11", "p7", ("row", "diagonal", "antidiagonal"), True),
        ("t11", "t13", ("row", "column", "diagonal", "antidiagonal"), False),
        ("q11", "q13", ("column",), False),
        ("q11", "q15", ("column",), True),
        ("q11", "q4", ("column",), False),
        ("q11", "l12", ("row",), False),
    ],
)
def test_what_null_moves_after_an_answer_keep_off(
    second: str, move: str, ways: tuple[str, ...], counts: bool, tmp_path: Path
) -> None:
    """The lines that leave the window, and that of the answer, or else what the first win does."""
    window = Window(21, exact=True)
    first, third = Cell.of("k11"), Cell.of("j11")
    quiet = [["row"], ["column"], ["diagonal"], ["antidiagonal"]]
    task = LeftOut(window, tmp_path, 1 << 20, Cell.of(second), third, quiet, (first,))
    answer = Cell.of(move)
    assert task.keeping_off(answer) == (ways, (answer,) if counts else ())
