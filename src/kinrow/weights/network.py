"""A file of a network: JSON with its form, its game and shape, its card, the numbers, a digest.

The arithmetic is described in docs/network-format.md.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from kinrow import _core
from kinrow.rules import GameLike, KinrowError, Rules, game
from kinrow.rules.sentence import Sentence
from kinrow.weights.file import WeightsError
from kinrow.weights.network_card import NetworkCard
from kinrow.weights.numbers_file import (
    Numbers,
    check_numbers,
    numbers_in,
    read_data,
    write_numbers,
)

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
    numbers: Numbers
    card: NetworkCard

    def __reduce__(self) -> tuple[type[Network], tuple[NetworkShape, Numbers, NetworkCard]]:
        """Without what the core has made of it, which cannot be pickled."""
        return type(self), (self.shape, self.numbers, self.card)

    @cached_property
    def core(self) -> _core.Network:
        """As the core takes it."""
        return _core.Network(self.shape, self.numbers.tobytes())

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
        data = {
            "form": NETWORK_FORM,
            "shape": self.shape._asdict(),
            "card": self.card.to_json(),
        }
        write_numbers(path, data, self.numbers)


def may_have_network(rules: Rules) -> bool:
    """Whether a network can be learned for the game: a line decides it, and not by renju or caro.

    >>> may_have_network(game("gomoku")), may_have_network(game("renju"))
    (True, False)
    """
    return rules.objective == "line" and not rules.special


def read_network(path: str | os.PathLike[str], rules: GameLike | None = None) -> Network:
    """Reads a file of a network; raises WeightsError if it is not one, or not for `rules`."""
    misfit = Sentence("network.form", path=path, form=NETWORK_FORM)
    data = read_data(path, NETWORK_FORM, misfit)
    found = _network(data, path, misfit)
    if rules is not None and not found.fits(rules := game(rules)):
        trained = found.card.recipe.game
        raise WeightsError(Sentence("network.game", path=path, trained=trained, game=str(rules)))
    return found


def _network(data: Mapping[str, Any], path: str | os.PathLike[str], misfit: Sentence) -> Network:
    try:
        shape = NetworkShape(**{name: int(size) for name, size in data["shape"].items()})
        numbers = numbers_in(data)
        card = NetworkCard.from_json(data["card"])
        wanted = _core.network_numbers(shape)
        game(card.recipe.game)
    except (ValueError, KeyError, TypeError, AttributeError, KinrowError):
        raise WeightsError(misfit) from None
    check_numbers(numbers, wanted, path)
    return Network(shape, numbers, card)
