"""Rules and positions as the compiled core takes them."""

from __future__ import annotations

from functools import lru_cache

from kinrow import _core
from kinrow.rules import Cell, Position, Rules, Sign

SIGNS = (Sign.X, Sign.O)


@lru_cache(maxsize=64)
def core_game(
    rules: Rules,
    larger: tuple[str, ...] = (),
    parts: tuple[tuple[int, ...], ...] = (),
    avoided: frozenset[int] = frozenset(),
    dropped: int = -1,
    by_ply: int | None = None,
) -> _core.Game:
    """The core's game of these rules.

    With `larger` a class of boards, whose zones must not have the cells `avoided`, and in which a
    null move may take away a stone on the cell `dropped`. Then only zones after null moves avoid
    those cells. With `parts` of lines a piece of one; with `by_ply` one whose prover looks for wins
    by that ply: for a prover only.
    """
    majority = rules.objective == "majority"
    return _core.Game(
        rows=rules.rows,
        cols=rules.cols,
        k=rules.k,
        stones=rules.stones,
        first=rules.first_turn,
        begins=SIGNS.index(rules.begins),
        exact=rules.exact,
        misere=rules.misere,
        renju=rules.renju,
        caro=rules.caro,
        turns=(rules.turns or 0) if majority else -1,
        fill=SIGNS.index(rules.fill or Sign.X),
        threshold=rules.threshold or 0,
        more_rows="rows" in larger,
        more_cols="cols" in larger,
        parts=[[*part] for part in parts],
        avoided=sorted(avoided),
        dropped=dropped,
        **({} if by_ply is None else {"by_ply": by_ply}),
    )


def core_position(position: Position) -> tuple[str, int, int]:
    """Cells, side to move and stones left."""
    return position.cells, SIGNS.index(position.to_move), position.left


def sets_of(position: Position, sign: str) -> int:
    """The cells with a sign as the bits of a number, the first cell lowest; "." is for empty ones.

    >>> from kinrow.rules import game
    >>> sets_of(game("tictactoe").parse("X../.O./..."), "O")
    16
    """
    return sum(1 << at for at, mark in enumerate(position.cells) if mark == sign)


def index_of(rules: Rules, cell: Cell) -> int:
    """The row-major index of a cell."""
    return cell.row * rules.cols + cell.col


def cell_of(rules: Rules, index: int) -> Cell:
    """The cell of a row-major index."""
    return Cell(*divmod(index, rules.cols))
