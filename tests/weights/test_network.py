"""Networks: the core against plain NumPy to the bit; files refused by name; the search with one."""

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
from kinrow.rules import game
from kinrow.runtime.conversion import core_game
from kinrow.weights import (
    Network,
    NetworkCard,
    NetworkRecipe,
    NetworkShape,
    WeightsError,
    network_for,
    read_network,
    shelf,
    shipped_weights,
)
from tests.weights.network_reference import evaluated

SMALL = NetworkShape(reach=2, hidden=5, width=3, layers=1, pooled=4, stones=1)
LARGE = np.full(_core.network_numbers(SMALL), 3000, "<i2").tobytes()

Boards = tuple[NDArray[np.int8], NDArray[np.int8], NDArray[np.int8]]


def made(shape: NetworkShape, spec: str, seed: int, spread: float = 200) -> Network:
    """A network of random numbers."""
    random = np.random.default_rng(seed)
    drawn = random.normal(0, spread, _core.network_numbers(shape))
    card = NetworkCard(NetworkRecipe(spec, 1, 1, 2, seed), "0.2.0", 10, 5, 0.1)
    numbers = np.clip(np.rint(drawn), -2047, 2047).astype(np.int16)
    return Network(shape, array("h", numbers.tobytes()), card)


def boards(spec: str, size: int, seed: int) -> Boards:
    """Cells, side to move and stones left of random positions."""
    rules, random = game(spec), np.random.default_rng(seed)
    cells, to_move, left = [], [], []
    for _ in range(size):
        state = _core.State(core_game(rules))
        for _ in range(int(random.integers(0, rules.size))):
            if state.play(int(random.choice(state.legal()))):
                break
        cells.append([".XO".index(sign) - 1 for sign in state.cells])
        to_move.append(state.to_move)
        left.append(state.left)
    return np.array(cells, np.int8), np.array(to_move, np.int8), np.array(left, np.int8)


def asked(network: Network, spec: str, found: Boards) -> tuple[NDArray[Any], ...]:
    """What the core says."""
    policy = np.empty(found[0].shape, np.int32)
    value = np.empty((len(found[0]), 3), np.int32)
    network.core.evaluate(core_game(game(spec)), *found, policy, value)
    return policy, value


@pytest.mark.parametrize(
    ("spec", "shape", "spread"),
    [
        ("3,3,3", SMALL, 200),
        ("1,7,3", SMALL, 200),
        ("5,5,4", NetworkShape(3, 48, 32, 2, 32, 1), 60),
        ("6,9,4:misere", NetworkShape(3, 17, 9, 3, 5, 1), 400),  # many sums reach their limits
        ("15,15,5:exact", NetworkShape(5, 8, 8, 1, 8, 1), 150),
        ("connect6", NetworkShape(5, 6, 7, 0, 3, 2), 300),
        ("29,1,4", NetworkShape(4, 6, 7, 1, 3, 1), 300),
    ],
)
def test_the_core_says_what_plain_numpy_says(spec: str, shape: NetworkShape, spread: float) -> None:
    network, rules = made(shape, spec, 3, spread), game(spec)
    found = boards(spec, 12 if rules.size < 100 else 3, 5)
    policies, values = asked(network, spec, found)
    assert len(np.unique(policies)) > 10
    for cells, to_move, left, policy, value in zip(*found, policies, values, strict=True):
        board = cells.reshape(rules.rows, rules.cols)
        expected = evaluated(shape, np.array(network.numbers), board, int(to_move), int(left))
        assert np.array_equal(policy, expected[0])
        assert np.array_equal(value, expected[1])


def test_the_shipped_network_says_what_plain_numpy_says() -> None:
    network = network_for(game("5,5,4"))
    assert network is not None
    found = boards("5,5,4", 20, 1)
    policies, values = asked(network, "5,5,4", found)
    for cells, to_move, _, policy, value in zip(*found, policies, values, strict=True):
        board = cells.reshape(5, 5)
        expected = evaluated(network.shape, np.array(network.numbers), board, int(to_move), 1)
        assert np.array_equal(policy, expected[0])
        assert np.array_equal(value, expected[1])


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    network = made(SMALL, "4,4,3", 1)
    network.write(tmp_path / "some.json")
    again = read_network(tmp_path / "some.json", game("5,7,3"))
    assert again.numbers == network.numbers
    assert (again.shape, again.card) == (network.shape, network.card)


