"""Two checkers, one written from docs/proof-format.md alone: they agree on every file."""

from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path
from typing import Any

import pytest
from tests.proofs.adversary import written
from tests.proofs.judges import judged, judged_all

from kinrow.proofs import prove
from kinrow.reference import check
from kinrow.reference.check import Header
from kinrow.rules import game

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "proofs"
EXAMPLES = sorted(FOLDER.glob("*.proof"), key=lambda path: path.stat().st_size)
LETTERS = b"WMVATNZOPEBRS"
KINDS = (
    "3,3,3",
    "5,5,4",
    "5,5,4:exact",
    "3,3,3:misere",
    "4,4,4,2,1",
    "4,5,4,1,2",
    "3,3,3,2,1:misere",
)


def signed(body: bytes) -> bytes:
    """With the right digest, so that what is wrong must be found in the rest."""
    return body + hashlib.sha256(body).digest()


def changed(body: bytes, start: int, rng: random.Random) -> bytes:
    """A body with one to three changes, mostly behind the header."""
    data = bytearray(body)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        first = start if rng.random() < 0.95 and len(data) > start + 1 else 0
        at, other = (rng.randrange(first, len(data)) for _ in range(2))
        match rng.randrange(8):
            case 0:
                data[at] = rng.randrange(256)
            case 1:
                data[at] ^= 1 << rng.randrange(8)
            case 2:
                del data[at : at + rng.randrange(1, 5)]
            case 3:
                data.insert(at, rng.randrange(256))
            case 4:
                data[at] = rng.choice(LETTERS)
            case 5:
                data[at], data[other] = data[other], data[at]
            case 6:
                data[at:at] = data[other : other + rng.randrange(1, 40)]
            case 7:
                data[at] = (data[at] + rng.choice((1, -1))) % 256
        if not data:
            break
    return bytes(data)


def count_accepted(data: bytes, times: int, seed: int) -> int:
    """How many of so many changed files both accept; on the others both agree, too."""
    body = data[: -check.DIGEST]
    start, rng = body.index(b"\n", len(check.MAGIC)) + 1, random.Random(seed)
    verdicts = judged_all([signed(changed(body, start, rng)) for _ in range(times)])
    return sum(verdict is not None for verdict in verdicts)


@pytest.mark.parametrize("path", EXAMPLES[:4], ids=lambda path: path.stem)
def test_changed_examples(path: Path) -> None:
    assert count_accepted(path.read_bytes(), 10, seed=1) < 10


@pytest.mark.parametrize("kind", KINDS)
def test_changed_proofs(kind: str, tmp_path: Path) -> None:
    """Of every kind of game."""
    prove(game(kind), tmp_path / "a.proof", threads=1)
    assert count_accepted((tmp_path / "a.proof").read_bytes(), 100, seed=2) < 60


@pytest.mark.expensive
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_many_changed_examples(path: Path) -> None:
    assert count_accepted(path.read_bytes(), 20, seed=3) < 12


def in_a_row(cells: str, *, to_move: str = "O", claim: str = "X does not lose") -> Header:
    """Three in a row on one row."""
    claims = (check.claim_of(claim),)
    return Header(1, len(cells), 3, 1, 1, False, False, cells, to_move, 1, claims)


@pytest.mark.parametrize(
    ("header", "tree", "accepted"),
    [
        # X completes a line: hits may repeat, or lie in the line's own gap.
        (in_a_row("XX.O...", to_move="X", claim="X wins"), b"W\0", True),
        (in_a_row("XX.O...", to_move="X", claim="X wins"), b"W\3\2\5\5", True),
        (in_a_row("XX.O...", to_move="X", claim="X wins"), b"W\1\3", False),
        # A number may be longer than it need be, and have ten bytes.
        (in_a_row("XX.O...", to_move="X", claim="X wins"), b"W\1\x85\0", True),
        (in_a_row("XX.O...", to_move="X", claim="X wins"), b"W\1\x85" + b"\x80" * 8 + b"\0", True),
        (in_a_row("XX.O...", to_move="X", claim="X wins"), b"W\1\x85" + b"\x80" * 9 + b"\0", False),
        (in_a_row("XX.O...", to_move="X", claim="X wins"), b"W\1\x85" + b"\x80" * 8 + b"\2", False),
        # T without a threat; with one, its answer's tree follows.
        (in_a_row("X......"), b"T\0", False),
        (in_a_row("XX....."), b"TE\0", True),
    ],
)
def test_what_the_page_allows(header: Header, tree: bytes, accepted: bool) -> None:
    assert (judged(written(header, tree)) is not None) == accepted


@pytest.mark.parametrize(("letter", "accepted"), [(b"R", True), (b"S", True), (b"E", False)])
def test_s_may_add_no_stone(letter: bytes, accepted: bool) -> None:
    """It then says what `R` does: O at d1 is the mirror image of O at b1."""
    header = in_a_row("X...X")._replace(exact=True)
    tree = b"A\1M\2E\2M\1E\3" + letter + b"\x0a"
    assert (judged(written(header, tree)) is not None) == accepted


def test_a_claim_may_stand_twice() -> None:
    header = in_a_row("XX.....")
    twice = header._replace(claims=header.claims * 2)
    assert judged(written(twice, b"TE\0TE\0")) is not None
    assert judged(written(twice, b"TE\0")) is None


def body_of(header: Header, line: str) -> bytes:
    tree = written(header, b"TE\0")[: -check.DIGEST].split(b"\n", 2)[2]
    return check.MAGIC + line.encode() + b"\n" + tree


def header_line(header: Header) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(written(header, b"").split(b"\n", 2)[1])
    return found


@pytest.mark.parametrize(
    ("old", "new", "accepted"),
    [
        (": ", "\t: \r", True),
        ('"X does', '"\\u0058 does', True),
        ('"XX.....', '"XX.....\\n', False),
        ('"left": 1', '"left": 1.0', False),
        ('"left": 1', '"left": 01', False),
        ('"left": 1', '"left": 1e0', False),
        ('"left": 1', '"left": true', False),
        ('"left": 1', '"left": 100000000000000000000', False),
        ('"exact": false', '"exact": 0', False),
        ('"exact": false', '"exact": null', False),
        ('["X does not lose"]', '"X does not lose"', False),
        ('["X does not lose"]', '["X does not lose",]', False),
        ('["X does not lose"]', '["X does not lose"', False),
        ('["X does not lose"]', '["\\ud800"]', False),
        ("}, ", "}, 1", False),
        ("{", " " * 60_000 + "{", True),
        ("{", " " * 66_000 + "{", False),
    ],
)
def test_headers(old: str, new: str, accepted: bool) -> None:
    header = in_a_row("XX.....")
    line = json.dumps(header_line(header))
    assert old in line
    data = signed(body_of(header, line.replace(old, new, 1)))
    assert (judged(data) is not None) == accepted


def test_names_may_come_in_any_order() -> None:
    header = in_a_row("XX.....")
    line = header_line(header)
    turned = json.dumps(dict(reversed(line.items())))
    assert judged(signed(body_of(header, turned))) is not None
