"""docs/theorems.md lists the certificates as they are, and shows what the atlas has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kinrow.knowledge import Atlas
from kinrow.knowledge.larger_boards import CLASSES
from kinrow.rules import Outcome

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "theorems.md").read_text(encoding="utf-8")
LISTED = re.findall(r"/proofs/([^)]+)\) \| .* \| ([\d,]+) \| `([0-9a-f]{64})` \|", PAGE)
SIGNS = {Outcome.WIN: "+", Outcome.DRAW: "="}


@pytest.mark.parametrize(("name", "size", "sha256"), LISTED, ids=[name for name, *_ in LISTED])
def test_the_files_are_as_listed(name: str, size: str, sha256: str) -> None:
    data = (ROOT / "examples" / "proofs" / name).read_bytes()
    assert (f"{len(data):,}", data[-32:].hex()) == (size, sha256)


def test_every_class_is_listed() -> None:
    assert {known.sha256 for known in CLASSES} <= {sha256 for *_, sha256 in LISTED}


@pytest.mark.parametrize(
    ("k", "longest"), [(4, 14), (5, 16), pytest.param(6, 16, marks=pytest.mark.expensive)]
)
def test_the_plane_is_that_of_the_atlas(k: int, longest: int) -> None:
    atlas = Atlas(Path("nowhere.sqlite"))
    lines = ["m    " + " ".join(f"{m:2}" for m in range(k, longest + 1))]
    for n in range(k, longest + 1):
        cells = ["  "] * (n - k)
        for m in range(n, longest + 1):
            row = atlas.find(f"{m},{n},{k}")
            known = row is not None and row.how != "published"
            cells.append(f" {SIGNS[row.value] if known and row is not None else '·'}")
        lines.append(f"n={n:<2} {' '.join(cells)}")
    assert "\n".join(lines) in PAGE
