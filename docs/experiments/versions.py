"""A match of this checkout's alpha-beta player against that of another, at so many nodes a move.

Limits of nodes make the games the same on every machine, however busy. The other checkout must be
built, and know limits of nodes.

    python docs/experiments/versions.py ../before --game 15,15,5 --nodes 50000 --games 80
"""

from __future__ import annotations

import argparse
import subprocess
from pathlib import Path

from kinrow.arena import Match, play_match
from kinrow.players import Clock, Player, player
from kinrow.rules import Cell, Position, PositionLike, as_position, game

_WORKER = """
import sys
from kinrow.players import player
from kinrow.rules import as_position
with player(sys.argv[1]) as engine:
    for line in sys.stdin:
        print(engine.choose(as_position(line.strip())), flush=True)
"""


class OtherVersion(Player):
    """The player of another checkout, in a process of its own that is sent one position a line."""

    def __init__(self, checkout: Path, spec: str) -> None:
        self.name = f"{spec} of {checkout}"
        python = checkout.resolve() / ".venv/bin/python"
        self._process = subprocess.Popen(
            [python, "-c", _WORKER, spec],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def choose(self, position: PositionLike, clock: Clock | None = None) -> Cell:
        """What the other version plays."""
        found: Position = as_position(position)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{found.fen()}\n")
        self._process.stdin.flush()
        return Cell.of(self._process.stdout.readline().strip())

    def close(self) -> None:
        """Ends the process."""
        self._process.communicate()


def main() -> None:
    """Prints the score after each pair of games."""
    parser = argparse.ArgumentParser(description="This version against another, by nodes.")
    parser.add_argument("other", type=Path, help="a checkout that is built")
    parser.add_argument("--game", default="15,15,5")
    parser.add_argument("--nodes", type=int, default=50_000, help="a move")
    parser.add_argument("--games", type=int, default=80)
    parser.add_argument("--openings", default="balanced:5")
    asked = parser.parse_args()
    spec = f"alphabeta:{asked.nodes}n"
    with player(spec) as this, OtherVersion(asked.other, spec) as other:
        match = Match(this, other, game(asked.game), asked.games, asked.openings)
        for number, _ in enumerate(play_match(match), 1):
            if number % 2 == 0:
                print(f"{number} games: {match.score}", flush=True)


if __name__ == "__main__":
    main()
