"""A campaign against perfect play: whole games against many kinds of opponent.

    python -m bench.perfect gomoku --games 100
    python -m bench.perfect 7,7,5 --side O

The perfect player must get what the game is worth to its side: every game won, or none lost. The
report gives the slowest move, the share of moves within 0.3 seconds, and the longest game. Each
reply is by one of the opponents, drawn anew: a random stone near the others, the players that are
named, and in a won game the reply that takes a search with the strategy longest.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from time import monotonic

from kinrow.analysis import solve
from kinrow.players import Player, player
from kinrow.rules import Cell, Outcome, Position, Rules, Sign, game
from kinrow.strategies import Follower, LargerFollower, Strategy, player_of, read_any_strategy
from kinrow.strategies.shelf import strategy_files

Reply = Callable[[Position], Cell]
Expert = Follower | LargerFollower

QUICK = 0.3  # seconds within which 99 of 100 moves are to be made
_NEAR = 2  # cells between a reply and some stone
_CANDIDATES = 8  # replies of which the one is played that takes the search longest
_LIMITS = (10, 100, 1_000, 10_000)  # of these searches, in positions


@dataclass
class Report:
    """What the games showed."""

    start: Position
    games: int = 0
    let_go: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    longest: str = ""
    slowest: str = ""

    def add_move(self, seconds: float, moves: list[Cell]) -> None:
        """Counts a move of the perfect player's, the last of these."""
        if seconds > max(self.seconds, default=0):
            self.slowest = " ".join(map(str, moves))
        self.seconds.append(seconds)

    def add(self, moves: list[Cell], kept: bool) -> None:
        """Counts a game, and whether it ended as well as it had to."""
        text = " ".join(map(str, moves))
        self.games += 1
        if not kept:
            self.let_go.append(text)
        if len(moves) > len(self.longest.split()):
            self.longest = text

    def __str__(self) -> str:
        quick = sum(second <= QUICK for second in self.seconds) / max(1, len(self.seconds))
        lines = [
            f"{self.games} games, {len(self.let_go)} let go",
            f"{len(self.seconds)} moves, {quick:.2%} within {QUICK} s",
            f"slowest move {max(self.seconds, default=0):.2f} s: {self.slowest}",
            f"longest game, {len(self.longest.split())} stones: {self.longest}",
        ]
        return "\n".join(lines + [f"let go: {text}" for text in self.let_go[:20]])


def near(random: Random) -> Reply:
    """A random cell close to the stones."""

    return lambda position: random.choice(_close(position))


def _close(position: Position) -> Sequence[Cell]:
    cols, cells = position.rules.cols, position.cells
    stones = [divmod(at, cols) for at, sign in enumerate(cells) if sign != "."]
    close = [
        move
        for move in position.legal_moves
        if any(max(abs(move.row - r), abs(move.col - c)) <= _NEAR for r, c in stones)
    ]
    return close or position.legal_moves


def unforeseen(follower: Expert, random: Random) -> Reply:
    """Of a few cells close to the stones, the one whose win takes a search longest."""

    def reply(position: Position) -> Cell:
        close = _close(position)
        left = random.sample(close, min(_CANDIDATES, len(close)))
        for nodes in _LIMITS:
            lasting = [move for move in left if not _wins(follower, position.play(move), nodes)]
            left = lasting or left
            if len(left) == 1:
                break
        return left[0]

    return reply


def _wins(follower: Expert, position: Position, nodes: int) -> bool:
    return not position.finished and follower.win(position, nodes=nodes) is not None


def mixture(rules: Rules, spec: list[str], random: Random) -> Reply:
    """Each reply by one of the opponents, chosen anew."""
    replies: list[Reply] = [near(random)]
    replies += [player(word, seed=random.randrange(1 << 30)).choose for word in spec]
    path = next(strategy_files(rules), None)
    strategy = None if path is None else read_any_strategy(path)
    if isinstance(strategy, Strategy):
        replies.append(unforeseen(player_of(strategy), random))
    return lambda position: random.choice(replies)(position)


def beginning_with(first: Cell, side: Sign, reply: Reply) -> Reply:
    """This as the side's first stone, unless the other side has begun there; later as before."""

    def replied(position: Position) -> Cell:
        begins = str(side) not in position.cells and first in position.legal_moves
        return first if begins else reply(position)

    return replied


def play(player: Player, side: Sign, least: Outcome, reply: Reply, report: Report) -> None:
    """One game, which is to end at least so well for the perfect player, who has this side."""
    position = report.start
    moves: list[Cell] = []
    while not position.finished:
        began = monotonic()
        mine = position.to_move is side
        moves.append(player.choose(position) if mine else reply(position))
        if mine:
            report.add_move(monotonic() - began, moves)
        position = position.play(moves[-1])
    outcome = position.outcome
    assert outcome is not None
    report.add(moves, (outcome if position.to_move is side else outcome.opposite) >= least)


def campaign(rules: Rules, side: Sign, games: int, opponents: list[str], seed: int) -> Report:
    """Games from the empty board: one for each first stone of the opponent's, then any."""
    random, start = Random(seed), rules.start()
    report = Report(start)
    worth = solve(start).outcome
    assert worth is not None
    least = worth if side is start.to_move else worth.opposite
    with player("perfect", seed=seed) as perfect:
        first = start.play(perfect.choose(start)) if side is start.to_move else start
        stones = random.sample(first.legal_moves, len(first.legal_moves))
        usual = mixture(rules, opponents, random)
        for number in range(games):
            reply = usual
            if number < len(stones):
                reply = beginning_with(stones[number], side.other, usual)
            play(perfect, side, least, reply, report)
            if number % 10 == 9:
                print(f"{report}\n", flush=True)
    return report


def main() -> None:
    """The campaign that the words ask for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--side", type=Sign, default=Sign.X, help="the perfect player's")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--opponents", default="alphabeta:100ms,mcts:2000")
    asked = parser.parse_args()
    opponents = asked.opponents.split(",") if asked.opponents else []
    report = campaign(game(asked.game), asked.side, asked.games, opponents, asked.seed)
    print(report)
    raise SystemExit(bool(report.let_go))


if __name__ == "__main__":
    main()
