"""Corrections: the core against plain NumPy to the bit; files refused by name; which is used."""

from __future__ import annotations

import base64
import json
from array import array
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


def made(start: str = "line-5", seed: int = 1) -> Correction:
    """A correction of random numbers for weights that come with kinrow."""
    spec = "15,15,5" + (":exact" if start == "line-5-exact" else "")
    card = CorrectionCard(
        CorrectionRecipe(spec, 20, 100, seed, start), "0.2.0", 10, {"weights": 1, "corrected": 1}
    )
    weights = shipped_weights(start)
    numbers = array("h", drawn(spec, seed, 30).tobytes())
    return Correction(digest_of(weights), numbers, card)  # type: ignore[arg-type]


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    correction = made()
    correction.write(tmp_path / "some.json")
    again = read_correction(tmp_path / "some.json")
    assert again.numbers == correction.numbers
    assert (again.corrected, again.card) == (correction.corrected, correction.card)


def signed(data: dict[str, Any], **changes: Any) -> str:
    """The data with changes, and the digest that they should have."""
    changed = data | changes
    return json.dumps(changed | {"sha256": digest(changed)})


LARGE = base64.b64encode(np.full(len(drawn("15,15,5", 1, 1)), 3000, "<i2").tobytes()).decode()


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (lambda data: "{", "correction.form"),
        (lambda data: "[]", "correction.form"),
        (lambda data: signed(data, form="kinrow correction 0"), "correction.form"),
        (lambda data: signed(data, numbers="?"), "correction.form"),
        (lambda data: signed(data, card={}), "correction.form"),
        (lambda data: json.dumps(data | {"corrects": "other"}), "network.damaged"),
        (lambda data: signed(data, numbers="AAAA"), "correction.form"),
        (lambda data: signed(data, numbers="AAAAAA=="), "network.numbers"),
        (lambda data: signed(data, numbers=LARGE), "network.numbers"),
    ],
)
def test_a_file_that_does_not_fit_is_refused(
    spoil: Callable[[dict[str, Any]], str], code: str, tmp_path: Path
) -> None:
    path = tmp_path / "some.json"
    made().write(path)
    path.write_text(spoil(json.loads(path.read_text(encoding="utf-8"))), encoding="utf-8")
    with pytest.raises(WeightsError, match=r"some\.json: ") as error:
        read_correction(path)
    assert error.value.sentence.code == code  # type: ignore[attr-defined]


def test_a_correction_is_for_the_weights_that_it_corrects(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "weights"
    folder.mkdir()
    other = made("line-5-first")
    monkeypatch.setattr(shelf, "data_folder", lambda: tmp_path)
    for start in ("line-5", "line-5-exact"):
        shipped = Path(shelf.__file__).with_name("files") / f"{start}.json"
        (folder / shipped.name).write_bytes(shipped.read_bytes())
        made(start).write(folder / f"correction-{start}.json")
    monkeypatch.setattr(shelf, "SHIPPED", tmp_path / "nothing")
    for name in (weights_for, correction_for):
        name.cache_clear()
    try:
        for spec in ("gomoku", "9,9,5", "7,7,5:exact"):
            assert correction_for(game(spec)) is not None
        assert correction_for(game("renju")) is None
        assert correction_for(game("7,7,4")) is None
        other.write(folder / "correction-line-5.json")
        correction_for.cache_clear()
        assert correction_for(game("gomoku")) is None
    finally:
        for name in (weights_for, correction_for):
            name.cache_clear()


def test_a_player_plays_by_its_correction() -> None:
    weights = shipped_weights("line-5")
    position = game("15,15,5").start().play("h8").play("i9").play("h9").play("h10")
    scores = []
    for numbers in (b"", made().packed):
        packed = weights.packed  # type: ignore[union-attr]
        with AlphaBetaPlayer("some", depth=3, weights=packed, correction=numbers) as player:
            player.choose(position)
            scores.append(player.score)
    assert scores[0] != scores[1]


@pytest.mark.parametrize(
    "numbers", [b"x" * 10, np.full(len(drawn("15,15,5", 1, 1)), 3000, np.int16).tobytes()]
)
def test_the_core_refuses_numbers_that_are_none(numbers: bytes) -> None:
    with pytest.raises(ValueError, match="number"):
        _core.Engine(core_game(game("15,15,5")), 2**20, 1, b"", numbers)
