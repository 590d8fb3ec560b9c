"""The constants that docs/experiments/tune.py moves are those of the engine."""

from __future__ import annotations

import doctest
from pathlib import Path

from docs.experiments import tune
from docs.experiments.tune import HEADERS, LINES, PATTERNS, tunable

PLAY = Path(__file__).parents[2] / "core" / "play"


def test_its_examples() -> None:
    assert doctest.testmod(tune).failed == 0


def test_each_constant_is_read_once() -> None:
    texts = {name: tunable((PLAY / name).read_text("utf-8")) for name in HEADERS}
    lines = texts.pop("line_widths.hpp")
    patterns = "".join(texts.values())
    for constants, prepared in ((PATTERNS, patterns), (LINES, lines)):
        counts = {name: prepared.count(f'tuned("{name}", ') for name in constants}
        assert counts == dict.fromkeys(constants, 1)
        assert "constexpr Reductions" not in prepared
