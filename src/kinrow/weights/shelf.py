"""Where weights are: in the user's folder, then in kinrow."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from kinrow.rules import GameLike, Rules, game
from kinrow.rules.sentence import Sentence
from kinrow.runtime.folders import data_folder
from kinrow.weights.correction import Correction, read_correction
from kinrow.weights.file import (
    PatternWeights,
    WeightsError,
    name_of_line,
    read_weights,
    variant_of,
)
from kinrow.weights.kept import KeptByGame
from kinrow.weights.network import Network, read_network

SHIPPED = Path(__file__).with_name("files")
"""The folder of those that come with kinrow."""


_NETWORK = "network-"  # what the names of networks begin with
_CORRECTION = "correction-"


def correction_name(weights: PatternWeights) -> str:
    """What the correction of these weights is called.

    >>> weights = shipped_weights("line-5")
    >>> correction_name(weights) if isinstance(weights, PatternWeights) else None
    'correction-line-5'
    """
    return _CORRECTION + weights.name


def shipped() -> list[str]:
    """The names of the weights that come with kinrow.

    >>> "line-5" in shipped()
    True
    """
    return sorted(path.stem for path in SHIPPED.glob("*.json"))


def shipped_weights(name: str) -> PatternWeights | Correction | Network:
    """The weights of that name that come with kinrow; raises WeightsError if there are none."""
    if name not in shipped():
        raise WeightsError(Sentence("weights.unknown", name=name, names=", ".join(shipped())))
    path = SHIPPED / f"{name}.json"
    if name.startswith(_CORRECTION):
        return read_correction(path)
    return read_network(path) if name.startswith(_NETWORK) else read_weights(path)


@KeptByGame
def weights_for(rules: GameLike) -> PatternWeights | None:
    """The weights for a game, the user's own before those of kinrow; None if there are none.

    Renju and caro are played with weights of their own, or with those of the same lines.

    Raises WeightsError for a file that is damaged or for other lines.
    """
    rules = game(rules)
    single = rules.stones == rules.first_turn == 1 and not rules.misere
    if rules.objective != "line" or not single:
        return None
    own = name_of_line(rules.k, exact=rules.exact, variant=variant_of(rules))
    for name in dict.fromkeys((own, name_of_line(rules.k, exact=rules.exact))):
        for path in _files(name):
            return read_weights(path, rules)
    return None


@KeptByGame
def correction_for(rules: GameLike) -> Correction | None:
    """The correction of the weights for a game, the user's own before those of kinrow, or None.

    Raises WeightsError for a damaged file.
    """
    rules = game(rules)
    weights = weights_for(rules)
    if weights is None:
        return None
    for path in _files(correction_name(weights)):
        found = read_correction(path)
        if found.fits(weights, rules):
            return found
    return None


@KeptByGame
def network_for(rules: GameLike) -> Network | None:
    """The network for a game, the user's own before those of kinrow; None if there is none.

    Of several that fit, the one that was trained on the board most like this one. Raises
    WeightsError for a damaged file.
    """
    rules = game(rules)
    for folder in _folders():
        found = [read_network(path) for path in sorted(folder.glob(f"{_NETWORK}*.json"))]
        fitting = [network for network in found if network.fits(rules)]
        if fitting:
            return min(fitting, key=lambda network: _unlike(network.rules, rules))
    return None


def own_weights(kind: Literal["patterns", "network"]) -> list[Path]:
    """The user's own files: of patterns, with their corrections, or of networks."""
    files = _folders()[0].glob("*.json")
    return sorted(p for p in files if p.name.startswith(_NETWORK) == (kind == "network"))


def _folders() -> tuple[Path, Path]:
    return data_folder() / "weights", SHIPPED


def _files(name: str) -> Iterator[Path]:
    paths = (folder / f"{name}.json" for folder in _folders())
    return filter(Path.is_file, paths)


def _unlike(one: Rules, other: Rules) -> int:
    """By how many rows or columns two boards differ at most, however they are turned.

    >>> from kinrow.rules import game
    >>> _unlike(game("9,4,4"), game("4,8,4")), _unlike(game("6,6,4"), game("4,8,4"))
    (1, 2)
    """
    sides = zip(sorted((one.rows, one.cols)), sorted((other.rows, other.cols)), strict=True)
    return max(abs(a - b) for a, b in sides)
