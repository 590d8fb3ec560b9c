"""Five in a row on all large boards: certificates for the second player's first stones.

    python docs/experiments/second_stones.py 0,1 2,3 --window 21 --seconds 600 --out FOLDER

A stone is named by the rows and columns from the first player's stone to it, from 0 to 8 each. The
window is a square; the first stone lies in its middle, or so far from two edges that four cells
are left beyond the second stone. The moves to try first are those of examples/proofs/19-19-5.book,
moved there. With one thread and this memory the search is the same each time.

`--pass BOOK` puts other games before them: those of a win after a pass that keeps within four cells
of the first stone on two sides, as `--learn` wrote them in a window of 13 x 13 with stones on e5
and f6.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory

from kinrow.proofs import Book, Proof, prove
from kinrow.proofs.boards import SIDES
from kinrow.rules import Cell, game
from kinrow.runtime.conversion import index_of

ROOT = Path(__file__).resolve().parents[2]
BOOK, BOOK_SIZE = ROOT / "examples" / "proofs" / "19-19-5.book", 19
REACH = 4  # of a line through a stone, to each side


def first_stone(window: int, second: tuple[int, int]) -> Cell:
    """Where the first stone lies.

    >>> str(first_stone(21, (0, 1))), str(first_stone(21, (0, 8)))
    ('k11', 'i11')
    """
    row, col = (min(window // 2, window - 1 - REACH - away) for away in second)
    return Cell(row, col)


def moved(line: str, rows: int, cols: int, window: int) -> str:
    """A game of a book so many rows and columns on, up to the first move outside the window.

    >>> moved("j10 k11? pass a1 b2", -1, 1, 19)
    'k9 l10? pass'
    """
    words: list[str] = []
    for word in line.partition("#")[0].split():
        if word == "pass":
            words.append(word)
            continue
        cell = Cell.of(word.rstrip("?"))
        cell = Cell(cell.row + rows, cell.col + cols)
        if not (0 <= cell.row < window and 0 <= cell.col < window):
            break
        words.append(str(cell) + "?" * word.endswith("?"))
    return " ".join(words)


def turned(word: str, first: Cell) -> str:
    """A move of a game after a pass, turned about the first stone; its short sides lie below.

    >>> turned("f6", Cell(10, 10)), turned("e6?", Cell(10, 10))
    ('j10', 'k10?')
    """
    cell = Cell.of(word.rstrip("?"))
    across = Cell(first.row + REACH - cell.row, first.col + REACH - cell.col)
    return str(across) + "?" * word.endswith("?")


def games_after(second: Cell, first: Cell, text: str) -> list[str]:
    """Games after a pass, with the second stone for the pass; without those that play there."""
    start = [str(first), str(second), turned("f6", first)]
    games = []
    for line in text.splitlines():
        moves = [word if word == "pass" else turned(word, first) for word in line.split()]
        if str(second) not in moves:
            games.append(" ".join(start + moves))
    return games


def book_for(window: int, first: Cell, before: list[str]) -> str:
    """The text of the book for this window."""
    rows, cols = first.row - BOOK_SIZE // 2, first.col - BOOK_SIZE // 2
    lines = [moved(line, rows, cols, window) for line in BOOK.read_text().splitlines()]
    lines += [moved(line, 0, 0, window) for line in before]
    return "".join(line + "\n" for line in dict.fromkeys(lines) if line.count(" ") > 1)


def settle(
    second: tuple[int, int], window: int, seconds: float, out: Path, after_pass: str = ""
) -> str:
    """Proves one of them; what came of it."""
    rules = game((window, window, 5))
    first = first_stone(window, second)
    moves = first, Cell(first.row + second[0], first.col + second[1])
    with TemporaryDirectory() as folder:
        path = Path(folder, "moved.book")
        path.write_text(book_for(window, first, games_after(moves[1], first, after_pass)))
        found = prove(
            rules.replay(moves),
            out / f"{window}-{second[0]}-{second[1]}.proof",
            book=Book(path, tuple(index_of(rules, move) for move in moves)),
            larger=SIDES,
            threads=1,
            memory="4GiB",
            time=seconds,
            resume=True,
        )
    if not isinstance(found, Proof):
        return "not settled; the next run goes on from its checkpoint"
    return f"{found.nodes:,} positions, {found.size:,} bytes, sha256 {found.sha256}"


def main() -> None:
    """Reads the command line and prints a line per stone."""
    parser = argparse.ArgumentParser(description="Certificates for second stones.")
    parser.add_argument("stones", nargs="+", metavar="ROWS,COLUMNS")
    parser.add_argument("--window", type=int, default=21)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--out", type=Path, default=Path())
    parser.add_argument("--pass", type=Path, dest="after_pass", metavar="BOOK")
    asked = parser.parse_args()
    games = asked.after_pass.read_text() if asked.after_pass else ""
    for text in asked.stones:
        rows, cols = map(int, text.split(","))
        found = settle((rows, cols), asked.window, asked.seconds, asked.out, games)
        print(text, found, flush=True)


if __name__ == "__main__":
    main()
