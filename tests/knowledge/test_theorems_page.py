"""The pages on theorems list the certificates as they are, and show what the atlas has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from docs.pictures import planes

from kinrow.knowledge import Atlas
from kinrow.knowledge.larger_boards import CLASSES, LARGE, CertifiedClass
from kinrow.proofs import check

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "theorems.md").read_text(encoding="utf-8")
PAPER = (ROOT / "docs" / "paper" / "index.md").read_text(encoding="utf-8")
RESULTS = re.findall(r"^\| \(([^)]+)\) \| (\w+) \| (.*) \|$", PAPER, re.MULTILINE)
LISTED = re.findall(r"/proofs/([^)]+)\) \| .* \| ([\d,]+) \| `([0-9a-f]{64})` \|", PAGE)
WON = re.findall(r"/proofs/([^)]+)\) \| X wins(?: by ply (\d+))?", PAGE)


@pytest.mark.parametrize(("name", "size", "sha256"), LISTED, ids=[name for name, *_ in LISTED])
def test_the_files_are_as_listed(name: str, size: str, sha256: str) -> None:
    data = (ROOT / "examples" / "proofs" / name).read_bytes()
    assert (f"{len(data):,}", data[-32:].hex()) == (size, sha256)


@pytest.mark.parametrize(("name", "ply"), WON, ids=[name for name, _ in WON])
def test_they_win_by_the_plies_that_are_listed(name: str, ply: str) -> None:
    assert check(ROOT / "examples" / "proofs" / name).by_ply == (int(ply),)


def test_every_class_is_listed() -> None:
    assert {known.sha256 for known in CLASSES} <= {sha256 for *_, sha256 in LISTED}


@pytest.mark.parametrize("known", LARGE, ids=lambda known: known.spec)
def test_classes_whose_files_are_too_large_are_listed(known: CertifiedClass) -> None:
    row = rf'^\| `"{re.escape(known.spec)}"` \| .* \| {known.size:,} \| `{known.sha256}` \|$'
    assert re.search(row, PAGE, re.MULTILINE)


@pytest.mark.parametrize("k", planes.LONGEST)
def test_the_planes_are_those_of_the_atlas(k: int) -> None:
    assert f"(pictures/plane-{k}.svg)" in PAGE
    assert (planes.HERE / f"plane-{k}.svg").read_text(encoding="utf-8") == planes.plane(k)


@pytest.mark.parametrize(("spec", "value", "costs"), RESULTS)
def test_the_results_of_the_paper_are_those_of_the_atlas(spec: str, value: str, costs: str) -> None:
    row = Atlas(Path("nowhere.sqlite")).find(spec)
    assert row is not None and row.how == "proved"
    assert row.seconds is not None
    assert planes.VALUES[row.value] == value
    seconds = f"{row.seconds:,.0f}" if row.seconds >= 1 else "< 1"
    cost = f"{row.nodes:,} | {seconds} | {row.threads} | {row.size:,}"
    assert costs == cost
