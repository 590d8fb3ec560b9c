"""The card of a file of weights: what they were trained on, by which command, and what they win."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Recipe:
    """What decides the weights, besides the version of the engine: the options of `kinrow learn`.

    Each of `rounds` plays `games` games with the weights of the round before, at `nodes` nodes a
    move; the fit takes the games of all rounds. The first round plays with the weights that come
    with kinrow as `start`, or with those set by hand if that is "".

    >>> Recipe("15,15,5", games=2000, rounds=2, nodes=8000, seed=1).command
    'kinrow learn 15,15,5 --games 2000 --rounds 2 --nodes 8000 --seed 1'
    """

    game: str
    games: int
    rounds: int
    nodes: int
    seed: int
    start: str = ""

    @property
    def command(self) -> str:
        """The command line that makes these weights."""
        said = [(name, value) for name, value in asdict(self).items() if name != "game"]
        options = (f"--{name} {value}" for name, value in said if value != "")
        return f"kinrow learn {self.game} {' '.join(options)}"


@dataclass(frozen=True, slots=True)
class Card:
    """The recipe, what it gave on games held out from the fit, and the matches that were measured.

    - `version`: of kinrow;
    - `positions`: in all games of the recipe;
    - `held_out`: for "by hand" and "learned": the loss of the value in nats ("value"), and the
      share of the search's moves that come first ("move");
    - `matches`: each with "against", "limit", "games", "score" (wins-draws-losses), and Elo: "elo",
      "low" and "high" (95 %).
    """

    recipe: Recipe
    version: str
    positions: int
    held_out: Mapping[str, Mapping[str, float]]
    matches: tuple[Mapping[str, Any], ...] = field(default=())

    def to_json(self) -> dict[str, Any]:
        """A plain dict that `json` can write, with the command spelled out."""
        return {"command": self.recipe.command, **asdict(self), "matches": list(self.matches)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Card:
        """The card that `to_json` wrote; raises KeyError or TypeError for anything else."""
        recipe = data["recipe"]
        return cls(
            Recipe(
                str(recipe["game"]),
                games=int(recipe["games"]),
                rounds=int(recipe["rounds"]),
                nodes=int(recipe["nodes"]),
                seed=int(recipe["seed"]),
                start=str(recipe.get("start", "")),  # which files of before do not have
            ),
            str(data["version"]),
            int(data["positions"]),
            data["held_out"],
            tuple(data["matches"]),
        )