@pytest.mark.parametrize("spec", ["4,4,4", "4,4,3:misere", "5,5,3:exact", "connect6", "jing4"])
def test_a_network_for_another_game_is_refused(spec: str, tmp_path: Path) -> None:
    made(SMALL, "4,4,3", 1).write(tmp_path / "some.json")
    with pytest.raises(WeightsError, match=r"some\.json: a network for 4,4,3 .*, not for") as error:
        read_network(tmp_path / "some.json", game(spec))
    assert error.value.sentence.code == "network.game"  # type: ignore[attr-defined]
    assert "网络" in error.value.worded("zh-Hans")


def signed(data: dict[str, Any], **changes: Any) -> str:
    """The data with changes, and the digest that they should have."""
    from kinrow.weights.digest import digest

    changed = data | changes
    return json.dumps(changed | {"sha256": digest(changed)})


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (lambda data: "{", "network.form"),
        (lambda data: "[]", "network.form"),
        (lambda data: "\udcff", "network.form"),
        (lambda data: signed(data, form="kinrow network 0"), "network.form"),
        (lambda data: signed(data, shape={"reach": 2}), "network.form"),
        (lambda data: signed(data, shape=data["shape"] | {"width": 1000}), "network.form"),
        (lambda data: signed(data, numbers="?"), "network.form"),
        (lambda data: signed(data, card={}), "network.form"),
        (lambda data: json.dumps(data | {"numbers": "A" + data["numbers"][1:]}), "network.damaged"),
        (lambda data: json.dumps(data | {"sha256": "0" * 64}), "network.damaged"),
        (lambda data: signed(data, numbers=base64.b64encode(bytes(6)).decode()), "network.numbers"),
        (lambda data: signed(data, numbers=base64.b64encode(LARGE).decode()), "network.numbers"),
    ],
)
def test_a_damaged_file_is_refused_by_name(
    spoil: Callable[[dict[str, Any]], str], code: str, tmp_path: Path
) -> None:
    path = tmp_path / "damaged.json"
    made(SMALL, "4,4,3", 1).write(path)
    text = spoil(json.loads(path.read_text()))
    path.write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(WeightsError, match=r"damaged\.json: ") as error:
        read_network(path)
    assert error.value.sentence.code == code  # type: ignore[attr-defined]
    assert "damaged.json" in error.value.worded("zh-Hant")


def test_the_core_refuses_what_is_no_network() -> None:
    with pytest.raises(ValueError, match="no network has this shape"):
        _core.network_numbers(SMALL._replace(reach=6))
    with pytest.raises(ValueError, match="as many numbers"):
        _core.Network(SMALL, b"\0\0")
    with pytest.raises(ValueError, match="too large"):
        _core.Network(SMALL, np.full(_core.network_numbers(SMALL), 2048, np.int16).tobytes())
    with pytest.raises(ValueError, match="line-counting"):
        _core.Mcts(core_game(game("jing4")), 2**20, 1, 1, made(SMALL, "4,4,3", 1).core)


def test_the_users_own_network_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "data_folder", lambda: tmp_path)
    network_for.cache_clear()
    shipped = network_for(game("6,6,4"))
    assert shipped is not None
    assert shipped.card == shipped_weights("network-6-6-4").card
    (tmp_path / "weights").mkdir()
    for spec in ("7,7,4", "9,9,4"):
        made(SMALL, spec, 1).write(tmp_path / "weights" / f"network-{spec.replace(',', '-')}.json")
    network_for.cache_clear()
    names = {spec: network_for(game(spec)) for spec in ("6,6,4", "9,8,4")}
    assert [str(found.rules) for found in names.values() if found] == ["7,7,4", "9,9,4"]
    assert network_for(game("6,6,5")) is None
    network_for.cache_clear()
