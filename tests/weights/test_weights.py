"""Files of weights: written and read the same, refused by name if they do not fit."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kinrow import _core
from kinrow.rules import game
from kinrow.weights import (
    Card,
    PatternWeights,
    Recipe,
    WeightsError,
    read_weights,
    shelf,
    weights_for,
)

CARD = Card(Recipe("15,15,5", 20, 1, 100, 1), "0.2.0", 300, {"learned": {"value": 0.5}})
NUMBERS = tuple(n % 60_000 - 30_000 for n in range(_core.WEIGHTS))
WEIGHTS = PatternWeights(5, False, NUMBERS, CARD)


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "line-5.json"
    WEIGHTS.write(path)
    assert read_weights(path) == WEIGHTS
    assert read_weights(path, game("19,19,5")).packed == WEIGHTS.packed


@pytest.mark.parametrize("spec", ["15,15,5:exact", "15,15,6", "connect6", "jing4", "5,5,5:misere"])
def test_weights_for_other_lines_are_refused(spec: str, tmp_path: Path) -> None:
    path = tmp_path / "some.json"
    WEIGHTS.write(path)
    with pytest.raises(WeightsError, match=r"some\.json: weights for lines of 5, not for"):
        read_weights(path, game(spec))


def test_weights_of_a_variant_are_for_it_alone(tmp_path: Path) -> None:
    renju = replace(WEIGHTS, variant="renju")
    renju.write(tmp_path / "renju.json")
    assert read_weights(tmp_path / "renju.json", game("renju")) == renju
    assert WEIGHTS.fit(game("renju")) and not WEIGHTS.fit(game("caro"))
    with pytest.raises(WeightsError, match="weights for lines of 5:renju, not for 15,15,5"):
        read_weights(tmp_path / "renju.json", game("gomoku"))


def test_renju_is_played_with_its_own_weights_and_caro_with_those_of_the_same_lines() -> None:
    names = {"renju": "line-5-renju", "caro": "line-5-exact", "gomoku": "line-5"}
    for spec, name in names.items():
        found = weights_for(game(spec))
        assert found is not None and found.name == name


def spoiled(data: dict[str, Any], **changes: Any) -> str:
    return json.dumps(data | changes)


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda data: "{", "expected a weights file in the format"),
        (lambda data: "[]", "expected a weights file in the format"),
        (lambda data: spoiled(data, form="kinrow weights 0"), "in the format 'kinrow weights 1'"),
        (lambda data: spoiled(data, numbers=data["numbers"][1:]), "4338 numbers, expected 4339"),
        (
            lambda data: spoiled(data, numbers=[0.5, *data["numbers"][1:]]),
            "expected a weights file in the format",
        ),
        (
            lambda data: spoiled(data, numbers=[40_000] * 4339),
            "expected a weights file in the format",
        ),
        (
            lambda data: spoiled(data, line={"k": "5", "exact": False}),
            "expected a weights file in the format",
        ),
        (
            lambda data: spoiled(data, line=data["line"] | {"variant": "go"}),
            "expected a weights file in the format",
        ),
        (lambda data: spoiled(data, card={}), "expected a weights file in the format"),
        (lambda data: "\udcff", "expected a weights file in the format"),
    ],
)
def test_a_file_that_is_damaged_is_refused_by_name(
    spoil: Callable[[dict[str, Any]], str], words: str, tmp_path: Path
) -> None:
    path = tmp_path / "damaged.json"
    WEIGHTS.write(path)
    text = spoil(json.loads(path.read_text()))
    path.write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(WeightsError, match=rf"damaged\.json: .*{words}"):
        read_weights(path)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match=r"none\.json: cannot be read"):
        read_weights(tmp_path / "none.json")


def test_the_users_own_weights_come_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "data_folder", lambda: tmp_path)
    weights_for.cache_clear()
    assert weights_for(game("6,6,4")) is None
    (tmp_path / "weights").mkdir()
    replace(WEIGHTS, k=4).write(tmp_path / "weights" / "line-4.json")
    weights_for.cache_clear()
    found = weights_for(game("6,6,4"))
    assert found is not None
    assert found.numbers == NUMBERS
    assert weights_for(game("6,6,4:misere")) is None
    WEIGHTS.write(tmp_path / "weights" / "line-4.json")
    weights_for.cache_clear()
    with pytest.raises(WeightsError, match=r"line-4\.json: weights for lines of 5, not for 6,6,4"):
        weights_for(game("6,6,4"))
    weights_for.cache_clear()


def test_the_core_refuses_other_numbers() -> None:
    from kinrow.runtime.conversion import core_game

    with pytest.raises(ValueError, match="expected the numbers of weights"):
        _core.Engine(core_game(game("gomoku")), 2**20, 1, b"\0\0")
