"""Claims for a class of boards: what both checkers accept, and trees written by hand."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from tests.proofs.adversary import careless, written
from tests.proofs.classes import Pads, truth_on
from tests.proofs.judges import judge, judged
from tests.proofs.test_agreement import count_accepted, signed

from kinrow.proofs import class_of, prove
from kinrow.proofs.boards import SIDES
from kinrow.reference import check
from kinrow.reference.check import Claim, Header, Refused
from kinrow.rules import RulesError, game

WINS = (Claim("X", wins=True),)


def window(
    rows: int, cols: int, k: int, larger: tuple[str, ...], cells: str, **more: Any
) -> Header:
    """A position in a window, O to move: 'X wins'."""
    header = Header(rows, cols, k, 1, 1, False, False, cells, "O", 1, WINS, larger)
    return header._replace(**more)


def value_on(header: Header, pads: Pads) -> int:
    """The value for X of the position on this board of the class, by brute force."""
    mine, theirs = (sum(1 << c for c, at in enumerate(header.cells) if at == s) for s in "XO")
    return truth_on(header, (pads,))(mine, theirs, False, 1)


# Exactly two in a row, on one row. O cannot complete a line of these cells, as each would be too
# long. In each of the two gaps X needs a stone in the middle, so O stops but one. But two stones of
# O's elsewhere are a line before X has one.
TWO_GAPS = window(1, 15, 2, ("cols",), "OOO...OOO...OOO", exact=True)
STOPPED = bytes([3, *b"V", 10, 0, 4, *b"V", 10, 0, 5, *b"V", 10, 0])
AFAR = {
    "V": (b"ZV\4\0" + STOPPED, ("for gap in (*gaps, *far)]", "for gap in gaps]")),
    "T": (
        b"ZM\4T\0" + STOPPED,
        ("answers) for gap in (*soon, *self.board.afar)", "answers) for gap in soon"),
    ),
    "W": (
        b"ZM\4ZW\0\3W\0" + STOPPED,
        ("(gap, 1, 0) for gap in (*soon, *self.board.afar)", "(gap, 1, 0) for gap in soon"),
    ),
}


def test_the_claim_is_false_on_a_longer_row() -> None:
    assert value_on(TWO_GAPS, (0, 0, 0, 0)) == 1
    assert value_on(TWO_GAPS, (0, 0, 0, 4)) < 1


@pytest.mark.parametrize(("tree", "rule"), AFAR.values(), ids=AFAR)
def test_lines_far_from_the_window_count(tree: bytes, rule: tuple[str, str]) -> None:
    """Both checkers refuse the tree; without the rule one accepts it."""
    assert judged(written(TWO_GAPS, tree)) is None
    assert careless(*rule).check(io.BytesIO(written(TWO_GAPS, tree))).nodes > 0


# Three in a row. X threatens two lines, but O completes a diagonal that leaves the window first.
LEAVING = window(3, 3, 3, ("rows", "cols"), "OOX..OX.X")


def test_lines_that_leave_the_window_count() -> None:
    assert judged(written(LEAVING, b"T\0")) is None
    spoilt = careless("[*lines_of(header), *leaving_lines(header)]", "lines_of(header)")
    assert spoilt.check(io.BytesIO(written(LEAVING, b"T\0"))).nodes > 0
    assert value_on(LEAVING, (0, 0, 0, 0)) == 1
    assert value_on(LEAVING, (0, 0, 0, 1)) < 1


# Three in a row. An adversary found the tree. O wins by d2, beyond the window, with two threats.
UNSAFE = window(3, 3, 3, ("cols",), "..XX...XO")
UNSAFE_TREE = (
    b"ZM\x05ZM\x04ZM\x00ZM\x01T\x01\x06\x01W\x01\x06\x06W\x00\x06M\x01T\x01\x00\x00W\x01\x01\x01"
    b"M\x06T\x01\x00\x00W\x00\x01M\x04T\x00\x06M\x00T\x00\x04M\x00T\x00\x01M\x06ZM\x04T\x00\x00"
    b"W\x00\x05W\x00\x04M\x00T\x00\x06M\x01ZW\x00\x00M\x04T\x00\x00M\x04T\x00\x04M\x00ZW\x00\x01"
    b"W\x00\x05V\x04\x00"
)


def test_no_zone_is_all_empty_cells() -> None:
    assert value_on(UNSAFE, (0, 0, 0, 0)) == 1
    assert value_on(UNSAFE, (0, 0, 0, 2)) < 1
    assert judged(written(UNSAFE, UNSAFE_TREE)) is None
    spoilt = careless("safe or not self.board.afar", "True")
    assert spoilt.check(io.BytesIO(written(UNSAFE, UNSAFE_TREE))).nodes > 0


# The middle of a square: X wins along the row or along the column, whichever O leaves.
CORNER = ".....X.........."
BY_TURN = b"ZV\6\1\x09" + bytes([6, *b"V", 9, 0, 9, *b"R", 4, 4, *b"V", 9, 0, 7, *b"V", 9, 0])
ONE_BY_ONE = BY_TURN.replace(b"R\4", b"V\6\0")


@pytest.mark.parametrize(
    ("larger", "tree", "accepted"),
    [
        (("rows", "cols"), BY_TURN, True),
        (("rows",), BY_TURN, False),
        (("cols",), BY_TURN, False),
        (("rows",), ONE_BY_ONE, True),
        (("cols",), ONE_BY_ONE, True),
    ],
)
def test_a_strip_has_no_diagonal_symmetry(
    larger: tuple[str, ...], tree: bytes, accepted: bool
) -> None:
    header = window(4, 4, 3, larger, CORNER)
    assert (judged(written(header, tree)) is not None) == accepted


@pytest.mark.parametrize("letter", "AN")
def test_letters_of_one_board(letter: str) -> None:
    tree = letter.encode() + b"V\6\0" * 20
    assert judged(written(window(4, 4, 3, ("rows",), CORNER), tree)) is None


@pytest.mark.parametrize(
    ("larger", "accepted"),
    [
        (["rows"], True),
        (["cols"], True),
        (["rows", "cols"], True),
        (["cols", "rows"], False),
        (["rows", "rows"], False),
        (["cols", "cols"], False),
        ([], False),
        ([1], False),
        (["Rows"], False),
        ("rows", False),
        (None, False),
        ({"rows": 1}, False),
    ],
)
def test_the_header_names_the_longer_sides(larger: object, accepted: bool) -> None:
    data = written(window(4, 4, 3, ("rows",), CORNER), ONE_BY_ONE)
    magic, head, tree = data[: -check.DIGEST].split(b"\n", 2)
    fields = json.loads(head) | {"larger": larger}
    changed = b"\n".join((magic, json.dumps(fields).encode(), tree))
    assert (judged(signed(changed)) is not None) == accepted


@pytest.mark.parametrize(
    "change",
    [
        {"misere": True},
        {"stones": 2},
        {"first": 2, "left": 2},
        {"claims": (Claim("X", wins=False),)},
        {"claims": (*WINS, Claim("O", wins=False))},
    ],
)
def test_only_wins_with_single_stones(change: dict[str, Any]) -> None:
    header = window(4, 4, 3, ("rows",), CORNER, **change)
    with pytest.raises(Refused, match="larger"):
        check.check(io.BytesIO(written(header, ONE_BY_ONE)))
    assert judged(written(header, ONE_BY_ONE)) is None


@pytest.mark.parametrize(
    "spec", ["4+,3+,3", "4+,3,3", "3,4+,3", "4+,3+,3:exact", "1,3+,2", "1+,1+,1", "10+,10+,4"]
)
def test_proved_and_checked(spec: str, tmp_path: Path) -> None:
    """By both checkers; the same bytes without the class, or changed, are another matter."""
    smallest, larger = class_of(spec)
    proof = prove(game(smallest), tmp_path / "a.proof", larger=larger, threads=1, time=60)
    data = (tmp_path / "a.proof").read_bytes()
    header = judge(data)
    assert header is not None and header.larger == larger == proof.larger  # type: ignore[union-attr]
    assert count_accepted(data, 30, seed=4) < 30


def test_the_largest_window_of_five(tmp_path: Path) -> None:
    start = game("22,22,5").replay("k11 a1 l12 a2 k13 v22")
    proof = prove(start, tmp_path / "a.proof", larger=SIDES, threads=1, memory="64MiB")
    data = (tmp_path / "a.proof").read_bytes()
    header = judge(data)
    assert header is not None and header.larger == SIDES == proof.larger  # type: ignore[union-attr]
    assert count_accepted(data, 30, seed=4) < 30


def test_what_cannot_be_claimed(tmp_path: Path) -> None:
    for spec, larger, why in (
        ("4,3,3,2,1", ("rows",), "one stone per turn"),
        ("4,3,3:misere", ("rows",), "misère"),
        ("20,20,20", ("rows", "cols"), "lines"),
        ("22,22,6", ("rows", "cols"), "lines"),
        ("4,3,3", ("cols", "rows"), "larger"),
    ):
        with pytest.raises(RulesError, match=why):
            prove(game(spec), tmp_path / "a.proof", larger=larger)  # type: ignore[arg-type]


def test_a_class_without_a_win_stays_open(tmp_path: Path) -> None:
    found = prove(game("3,3,3"), tmp_path / "a.proof", larger=("rows",), threads=1)
    assert (found.value.lower, found.value.upper) == (-1, 1)  # type: ignore[union-attr]
    assert not (tmp_path / "a.proof").exists()
