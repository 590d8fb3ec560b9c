"""Strips cut otherwise: the usual way is among them, and what is said to hold does."""

from __future__ import annotations

import pytest
from docs.experiments.strips import Part, Strip, main, potential

from kinrow.proofs.pieces import pieces_for
from kinrow.rules import game


def indices(parts: list[Part], width: int) -> set[tuple[int, ...]]:
    return {tuple(sorted(at * width + row for at, row in part)) for part in parts}


@pytest.mark.parametrize("spec", ["4,3,4", "6,5,5"])
def test_the_usual_way_has_the_smallest_potential(spec: str) -> None:
    rules = game(spec)
    ways = Strip(rules, [0] * rules.cols, frozenset()).ways()
    usual = {*pieces_for(rules, "rows")[0].parts}
    least = [indices(parts, rules.cols) for parts in ways if potential(parts) == potential(ways[0])]
    assert usual in least


def test_a_pair_stops_the_lines_through_both_of_its_cells() -> None:
    strip = Strip(game("6,5,5"), [0] * 5, frozenset({2}))
    taken = {(0, 2), (5, 2)}
    lines = [*strip.lines()]
    assert all(not part & taken for line in lines for part in line)
    whole = [*Strip(game("6,5,5"), [0] * 5, frozenset()).lines()]
    assert len(whole) - len(lines) == 4


def test_a_shifted_border_has_as_many_lines() -> None:
    count = len([*Strip(game("6,5,5"), [0] * 5, frozenset()).lines()])
    assert len([*Strip(game("6,5,5"), [0, 1, -1, 0, 2], frozenset()).lines()]) == count


def test_pieces_that_hold_and_pieces_that_do_not(capsys: pytest.CaptureFixture[str]) -> None:
    main(["4,3,4"])
    held = capsys.readouterr().out
    assert "3 ways; 3 tried" in held and held.count("Breaker holds") == 3
    main(["5,5,5", "--ways", "20"])
    failed = capsys.readouterr().out
    assert "holds" not in failed and failed.count("fails") == 10
