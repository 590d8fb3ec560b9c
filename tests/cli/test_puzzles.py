"""puzzles: what is written, printed and refused."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Kinrow


def test_puzzles_as_a_page_a_sheet_and_data(kinrow: Kinrow, tmp_path: Path) -> None:
    page, sheet, data = (str(tmp_path / f"a.{suffix}") for suffix in ("html", "svg", "json"))
    upper = str(tmp_path / "b.SVG")
    for file in (page, sheet, data, upper):
        assert "6 puzzles" in kinrow("puzzles", "tictactoe", "-n", "6", "-o", file).out
    assert Path(page).read_text().count("<figure") == 6
    assert Path(sheet).read_text() == Path(upper).read_text()
    assert Path(sheet).read_text().startswith("<svg")
    found = kinrow("puzzles", "tictactoe", "-n", "6", "--json").json
    assert found == json.loads(Path(data).read_text())
    assert {"position", "solution", "grade", "depth", "tempting", "goal"} <= {*found[0]}
    assert (
        kinrow("puzzles", "tictactoe", "--goal", "draw", "--solved").out.count("one move holds") > 3
    )
    assert kinrow("puzzles", "1,1,1").status == 1
    assert ".html, .svg or .json" in kinrow("puzzles", "tictactoe", "-o", "a.pdf").err
    assert "kinrow tabulate 5,5,5" in kinrow("puzzles", "5,5,5").err
    table = str(tmp_path / "a.table")
    assert kinrow("tabulate", "3,4,3", "-o", table).status == 0
    assert kinrow("puzzles", table, "--json").json


def test_no_puzzle_leaves_the_file_alone(kinrow: Kinrow, tmp_path: Path) -> None:
    kept = tmp_path / "keep.json"
    kept.write_text("keep")
    for asked in ((), ("--json",)):
        run = kinrow("puzzles", "3,3,1", "-o", str(kept), *asked)
        assert (run.status, run.out) == (1, "[]\n" if asked else "no such puzzle was found\n")
        assert kept.read_text() == "keep"
