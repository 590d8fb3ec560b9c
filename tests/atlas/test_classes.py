"""The atlas answers for whole classes of boards, if something settles all of them at once."""

from __future__ import annotations

import pytest
from tests.atlas.test_command import Ran


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
    ("spec", "words"),
    [("20+,20+,9", "draw · by theory: monotonicity"), ("9+,3,4", "draw · by theory: narrow board")],
)
def test_theory_settles_classes_of_boards(
    spec: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert Ran(capsys, "--game", spec).out == f"{spec}: {words}\n"


@pytest.mark.parametrize(
    "spec", ["8+,4,4", "9+,4,4:exact", "6+,6+,4", "13+,4,4:misere", "2+,9,3", "20+,20+,5", "5*,5,5"]
)
def test_a_class_that_is_not_settled(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    ran = Ran(capsys, "--game", spec)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"kinrow: {spec}: these boards are not all settled, or not alike; ")
