"""The notebook in examples/ runs from its first cell to its last."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

NOTEBOOK = Path(__file__).parents[2] / "examples" / "annotate.ipynb"


def cells() -> list[dict[str, Any]]:
    book = json.loads(NOTEBOOK.read_text())
    assert book["nbformat"] == 4
    found: list[dict[str, Any]] = book["cells"]
    return found


def test_every_cell_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(NOTEBOOK.parent)
    monkeypatch.setenv("MPLBACKEND", "agg")
    names: dict[str, Any] = {"__name__": "__main__"}
    for number, cell in enumerate(cells()):
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), f"<cell {number}>", "exec"), names)
    assert names["annotated"].height == 166
    assert len(names["figure"].axes[0].patches) > 10
    assert "<svg" in names["board"]._repr_svg_()
    names["plt"].close("all")
