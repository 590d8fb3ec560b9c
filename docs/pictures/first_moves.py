"""Draw the map of the first moves of gomoku: which of them are known to win.

python docs/pictures/first_moves.py
"""

from __future__ import annotations

from pathlib import Path

from kinrow.drawing import draw_svg
from kinrow.rules import Cell, game

GOMOKU = game("gomoku")
WINS = ("h8", "h7")  # of docs/experiments/five-in-a-row.md, one of each kind up to symmetry


def main() -> None:
    """Writes the picture."""
    start = GOMOKU.start()
    winning = {start.play(Cell.of(move)).canonical() for move in WINS}
    won = {move for move in start.legal_moves if start.play(move).canonical() in winning}
    labels, marks = dict.fromkeys(won, "+"), dict.fromkeys(won, "win")
    text = draw_svg(start, labels=labels, marks=marks, cell=28)
    (Path(__file__).resolve().parent / "first-moves.svg").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
