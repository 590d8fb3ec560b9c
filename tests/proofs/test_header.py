"""Headers that cannot be read are refused, whatever they are."""

from __future__ import annotations

import hashlib
import io
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.proofs.adversary import written
from tests.proofs.judges import judge

from kinrow.proofs import prove
from kinrow.reference import check
from kinrow.reference.check import Claim, Header
from kinrow.rules import game


@pytest.mark.parametrize("text", [b"[" * 60_000, b'{"a":' * 12_000, b'{"a":'])
def test_what_is_no_json_or_too_deep_is_refused(text: bytes) -> None:
    """By the reader's own words, not by those of whatever reads JSON."""
    with pytest.raises(check.Refused, match="the header is not the JSON that is required"):
        check.check(io.BytesIO(check.MAGIC + text + b"\n"))


@pytest.mark.parametrize(
    ("text", "at"),
    [
        (b'{"rules": 1, "position": 2}', 28),  # what is there is all read
        (b"{}", 3),
        (b"[]", 3),
        (b'{"rules": oops}', 10),
        ('{"ü": oops}'.encode(), 7),
        (b'{"\xff": 1}', 2),
    ],
)
def test_a_damaged_header_is_refused_at_its_place(text: bytes, at: int) -> None:
    with pytest.raises(check.Refused) as refused:
        check.check(io.BytesIO(check.MAGIC + text + b"\n"))
    place = len(check.MAGIC) + at
    assert str(refused.value) == f"byte {place}: the header is not the JSON that is required"


def test_the_limits_of_rules_are_told(tmp_path: Path) -> None:
    prove(game("3,3,3"), tmp_path / "a.proof")
    data = (tmp_path / "a.proof").read_bytes().replace(b'"rows": 3', b'"rows": 30')
    with pytest.raises(check.Refused, match="from 1 to 29 rows, 22 cols, 22 k, 20 stones"):
        check.check(io.BytesIO(data))


@pytest.mark.parametrize("encoding", ["utf-16-be", "utf-8-sig", "utf-32-le"])
def test_a_header_is_utf_8(encoding: str, tmp_path: Path) -> None:
    """No two readers see different claims."""
    prove(game("3,3,3"), tmp_path / "a.proof")
    body = (tmp_path / "a.proof").read_bytes()[len(check.MAGIC) : -check.DIGEST]
    header, _, tree = body.partition(b"\n")
    for data, holds in ((header, True), (header.decode().encode(encoding), False)):
        whole = check.MAGIC + data + b"\n" + tree
        file = io.BytesIO(whole + hashlib.sha256(whole).digest())
        if holds:
            assert check.check(file).nodes
        else:
            with pytest.raises(check.Refused, match="the header is not the JSON that is required"):
                check.check(file)


@pytest.mark.parametrize(
    ("rows", "cols", "k", "holds"),
    [
        (22, 22, 22, True),
        (29, 16, 22, True),
        (29, 17, 22, False),
        (23, 22, 22, False),
        (22, 23, 22, False),
        (30, 4, 22, False),
        (22, 22, 23, False),
    ],
)
def test_how_large_a_game_may_be(rows: int, cols: int, k: int, holds: bool) -> None:
    """Both checkers have the same limits. The lines are few enough for the potential."""
    claims = (Claim("X", wins=False),)
    header = Header(rows, cols, k, 1, 1, False, False, "." * (rows * cols), "X", 1, claims)
    assert (judge(written(header, b"E")) == header) is holds


def test_a_long_claim_is_cut() -> None:
    """What is quoted from a file may have any length."""
    with pytest.raises(check.Refused) as refused:
        check.claim_of("X" * 60_000)
    assert len(str(refused.value)) < 200


def test_the_stones_left_in_a_turn_are_told(tmp_path: Path) -> None:
    """Where a turn has several, the position is not said without them."""
    told = []
    for name, asked in (("one", game("3,3,3")), ("two", game("4,4,3,2,1"))):
        prove(asked, tmp_path / name)
        status, lines = check.judge(str(tmp_path / name))
        assert status == 0
        told.append(lines[0].partition(" to move")[2].partition(":")[0])
    assert told == ["", ", 1 left"]


def test_without_a_file_it_says_how_it_is_used() -> None:
    """Status 1 is for a file that is refused."""
    done = subprocess.run([sys.executable, check.__file__], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (2, "usage: python check.py FILE\n")


@pytest.mark.parametrize(
    ("reserved", "more", "holds"),
    [
        ("[0]", {}, True),
        ("[0, 8]", {}, True),
        ("[]", {}, False),
        ("[15]", {}, False),
        ("[-1]", {}, False),
        ("[1, 0]", {}, False),
        ("[0, 0]", {}, False),
        ("[true]", {}, False),
        ('"0"', {}, False),
        ("[0]", {"exact": False}, False),
        ("[0]", {"larger": ()}, False),
    ],
)
def test_reserved_cells(reserved: str, more: dict[str, Any], holds: bool) -> None:
    """In order, on the board, in exact games on a class of boards. X has two in a row."""
    wins = (Claim("X", wins=True),)
    cells, both = "......XX.......", ("rows", "cols")
    h = Header(3, 5, 3, 1, 1, True, False, cells, "X", 1, wins, both, reserved=(0,))
    text = written(h._replace(**more), b"W\0")[: -check.DIGEST].replace(
        b'"reserved": [0]', b'"reserved": ' + reserved.encode()
    )
    assert (judge(text + hashlib.sha256(text).digest()) is not None) is holds


def test_a_line_before_a_reserved_cell_does_not_count() -> None:
    """X can complete a single line, in the middle of five cells."""
    wins = (Claim("X", wins=True),)
    h = Header(1, 5, 3, 1, 1, True, False, "O.XXO", "X", 1, wins, ("rows",), reserved=(2,))
    assert judge(written(h, b"W\0")) is not None
    assert judge(written(h._replace(reserved=(0,)), b"W\0")) is None


def test_then_no_line_at_the_edge_counts() -> None:
    wins = (Claim("X", wins=True),)
    h = Header(1, 5, 3, 1, 1, True, False, ".XXOO", "X", 1, wins, ("cols",))
    assert judge(written(h, b"W\0")) is not None
    assert judge(written(h._replace(reserved=(4,)), b"W\0")) is None
