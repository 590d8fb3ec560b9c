"""A file of a correction: JSON with its form, the lines and weights it is for, its card, numbers.

The arithmetic is described in docs/correction-format.md.
"""

from __future__ import annotations

import hashlib
import os
from array import array
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from kinrow import _core
from kinrow.rules import KinrowError, Rules, game
from kinrow.rules.sentence import Sentence
from kinrow.runtime.conversion import core_game
from kinrow.weights.file import PatternWeights, WeightsError
from kinrow.weights.numbers_file import (
    Numbers,
    check_numbers,
    little_endian,
    numbers_in,
    read_data,
    write_numbers,
)

CORRECTION_FORM = "kinrow correction 1"


@dataclass(frozen=True, slots=True)
class CorrectionRecipe:
    """What decides a correction, besides kinrow's version and the machine's arithmetic.

    `games` are played at `nodes` nodes a move with the weights that come with kinrow as `start`,
    which are then corrected. The start may also be a correction: it plays, and the new one
    corrects the same weights.

    >>> CorrectionRecipe("15,15,5", games=5000, nodes=3000, seed=1, start="line-5").command
    'kinrow learn 15,15,5 --correction --games 5000 --nodes 3000 --seed 1 --start line-5'
    """

    game: str
    games: int
    nodes: int
    seed: int
    start: str

    @property
    def command(self) -> str:
        """The command line that makes this correction."""
        options = (f"--{name} {value}" for name, value in asdict(self).items() if name != "game")
        return f"kinrow learn {self.game} --correction {' '.join(options)}"


@dataclass(frozen=True, slots=True)
class CorrectionCard:
    """The recipe, and what came of it.

    - `version`: of kinrow; `positions`: that the games had;
    - `held_out`: on games that the fit has not seen, the loss of the value in nats by the weights
      alone ("weights") and corrected ("corrected");
    - `matches`: as on the card of patterns, against the start of the recipe.
    """

    recipe: CorrectionRecipe
    version: str
    positions: int
    held_out: Mapping[str, float]
    matches: tuple[Mapping[str, Any], ...] = field(default=())

    def to_json(self) -> dict[str, Any]:
        """A plain dict that `json` can write, with the command spelled out."""
        return {"command": self.recipe.command, **asdict(self), "matches": list(self.matches)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> CorrectionCard:
        """The card that `to_json` wrote; raises KeyError or TypeError for anything else."""
        recipe = data["recipe"]
        games, nodes, seed = (int(recipe[name]) for name in ("games", "nodes", "seed"))
        return cls(
            CorrectionRecipe(str(recipe["game"]), games, nodes, seed, str(recipe["start"])),
            str(data["version"]),
            int(data["positions"]),
            data["held_out"],
            tuple(data["matches"]),
        )


@dataclass(frozen=True, eq=False)
class Correction:
    """What the sums of some pattern weights miss, for boards of every size.

    `numbers` are in the order of the file's description, each from -2047 to 2047; `corrected` is
    the digest of the weights.
    """

    corrected: str
    numbers: Numbers
    card: CorrectionCard

    @property
    def packed(self) -> bytes:
        """As the core takes them."""
        return self.numbers.tobytes()

    @property
    def rules(self) -> Rules:
        """The game that it was trained on."""
        return game(self.card.recipe.game)

    def fits(self, weights: PatternWeights, rules: Rules) -> bool:
        """Whether it corrects these weights in this game; renju and caro have no correction."""
        same = self.corrected == digest_of(weights) and weights.fit(rules)
        return same and not rules.special

    def write(self, path: Path) -> None:
        """Writes the file, whole or not at all."""
        data = {
            "form": CORRECTION_FORM,
            "corrects": self.corrected,
            "card": self.card.to_json(),
        }
        write_numbers(path, data, self.numbers)


def digest_of(weights: PatternWeights) -> str:
    """SHA-256 of their numbers, as 16 bits in little-endian order."""
    return hashlib.sha256(little_endian(array("h", weights.numbers)).tobytes()).hexdigest()


def read_correction(path: str | os.PathLike[str]) -> Correction:
    """Reads a file of a correction; raises WeightsError if it is not one."""
    misfit = Sentence("correction.form", path=path, form=CORRECTION_FORM)
    data = read_data(path, CORRECTION_FORM, misfit)
    return _correction(data, path, misfit)


def _correction(
    data: Mapping[str, Any], path: str | os.PathLike[str], misfit: Sentence
) -> Correction:
    try:
        numbers = numbers_in(data)
        card = CorrectionCard.from_json(data["card"])
        wanted = _core.correction_numbers(core_game(game(card.recipe.game)))
        corrected = str(data["corrects"])
    except (ValueError, KeyError, TypeError, AttributeError, KinrowError):
        raise WeightsError(misfit) from None
    check_numbers(numbers, wanted, path)
    return Correction(corrected, numbers, card)
