"""LeetCode 1275, 794 and 348 as a library: a game judged, a board judged, a game kept on n by n."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kinrow.judges.misfit import Misfit, array, whole
from kinrow.rules import Cell, IllegalMove, Position, Setup, Sign, game
from kinrow.rules.cell import shown

_RULES: Final = game("tictactoe")
_LAST: Final = _RULES.rows - 1

LARGEST_N: Final = 10_000
"""Rows and columns of the largest board that `TicTacToe` keeps."""


def tictactoe(moves: Sequence[Sequence[int]]) -> str:
    """Who has won after these moves of A, who begins, and B: "A", "B", "Draw" or "Pending".

    A move is [row, col], both from 0. Raises Misfit, a ValueError that names the move at fault:
    off the board, on a taken cell, or after the end of the game.

    Source: LeetCode 1275, Find Winner on a Tic Tac Toe Game.

    >>> tictactoe([[0, 0], [2, 0], [1, 1], [2, 1], [2, 2]])
    'A'
    >>> tictactoe([[0, 0], [0, 0]])
    Traceback (most recent call last):
    kinrow.judges.misfit.Misfit: move 2: a1 is taken by X, expected an empty cell
    """
    position = _RULES.start()
    for index, move in enumerate(array(moves, (), "a list of moves [row, col]")):
        try:
            position = _played(position, move)
        except Misfit as misfit:
            raise misfit.within(index, name=f"move {index + 1}") from None
    if not position.finished:
        return "Pending"
    return {Sign.X: "A", Sign.O: "B", None: "Draw"}[position.winner]


def _played(position: Position, move: object) -> Position:
    row, col = array(move, (), "a move [row, col]", 2)
    cell = Cell(whole(row, (0,), "row", 0, _LAST), whole(col, (1,), "col", 0, _LAST))
    try:
        return position.play(cell)
    except IllegalMove as error:
        raise Misfit((), str(error)) from None


def valid_tic_tac_toe(board: Sequence[str]) -> bool:
    """Whether legal play from the empty board can reach this one, X beginning.

    `board` is three texts of three characters: X, O, or a space for an empty cell. Raises Misfit
    for anything else.

    Source: LeetCode 794, Valid Tic-Tac-Toe State.

    >>> valid_tic_tac_toe(["XOX", " X ", "   "]), valid_tic_tac_toe(["XOX", "O O", "XOX"])
    (False, True)
    """
    rows = [_row(row, at) for at, row in enumerate(array(board, (), "a list of 3 strings", 3))]
    return not Setup(_RULES, tuple(rows)).faults()


def _row(row: object, at: int) -> str:
    expected = "a string of 3 signs, each X, O or a space"
    if not isinstance(row, str):
        raise Misfit((at,), f"row {at + 1} is {shown(row)}", expected)
    if len(row) != _RULES.cols or not set(row) <= set("XO "):
        raise Misfit((at,), f"row {at + 1} is {shown(row)}", expected)
    return row.replace(" ", ".")


class TicTacToe:
    """Tic-tac-toe on n by n, where a full row, column or main diagonal of one player wins.

    A move costs O(1) time, the board O(n) memory: only how far each row, column and diagonal
    has got is kept, so that a cell taken twice goes unseen. n is 1 to 10,000.

    Source: LeetCode 348, Design Tic-Tac-Toe.

    >>> board = TicTacToe(2)
    >>> board.move(0, 0, 1), board.move(0, 1, 2), board.move(1, 1, 1)
    (0, 0, 1)
    """

    def __init__(self, n: int) -> None:
        self._n = whole(n, (), "n", 1, LARGEST_N)
        # A stone of player 1 counts +1, one of player 2 -1: only n of one player sum up to n.
        self._rows = [0] * n
        self._cols = [0] * n
        self._falling = self._rising = 0
        self._left = n * n
        self._winner = 0

    def move(self, row: int, col: int, player: int) -> int:
        """Place a stone of player 1 or 2, row and col from 0: the winner's number, 0 for none yet.

        Raises Misfit for numbers out of range, and once the game is over. The two need not play
        by turns.

        >>> TicTacToe(3).move(3, 0, 1)
        Traceback (most recent call last):
        kinrow.judges.misfit.Misfit: row is 3, expected a whole number from 0 to 2
        """
        n = self._n
        whole(row, (0,), "row", 0, n - 1)
        whole(col, (1,), "col", 0, n - 1)
        step = 1 if whole(player, (2,), "player", 1, 2) == 1 else -1
        if self._winner or not self._left:
            result = f"player {self._winner} has won" if self._winner else "it is a draw"
            raise Misfit((), f"the game is over, {result}", "no more moves")
        self._left -= 1
        self._rows[row] += step
        self._cols[col] += step
        self._falling += step * (row == col)
        self._rising += step * (row + col == n - 1)
        if step * n in (self._rows[row], self._cols[col], self._falling, self._rising):
            self._winner = player
        return self._winner


def replay(data: object) -> list[int]:
    """What `TicTacToe(n).move` says to each move of {"n": n, "moves": [[row, col, player], ...]}.

    Raises Misfit for data of another shape, and for a move that cannot be played.

    >>> replay({"n": 1, "moves": [[0, 0, 2]]})
    [2]
    """
    expected = 'an object {"n": ..., "moves": [[row, col, player], ...]}'
    if not isinstance(data, dict):
        raise Misfit((), shown(data), expected)
    for key in ("n", "moves"):
        if key not in data:
            raise Misfit((), f'"{key}" is missing', expected)
    for key in data:
        if key not in ("n", "moves"):
            raise Misfit((key,), f"{shown(key)} is neither n nor moves", expected)
    n = whole(data["n"], ("n",), "n", 1, LARGEST_N)
    board, taken, results = TicTacToe(n), set[tuple[object, object]](), list[int]()
    for index, move in enumerate(array(data["moves"], ("moves",), "a list of moves")):
        try:
            results.append(_placed(board, taken, move))
        except Misfit as misfit:
            raise misfit.within("moves", index, name=f"move {index + 1}") from None
    return results


def _placed(board: TicTacToe, taken: set[tuple[object, object]], move: object) -> int:
    row, col, player = array(move, (), "a move [row, col, player]", 3)
    if isinstance(row, int) and isinstance(col, int) and (row, col) in taken:
        raise Misfit((), f"row {row}, col {col} is taken", "a move to an empty cell")
    # `move` looks at the types itself.
    result = board.move(row, col, player)  # type: ignore[arg-type]
    taken.add((row, col))
    return result
