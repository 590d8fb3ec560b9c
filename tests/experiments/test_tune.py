"""The constants that docs/experiments/tune.py moves are those of the engine."""

from __future__ import annotations

import doctest
from pathlib import Path

from docs.experiments import tune
from docs.experiments.tune import CONSTANTS, HEADERS, tunable

PLAY = Path(__file__).parents[2] / "core" / "play"


def test_its_examples() -> None:
    assert doctest.testmod(tune).failed == 0


def test_each_constant_is_read_once() -> None:
    prepared = "".join(tunable((PLAY / name).read_text("utf-8")) for name in HEADERS)
    counts = {name: prepared.count(f'tuned("{name}", ') for name in CONSTANTS}
    assert counts == dict.fromkeys(CONSTANTS, 1)
    assert "constexpr Reductions reductions()" not in prepared
