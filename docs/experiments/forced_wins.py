"""How many forced wins the alpha-beta player sees, in positions where a win has been proved.

The puzzles are positions of recorded games: the winner is to move and placed at most so many stones
from there to the end. Per game it is the earliest for which the prover writes a certificate of
the win, going back from the end; a checker that shares no code with the search accepts it.

    python docs/experiments/forced_wins.py games.sgf wins.tsv --find
    python docs/experiments/forced_wins.py games.sgf wins.tsv --seconds 5

A puzzle is solved if the player announces a win, or has but one move that does not lose at once,
and its move keeps the win, which is proved again.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryDirectory

from kinrow.players import Clock, player
from kinrow.proofs import Proof, prove
from kinrow.records import Record, read_games
from kinrow.rules import Outcome, Position

_SURE = 20_000  # a score beyond this is a win that the player has seen


def proved(position: Position, wanted: Outcome, seconds: float) -> bool:
    """Whether a certificate says so, found within a time and checked."""
    with TemporaryDirectory() as folder:
        found = prove(position, Path(folder, "win.proof"), time=seconds, threads=1, memory="256MiB")
    return isinstance(found, Proof) and found.solution.outcome is wanted


def candidates(game: Record, most: int) -> Iterator[tuple[int, Position]]:
    """Positions with the winner to move and so many stones of his to come, from the last on."""
    if game.winner is None:
        return
    for plies in range(len(game.moves) - 1, max(-1, len(game.moves) - 2 * most), -2):
        yield plies, game.start.rules.replay(game.moves[:plies])


def find(games: list[Record], table: Path, asked: argparse.Namespace) -> None:
    """Writes a line for each game in which a win was proved: its number, stones on the board, and
    the winner's stones to come."""
    rows = []
    for number, game in enumerate(games[:: asked.every]):
        won = takewhile(
            lambda seen: proved(seen[1], Outcome.WIN, asked.prove), candidates(game, asked.stones)
        )
        plies = min((plies for plies, _ in won), default=None)
        if plies is not None:
            to_come = (len(game.moves) - plies + 1) // 2
            rows.append(f"{number * asked.every + 1}\t{plies}\t{to_come}\n")
    table.write_text("game\tstones\twinner's stones to come\n" + "".join(rows))
    print(f"{len(rows)} wins proved")


def measure(games: list[Record], table: Path, asked: argparse.Namespace) -> None:
    """Prints what was not solved, and the share solved by the winner's stones to come."""
    solved, of = Counter[int](), Counter[int]()
    for line in table.read_text().splitlines()[1:]:
        number, plies, to_come = map(int, line.split("\t"))
        game = games[number - 1]
        position = game.start.rules.replay(game.moves[:plies])
        with player(f"alphabeta:{asked.nodes}n" if asked.nodes else "alphabeta:1s") as engine:
            move = engine.choose(position, None if asked.nodes else Clock(move=asked.seconds))
            note = engine.note
            announced = getattr(engine, "score", 0) > _SURE or "no search" in note
        after = position.play(move)
        kept = after.finished or proved(after, Outcome.LOSS, asked.prove)
        solved[to_come] += announced and kept
        of[to_come] += 1
        if not (announced and kept):
            print(f"game {number}, {plies} stones: {note}; {'won' if kept else 'not proved'}")
    for to_come in sorted(of):
        print(f"{to_come} stones to come: {solved[to_come]} of {of[to_come]}")
    print(f"solved {solved.total()} of {of.total()}")


def main() -> None:
    """Finds puzzles, or measures how many are solved."""
    parser = argparse.ArgumentParser(description="Forced wins that the player sees.")
    parser.add_argument("games", type=Path)
    parser.add_argument("table", type=Path)
    parser.add_argument("--find", action="store_true", help="make the table")
    parser.add_argument("--every", type=int, default=1, help="use every so many-th game")
    parser.add_argument("--stones", type=int, default=15, help="of the winner to come, at most")
    parser.add_argument("--prove", type=float, default=10.0, help="seconds for a proof")
    parser.add_argument("--seconds", type=float, default=5.0, help="a puzzle")
    parser.add_argument("--nodes", type=int, help="a puzzle, instead of seconds")
    asked = parser.parse_args()
    games = list(read_games(asked.games))
    (find if asked.find else measure)(games, asked.table, asked)


if __name__ == "__main__":
    main()
