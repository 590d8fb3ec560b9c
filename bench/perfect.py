"""A campaign against perfect play: games from won positions against many kinds of opponent.

    python -m bench.perfect gomoku --games 100

The winner must win every game. The report gives the slowest move, the share of moves within 0.3
seconds, and the longest game.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from time import monotonic

from kinrow.players import Player, player
from kinrow.rules import Cell, Position, Rules, game

Reply = Callable[[Position], Cell]

QUICK = 0.3  # seconds within which 99 of 100 moves are to be made
_NEAR = 2  # cells between a reply and some stone


@dataclass
class Report:
    """What the games showed."""

    games: int = 0
    not_won: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    longest: str = ""
    slowest: str = ""

    def add_move(self, seconds: float, moves: list[Cell]) -> None:
        """Counts a move of the winner's, the last of these."""
        if seconds > max(self.seconds, default=0):
            self.slowest = " ".join(map(str, moves))
        self.seconds.append(seconds)

    def add(self, moves: list[Cell], won: bool) -> None:
        """Counts a game."""
        text = " ".join(map(str, moves))
        self.games += 1
        if not won:
            self.not_won.append(text)
        if len(moves) > len(self.longest.split()):
            self.longest = text

    def __str__(self) -> str:
        quick = sum(second <= QUICK for second in self.seconds) / max(1, len(self.seconds))
        lines = [
            f"{self.games} games, {len(self.not_won)} not won",
            f"{len(self.seconds)} moves, {quick:.2%} within {QUICK} s",
            f"slowest move {max(self.seconds, default=0):.2f} s: {self.slowest}",
            f"longest game, {len(self.longest.split())} stones: {self.longest}",
        ]
        return "\n".join(lines + [f"not won: {text}" for text in self.not_won[:20]])


def near(random: Random) -> Reply:
    """A random cell close to the stones."""

    def reply(position: Position) -> Cell:
        cols, cells = position.rules.cols, position.cells
        stones = [divmod(at, cols) for at, sign in enumerate(cells) if sign != "."]
        close = [
            move
            for move in position.legal_moves
            if any(max(abs(move.row - r), abs(move.col - c)) <= _NEAR for r, c in stones)
        ]
        return random.choice(close or position.legal_moves)

    return reply


def mixture(spec: list[str], random: Random) -> Reply:
    """Each reply by one of the opponents, chosen anew."""
    replies: list[Reply] = [near(random)]
    replies += [player(word, seed=random.randrange(1 << 30)).choose for word in spec]
    return lambda position: random.choice(replies)(position)


def beginning_with(second: Cell, reply: Reply) -> Reply:
    """This reply to the first stone; later as before."""

    def first(position: Position) -> Cell:
        return second if position.cells.count(".") == position.rules.size - 1 else reply(position)

    return first


def play(winner: Player, start: Position, reply: Reply, report: Report) -> None:
    """One game; the side to move in `start` is to win it."""
    side, position = start.to_move, start
    moves: list[Cell] = []
    while not position.finished:
        began = monotonic()
        mine = position.to_move is side
        moves.append(winner.choose(position) if mine else reply(position))
        if mine:
            report.add_move(monotonic() - began, moves)
        position = position.play(moves[-1])
    outcome = position.outcome
    assert outcome is not None
    won = bool(outcome) and position.to_move is not side
    report.add(moves, won)


def campaign(rules: Rules, games: int, opponents: list[str], seed: int) -> Report:
    """Games from the empty board: one for each second stone that is possible, then any."""
    random, report, start = Random(seed), Report(), rules.start()
    with player("perfect", seed=seed) as winner:
        after = start.play(winner.choose(start))
        seconds = random.sample(after.legal_moves, len(after.legal_moves))
        for number in range(games):
            reply = mixture(opponents, random)
            if number < len(seconds):
                reply = beginning_with(seconds[number], reply)
            play(winner, start, reply, report)
            if number % 10 == 9:
                print(f"{report}\n", flush=True)
    return report


def main() -> None:
    """The campaign that the words ask for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--opponents", default="alphabeta:100ms,mcts:2000")
    asked = parser.parse_args()
    opponents = asked.opponents.split(",") if asked.opponents else []
    report = campaign(game(asked.game), asked.games, opponents, asked.seed)
    print(report)
    raise SystemExit(bool(report.not_won))


if __name__ == "__main__":
    main()
