"""The card of a network: the recipe that made it, and what it was measured to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class NetworkRecipe:
    """What decides a network, besides the version of kinrow and the machine's arithmetic.

    Each of `rounds` plays `games` games with the network of the round before (the first with one
    of random numbers), at `simulations` a move, and then fits to the games of the last rounds.
    `layers` is the number of layers over 3x3 neighbourhoods; `truth` the nodes that the solver may
    spend on each position of a game. Each round also draws `solved` positions of random play;
    those that the solver settles for as many nodes are taught from then on, and so are those of
    `early` positions with few stones, which may cost more. For each new position the fit looks at
    `visits`, drawn from all of them.

    >>> NetworkRecipe("5,5,4", games=100, rounds=20, simulations=64, seed=1, truth=20000).command
    'kinrow learn 5,5,4 --network ... --layers 2 --truth 20000 --solved 0 --early 0 --visits 6'
    """

    game: str
    games: int
    rounds: int
    simulations: int
    seed: int
    layers: int = 2
    truth: int = 0
    solved: int = 0
    early: int = 0
    visits: int = 6

    @property
    def command(self) -> str:
        """The command line that makes this network."""
        options = (f"--{name} {value}" for name, value in asdict(self).items() if name != "game")
        return f"kinrow learn {self.game} --network {' '.join(options)}"


@dataclass(frozen=True, slots=True)
class NetworkCard:
    """The recipe, and what came of it.

    - `version`: of kinrow;
    - `positions`: that were taught, and `exact`: those whose value is known;
    - `minutes`: of processor time that games and fit took;
    - `regret`: mean regrets against the exact truth, each with "game", "player", "positions",
      "mean" and "wrong" (the share of positions in which the move gave something away);
    - `matches`: as on the card of patterns.
    """

    recipe: NetworkRecipe
    version: str
    positions: int
    exact: int
    minutes: float
    regret: tuple[Mapping[str, Any], ...] = field(default=())
    matches: tuple[Mapping[str, Any], ...] = field(default=())

    def to_json(self) -> dict[str, Any]:
        """A plain dict that `json` can write, with the command spelled out."""
        lists = {"regret": list(self.regret), "matches": list(self.matches)}
        return {"command": self.recipe.command, **asdict(self), **lists}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> NetworkCard:
        """The card that `to_json` wrote; raises KeyError or TypeError for anything else."""
        recipe = data["recipe"]
        numbers = {name: int(number) for name, number in recipe.items() if name != "game"}
        return cls(
            NetworkRecipe(str(recipe["game"]), **numbers),
            str(data["version"]),
            int(data["positions"]),
            int(data["exact"]),
            float(data["minutes"]),
            tuple(data["regret"]),
            tuple(data["matches"]),
        )
