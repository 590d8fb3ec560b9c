"""Draw the pictures of docs/explanation/gomoku.md again: how long each second stone holds out.

python docs/pictures/gomoku.py

X follows the strategy from the centre. After each second stone up to symmetry, the engine plays O,
and makes the game as long as it can.
"""

from __future__ import annotations

from pathlib import Path

from kinrow.drawing import draw_svg
from kinrow.players import Player, player
from kinrow.rules import Cell, Position, game

HERE = Path(__file__).resolve().parent
GOMOKU, CENTRE = game("gomoku"), Cell.of("h8")
RESISTS = "alphabeta:300000n"
SHOWN = ("h7", "i7")  # next to the centre, and diagonally; and the game that is longest


def played(position: Position, winner: Player, loser: Player) -> list[Cell]:
    """The rest of the game, and how it ends."""
    stones = []
    while not position.finished:
        mover = winner if position.to_move is GOMOKU.begins else loser
        stones.append(mover.choose(position))
        position = position.play(stones[-1])
    assert position.winner is GOMOKU.begins
    return stones


def main() -> None:
    """Plays all games, and writes the pictures."""
    start = GOMOKU.replay([CENTRE])
    kinds = {second: start.play(second).canonical() for second in start.legal_moves}
    games: dict[Position, list[Cell]] = {}
    with player("perfect") as winner, player(RESISTS) as loser:
        for second, kind in kinds.items():
            if kind not in games:
                rest = played(start.play(second), winner, loser)
                games[kind] = [CENTRE, second, *rest]
                print(len(games[kind]), *games[kind], flush=True)
    labels = {second: str(len(games[kind])) for second, kind in kinds.items()}
    answers = draw_svg(start, labels=labels, cell=32)
    (HERE / "gomoku-answers.svg").write_text(answers, encoding="utf-8")
    shown = [games[kinds[Cell.of(second)]] for second in SHOWN]
    for number, stones in enumerate([*shown, max(games.values(), key=len)], 1):
        text = draw_svg(GOMOKU.replay(stones), numbers=stones, cell=28)
        (HERE / f"gomoku-{number}.svg").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
