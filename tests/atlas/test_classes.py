"""The atlas answers for whole classes of boards, if something settles all of them at once."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest
from tests.atlas.test_command import Ran

from kinrow.knowledge import Atlas, AtlasRow
from kinrow.knowledge.beyond import larger_board, row_with_boards
from kinrow.rules import Rules, game


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")


@pytest.mark.parametrize(
    ("spec", "value", "source"),
    [
        ("13+,4,4", "first player wins", "13+,4,4"),
        ("4,100+,4:exact", "first player wins", "13+,4,4:exact"),
        ("(3+,4+,3)", "first player wins", "4+,3+,3"),
        ("6,6*,6", "draw", "6*,6,6"),
        ("9+,7,7", "draw", "7*,7,7"),
    ],
)
def test_a_class_of_boards_is_a_game_too(
    spec: str, value: str, source: str, capsys: pytest.CaptureFixture[str]
) -> None:
    name = spec.strip("()")
    found = Ran(capsys, "--game", spec).out
    assert found.startswith(f"{name}: {value} · proved for all boards of {source} · certificate")
    (row,) = Ran(capsys, "--game", spec, "--json").rows
    assert (row["game"], row["class"]) == (name, source)


def test_boards_too_small_for_the_certificate_have_rows_of_their_own(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Theorem 3 says so of (m,4,4) with m >= 9."""
    boards = [f"{rows},4,4" for rows in (9, 10, 11, 12)]
    found = Ran(capsys, "--game", "4,9+,4").out
    words = f"settled one by one for {' '.join(boards)}, and proved for all boards of 13+,4,4"
    assert found.startswith(f"4,9+,4: first player wins · {words} · certificate of ")
    (row,) = Ran(capsys, "--game", "9+,4,4", "--json").rows
    assert (row["game"], row["class"], row["boards"]) == ("9+,4,4", "13+,4,4", boards)


@pytest.mark.parametrize(
    ("spec", "boards", "classes"),
    [
        ("6+,6+,4", "6,6 8,7 9,7 9,8", "10+,7+ 7+,6 7+,7 8+,8 9+,9"),
        ("7+,5+,4", "8,7 9,7 9,8", "10+,7+ 7+,5 7+,6 7+,7 8+,8 9+,9"),
        ("4+,9+,4", "9,4 10,4 11,4 12,4 9,7 9,8", "10+,7+ 13+,4 7+,5 7+,6 9+,9"),
        ("9+,9+,4", "", "10+,7+ 9+,9"),
        ("30+,5+,4", "", "10+,7+ 7+,5 7+,6"),
        ("7+,6+,4:exact", "8,7 9,7 9,8", "10+,7+ 7+,6 7+,7 8+,8 9+,9"),
    ],
)
def test_strips_beside_a_class_settle_more_boards(
    spec: str, boards: str, classes: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Theorem 3: a class for both sides, and finitely many strips beside it."""
    rest = spec.split(",", 2)[2]
    names, singly = ([f"{each},{rest}" for each in text.split()] for text in (classes, boards))
    (row,) = Ran(capsys, "--game", spec, "--json").rows
    assert (row["value"], sorted(row["boards"])) == ("win", sorted(singly))
    assert sorted(row["classes"]) == sorted(names)
    found = Ran(capsys, "--game", spec).out
    assert found.startswith(f"{spec}: first player wins · ")
    assert f"proved for all boards of {' '.join(row['classes'])}\n" in found
    assert ("settled one by one for " in found) is bool(singly)


@pytest.mark.parametrize("spec", ["3", "4", "4:exact", "5"])
def test_no_class_is_said_to_be_settled_if_one_of_its_boards_is_not(spec: str) -> None:
    find = cache(Atlas().find)
    rows = {(m, n): find(game(f"{m},{n},{spec}")) for m, n in product(range(3, 11), range(3, 11))}
    for m, n in rows:
        board = larger_board(f"{m}+,{n}+,{spec}")
        assert board is not None
        found = row_with_boards(board, find)
        larger = [row for (rows_, cols), row in rows.items() if rows_ >= m and cols >= n]
        values = {row and row.value for row in larger}
        assert found is None or values == {found.row.value}, str(board)
        if spec in ("3", "4"):  # here every board is known
            assert (found is not None) is (len(values) == 1), str(board)


def test_a_board_is_not_settled_by_its_part() -> None:
    """A row of (22,5,4) says nothing of (40,5,4): only what holds for that board counts."""
    asked: list[str] = []

    def find(rules: Rules) -> AtlasRow | None:
        asked.append(str(rules))
        return Atlas().find(rules)

    board = larger_board("40,5+,4")
    assert board is not None
    found = row_with_boards(board, find)
    assert found is not None
    assert (found.boards, asked) == (("40,5,4", "40,6,4"), [])


@pytest.mark.parametrize(
    ("spec", "words"),
    [("20+,20+,9", "draw · by theory: monotonicity"), ("9+,3,4", "draw · by theory: narrow board")],
)
def test_theory_settles_classes_of_boards(
    spec: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert Ran(capsys, "--game", spec).out == f"{spec}: {words}\n"


@pytest.mark.parametrize(
    "spec",
    [
        "8+,4,4",
        "9+,4,4:exact",
        "5+,5+,4",
        "4+,4+,4",
        "8+,4+,4",
        "20+,21+,5",
        "13+,4,4:misere",
        "2+,9,3",
        "20+,20+,5",
        "5*,5,5",
    ],
)
def test_a_class_that_is_not_settled(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    ran = Ran(capsys, "--game", spec)
    assert (ran.status, ran.out) == (1, "")
    words = (
        "these boards are not all settled, or have different values; ask for one board, such as "
    )
    one = spec.replace("+", "").replace("*", "")
    assert ran.err == f"kinrow: {spec}: {words}{one}\n"
