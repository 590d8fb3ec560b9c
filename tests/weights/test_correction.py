"""Corrections: the core against plain NumPy to the bit; files refused by name; which is used."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from kinrow import _core
from kinrow.players.alphabeta import AlphaBetaPlayer
from kinrow.rules import game
from kinrow.runtime.conversion import core_game
from kinrow.weights import (
    Correction,
    CorrectionCard,
    CorrectionRecipe,
    WeightsError,
    correction_for,
    read_correction,
    shelf,
    shipped_weights,
    weights_for,
)
from kinrow.weights.correction import digest_of
from kinrow.weights.digest import digest
from tests.weights.correction_reference import Reference
from tests.weights.test_network import boards


def drawn(spec: str, seed: int, spread: float) -> NDArray[np.int16]:
    """Random numbers of a correction for a game."""
    size = _core.correction_numbers(core_game(game(spec)))
    found = np.random.default_rng(seed).normal(0, spread, size)
    return np.clip(np.rint(found), -2047, 2047).astype(np.int16)


def balances(spec: str, cells: NDArray[np.int8], to_move: NDArray[np.int8]) -> list[int]:
    """What the pattern weights set by hand say, from a correction that adds nothing."""
    from kinrow.learning.features import features
    from kinrow.learning.fit import tables
    from kinrow.learning.fit_values import logits
    from kinrow.learning.samples import Samples

    rows = [
        ("".join(".XO"[sign + 1] for sign in board), int(side), 0, 0, False, 0, 0)
        for board, side in zip(cells, to_move, strict=True)
    ]
    seen = features(Samples.gather(game(spec), rows))
    values, _ = tables(_core.weights_by_hand())
    return [round(found) for found in logits(seen, values)]


@pytest.mark.parametrize(
    ("spec", "spread"),
    [
        ("3,3,3", 60),
        ("6,9,4", 40),
        ("15,15,5", 30),
        ("9,9,5", 400),  # many sums reach their limits
        ("7,8,5:exact", 30),
        ("9,7,6", 30),
        ("5,5,3:exact", 60),
        ("29,1,4", 60),
    ],
)
def test_the_core_says_what_plain_numpy_says(spec: str, spread: float) -> None:
    rules, numbers = game(spec), drawn(spec, 3, spread)
    cells, to_move, _ = boards(spec, 12 if rules.size < 100 else 4, 5)
    values = np.empty(len(cells), np.int32)
    _core.corrections(core_game(rules), b"", numbers.tobytes(), cells, to_move, values)
    reference = Reference(rules.k, exact=rules.exact, numbers=numbers)
    known = balances(spec, cells, to_move)
    for board, side, value, balance in zip(cells, to_move, values, known, strict=True):
        expected = reference.value(board.reshape(rules.rows, rules.cols), int(side), balance)
        assert value == expected
    assert len(np.unique(values)) > 2
