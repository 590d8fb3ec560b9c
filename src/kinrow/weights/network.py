"""A file of a network: JSON with its form, its game and shape, its card, the numbers, a digest.

The arithmetic is described in docs/network-format.md.
"""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kinrow import _core
from kinrow.rules import KinrowError, Rules, game
from kinrow.rules.sentence import Sentence
from kinrow.runtime.files import whole_file
from kinrow.weights.digest import digest
from kinrow.weights.file import WeightsError
from kinrow.weights.network_card import NetworkCard

NETWORK_FORM = "kinrow network 1"


class NetworkShape(NamedTuple):
    """The sizes of a network.

    - `reach`: cells of a window on each side of its middle; `hidden`: of the window's layer;
    - `width`: features of a cell; `layers`: over 3x3 neighbourhoods;
    - `pooled`: of the value's layer; `stones`: the most stones in a turn.
    """

    reach: int
    hidden: int
    width: int
    layers: int
    pooled: int
    stones: int


@dataclass(frozen=True, eq=False)
class Network:
    """A policy and a value for the game of the recipe on boards of every size.

    `numbers` are in the order of the file's description, each from -2047 to 2047.
    """

    shape: NetworkShape
    numbers: NDArray[np.int16]
    card: NetworkCard

    @cached_property
    def core(self) -> _core.Network:
        """As the core takes it."""
        return _core.Network(self.shape, self.numbers.astype(np.int16).tobytes())

    @cached_property
    def rules(self) -> Rules:
        """The game that it was trained on."""
        return game(self.card.recipe.game)

    def fits(self, rules: Rules) -> bool:
        """Whether it is for this game: the same but for the size of the board.

        >>> from kinrow.weights import network_for
        >>> network = network_for(game("5,5,4"))
        >>> network.fits(game("7,6,4")), network.fits(game("5,5,3"))
        (True, False)
        """
        return replace(self.rules, rows=rules.rows, cols=rules.cols) == rules

    def write(self, path: Path) -> None:
        """Writes the file, whole or not at all."""
        data: dict[str, Any] = {
            "form": NETWORK_FORM,
            "shape": self.shape._asdict(),
            "card": self.card.to_json(),
            "numbers": base64.b64encode(self.numbers.astype("<i2").tobytes()).decode(),
        }
        data["sha256"] = digest(data)
        with whole_file(path) as temporary:
            temporary.write_text(json.dumps(data) + "\n", encoding="utf-8")


def read_network(path: str | os.PathLike[str], rules: Rules | None = None) -> Network:
    """Reads a file of a network; raises WeightsError if it is none, or not for `rules`."""
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
        if data["form"] != NETWORK_FORM:
            raise ValueError
        intact = data["sha256"] == digest(data)
    except OSError as error:
        raise WeightsError(Sentence("weights.file", path=path, reason=error.strerror)) from None
    except (ValueError, KeyError, TypeError):
        raise WeightsError(Sentence("network.form", path=path, form=NETWORK_FORM)) from None
    if not intact:
        raise WeightsError(Sentence("network.damaged", path=path))
    found = _network(data, path)
    if rules is not None and not found.fits(rules):
        trained = found.card.recipe.game
        raise WeightsError(Sentence("network.game", path=path, trained=trained, game=str(rules)))
    return found


def _network(data: Mapping[str, Any], path: str | os.PathLike[str]) -> Network:
    try:
        shape = NetworkShape(**{name: int(size) for name, size in data["shape"].items()})
        numbers = np.frombuffer(base64.b64decode(data["numbers"], validate=True), "<i2")
        card = NetworkCard.from_json(data["card"])
        wanted = _core.network_numbers(shape)
        game(card.recipe.game)
    except (ValueError, KeyError, TypeError, AttributeError, KinrowError):
        raise WeightsError(Sentence("network.form", path=path, form=NETWORK_FORM)) from None
    most = _core.LARGEST_WEIGHT
    if len(numbers) != wanted or (np.abs(numbers.astype(int)) > most).any():
        given = len(numbers)
        raise WeightsError(
            Sentence("network.numbers", path=path, found=given, wanted=wanted, most=most)
        )
    return Network(shape, numbers.astype(np.int16), card)
