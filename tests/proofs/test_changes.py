"""Proofs that were tampered with: both checkers refuse them, or they prove the same as before."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any, ClassVar

import pytest
from tests.proofs.judges import judge, judge_all
from tests.proofs.test_proofs import ATTACKS, header_of, proved, resigned, start_of

from kinrow.reference import check
from kinrow.rules import game


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A proof of (5,5,4)."""
    return proved(game("5,5,4").start(), tmp_path_factory.mktemp("drawn"))[1]


@pytest.mark.parametrize("times", [150, pytest.param(800, marks=pytest.mark.expensive)])
@pytest.mark.parametrize(
    "spec",
    [
        "3,3,3",
        "4,4,3",
        "5,5,4",
        "6,5,4",
        "4,5,4,2,1",
        "3,3,3:misere",
        "4,4,3:exact",
        ATTACKS[0],
        ATTACKS[2],
    ],
)
def test_random_changes_are_refused_or_change_nothing(
    spec: str, times: int, tmp_path: Path
) -> None:
    """Many of them, with the checksum put right: no other claim is ever accepted."""
    _, data = proved(start_of(spec), tmp_path)
    body, honest = data[: -check.DIGEST], judge(data)
    assert honest is not None
    start = body.index(b"\n", len(check.MAGIC)) + 1
    rng = random.Random(7)
    times = min(times, 1_500_000 // len(body))
    damaged = []
    for _ in range(times):
        changed = bytearray(body)
        for _ in range(rng.choice((1, 1, 1, 2, 5))):
            changed[rng.randrange(start, len(body))] = rng.randrange(256)
        damaged.append(resigned(bytes(changed)))
    found = judge_all(damaged)
    assert all(header in (None, honest) for header in found)
    assert found.count(None) > 0.6 * times
    assert judge(data[:-1]) is judge(data[: len(data) // 2]) is judge(data + b"!") is None
    assert judge(bytes(body) + bytes(check.DIGEST)) is None


class Spans(check.Tree):
    """Notes where in the file the parts of each kind stand."""

    at: ClassVar[dict[str, list[tuple[int, int]]]] = {}

    def note(self, part: str, start: int) -> None:
        self.at.setdefault(part, []).append((start, self.reader.at))

    def reply(self, at: check.Place, bit: int) -> check.Found:
        start = self.reader.at - 1  # with the move that comes before the tree
        found = super().reply(at, bit)
        self.note("child", start)
        return found

    def zone(self, at: check.Place, cells: int, lines: check.Lines) -> int:
        start = self.reader.at
        found = super().zone(at, cells, lines)
        self.note("hits", start)
        return found

    def kind_M(self, at: check.Place) -> check.Found:  # noqa: N802
        self.at.setdefault("move", []).append((self.reader.at, self.reader.at + 1))
        return super().kind_M(at)

    def kind_P(self, at: check.Place) -> check.Found:  # noqa: N802
        start = self.reader.at
        found = super().kind_P(at)
        self.note("pairs", start)
        return found


def another(part: str, old: bytes, rng: random.Random) -> bytes:
    """The part with one thing changed; boards of less than 128 cells."""
    if part == "child":
        return b""
    if part == "move":
        return bytes([(old[0] + rng.randrange(1, 25)) % 25])
    cells = list(old[1:])
    if part == "pairs":
        cells[rng.randrange(len(cells))] = rng.randrange(25)
    elif cells and rng.random() < 0.5:
        cells.pop(rng.randrange(len(cells)))
    else:
        cells.append(rng.randrange(25))
    return bytes([len(cells) // (2 if part == "pairs" else 1), *cells])


@pytest.mark.parametrize("part", ["child", "move", "pairs", "hits"])
def test_parts_that_are_changed(part: str, drawn: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """A child dropped, a move flipped, a pair broken, hits fewer or more: refused, or as true."""
    body, honest = drawn[: -check.DIGEST], judge(drawn)
    monkeypatch.setattr(Spans, "at", {})
    with monkeypatch.context() as patch:
        patch.setattr(check, "Tree", Spans)
        assert judge(drawn) == honest
    rng = random.Random(9)
    least = int(part == "pairs")  # in the weak game a leaf may tell no pair
    spans = rng.choices([span for span in Spans.at[part] if span[1] - span[0] > least], k=50)
    changed = [body[:at] + another(part, body[at:end], rng) + body[end:] for at, end in spans]
    found = judge_all([resigned(each) for each in changed])
    assert all(header in (None, honest) for header in found)
    assert found.count(None) > (5 if part == "hits" else 40)


def test_parts_that_are_left_out_are_missed(drawn: bytes) -> None:
    """Any byte or run of bytes cut out, any byte doubled: refused, or as true without."""
    body, honest = drawn[: -check.DIGEST], judge(drawn)
    start = body.index(b"\n", len(check.MAGIC)) + 1
    rng, cut, doubled = random.Random(8), [], []
    for _ in range(30):
        at = rng.randrange(start, len(body))
        cut.append(resigned(body[:at] + body[at + rng.choice((1, 2, 3, 10)) :]))
        doubled.append(resigned(body[:at] + body[at : at + 1] + body[at:]))
    missed = judge_all(cut)
    assert all(header in (None, honest) for header in [*missed, *judge_all(doubled)])
    assert missed.count(None) > 25


@pytest.mark.parametrize(
    "change",
    [
        {"claims": ["X wins"]},
        {"claims": ["O wins"]},
        {"claims": ["X does not lose"]},
        {"claims": ["X does not lose", "O does not lose", "X wins"]},
        {"claims": []},
        {"claims": ["X loses"]},
        {"rules": {"k": 3}},
        {"rules": {"k": "4"}},
        {"rules": {"k": 4.0}},
        {"rules": {"misere": True}},
        {"rules": {"misere": 1}},
        {"rules": {"exact": True}},
        {"rules": {"stones": 2}},
        {"rules": {"first": 0}},
        {"rules": {"more": 1}},
        {"rules": {"rows": 25, "cols": 1}},
        {"rules": {"rows": 30}, "position": {"cells": "." * 150}},
        {"rules": {"rows": 21, "cols": 20}, "position": {"cells": "." * 420}},
        {"position": {"cells": "XX" + "." * 23}},
        {"position": {"cells": "XXXX" + "." * 21, "to_move": "O"}},
        {"position": {"to_move": "O"}},
        {"position": {"to_move": "Z"}},
        {"position": {"cells": "." * 24}},
        {"position": {"cells": "." * 24 + "Z"}},
        {"position": {"left": 2}},
        {"position": {"left": True}},
        {"extra": 1},
    ],
)
def test_another_header_is_refused(change: dict[str, Any], drawn: bytes) -> None:
    """A tree proves nothing but its own claim."""
    header, tree = header_of(drawn[: -check.DIGEST])
    for key, value in change.items():
        header[key] = header[key] | value if isinstance(value, dict) else value
    assert judge(resigned(check.MAGIC + json.dumps(header).encode() + b"\n" + tree)) is None
