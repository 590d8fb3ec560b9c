"""Proofs: searched, written and checked, beside alpha-beta on the same game, which writes none."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.rows import Row
from bench.timing import best_of, kinrow, same, within

TITLE = "Proofs"
MARKS = {"5,5,4": 0.1, "6,5,4": 0.1, "7,7,5": 1.5, "8,4,4": 6.0, "9,4,4": 40.0}  # seconds of search


def rows(limit: float) -> Iterator[Row]:
    """The rows of this part; what stands beside is stopped after `limit` seconds."""
    for spec, mark in MARKS.items():
        yield whole(spec, mark, limit)


def whole(spec: str, mark: float, limit: float) -> Row:
    """A certificate of a whole game, process start and check included."""
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "a.proof")
        cost, text = best_of(lambda: kinrow("prove", spec, "-o", file, "--json"))
    found = json.loads(text)
    beside = within(
        limit, lambda: json.loads(kinrow("solve", spec, "--search-only", "--json"))["outcome"]
    )
    if beside.answer is not None:
        same(found["outcome"], beside.answer, spec)
    return Row(
        f"kinrow prove {spec}",
        *cost,
        mark=mark,
        beside="kinrow solve --search-only",
        beside_seconds=beside.seconds,
        stopped=beside.stopped,
        note=f"{found['outcome']}, {found['nodes']:,} nodes, {found['bytes']:,} bytes; found in "
        f"{found['prove_seconds']:.2f} s, checked in {found['check_seconds']:.2f} s",
    )
