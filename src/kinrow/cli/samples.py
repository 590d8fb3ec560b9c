"""The sample inputs of the tour: boards of the first two source tasks, and recorded games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kinrow.rules import Cell, Position, game
from kinrow.rules.notation import replay

_FOLDER = Path(__file__).with_name("samples")
_SIGNS = {"0": ".", "1": "X", "2": "O"}


def csp_boards() -> Iterator[Position]:
    """The boards of the first source task's sample, X to move on each.

    >>> next(csp_boards())
    kinrow.position('3,3,3 XOX/OXO/...')
    """
    numbers = (_FOLDER / "csp201803-4.in").read_text("utf-8").split()[1:]
    for at in range(0, len(numbers), 9):
        signs = "".join(_SIGNS[number] for number in numbers[at : at + 9])
        rows = "/".join(signs[row : row + 3] for row in (0, 3, 6))
        yield game("tictactoe").parse(f"{rows} X")


def jing4_boards() -> Iterator[Position]:
    """The boards of the second source task's sample.

    >>> [position.to_move for position in jing4_boards()][0]
    Sign.X
    """
    rows = (_FOLDER / "jing4.in").read_text("utf-8").split()[1:]
    for at in range(0, len(rows), 5):
        yield game("jing4").parse("/".join(rows[at : at + 5]))


def recorded_games() -> Iterator[list[Position]]:
    """Games of four in a row on 4 x 9, each as its positions from the empty board.

    They are made up, in the layout of a study of human play. The file has a move per line: the
    stones of both sides before it as bit sets (bit 9 * row + col), the side, the move's bit, and
    more. Black, who begins, is X here.

    >>> [len(positions) - 1 for positions in recorded_games()][:3]
    [13, 11, 18]
    """
    positions: list[Position] = []
    for line in (_FOLDER / "four-in-a-row-4x9.tsv").read_text("utf-8").splitlines():
        black, white, _, move, *_ = line.split("\t")
        if black == white == "0":
            if positions:
                yield positions
            positions = [game("four-in-a-row-4x9").start()]
        cell = Cell(*divmod(int(move).bit_length() - 1, 9))
        positions.append(replay(positions[-1], [cell]))
    yield positions
