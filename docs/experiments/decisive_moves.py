"""How often the alpha-beta player avoids moves that lost games.

A table names them, tab-separated: the number of a game in the record file (from 1), the stones
on the board before the move, and the move in the letters of SGF; lines with # and the heading
are skipped.

    python docs/experiments/decisive_moves.py games.sgf decisive.tsv --seconds 1
"""

from __future__ import annotations

import argparse
from pathlib import Path

from kinrow.players import Clock, player
from kinrow.records import read_games


def decisive(table: Path) -> list[tuple[int, int, str]]:
    """Game, stones before the move, and the losing move, per row of the table."""
    rows = [line.split("\t") for line in table.read_text().splitlines() if line[:1].isdigit()]
    return [(int(game), int(plies), move) for game, plies, move, *_ in rows]


def main() -> None:
    """Prints the moves repeated, and how many were avoided."""
    parser = argparse.ArgumentParser(description="Losing moves that the player avoids.")
    parser.add_argument("games", type=Path)
    parser.add_argument("table", type=Path)
    parser.add_argument("--seconds", type=float, default=1.0, help="a move")
    parser.add_argument("--nodes", type=int, help="a move, instead of seconds")
    asked = parser.parse_args()
    games, rows = list(read_games(asked.games)), decisive(asked.table)
    avoided = 0
    for number, plies, move in rows:
        game = games[number - 1]
        if len(move) != 2 or len(game.moves) <= plies:
            raise SystemExit(f"{asked.table}: game {number} has no move {move} after {plies}")
        lost = game.moves[plies]
        clock = Clock(move=asked.seconds) if asked.nodes is None else None
        with player("alphabeta:1s" if clock else f"alphabeta:{asked.nodes}n") as engine:
            chosen = engine.choose(game.start.rules.replay(game.moves[:plies]), clock)
            note = engine.note
        avoided += chosen != lost
        if chosen == lost:
            print(f"game {number}, {plies} stones: {lost} again; {note}")
    print(f"avoided {avoided} of {len(rows)}")


if __name__ == "__main__":
    main()
