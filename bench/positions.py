"""The positions that are measured: every one of tic-tac-toe's, and random ones from fixed seeds."""

from __future__ import annotations

from random import Random

from kinrow.rules import Position, Rules, Sign


def reachable(rules: Rules) -> list[Position]:
    """Every position that play can reach, stone by stone, by the reference rules.

    >>> from kinrow.rules import game
    >>> len(reachable(game("tictactoe")))
    5478
    """
    found: list[Position] = []
    ply = [rules.start()]
    while ply:
        found += ply
        following = (position.play(move) for position in ply for move in position.legal_moves)
        ply = list(dict.fromkeys(following))
    return found


def to_move_x(rules: Rules) -> list[Position]:
    """Every reachable position with X to move, finished ones included.

    >>> from kinrow.rules import game
    >>> len(to_move_x(game("tictactoe")))
    2739
    """
    return [position for position in reachable(rules) if position.to_move is Sign.X]


def at_random(rules: Rules, stones: int, count: int, seed: int) -> list[Position]:
    """So many unfinished positions after so many random stones.

    >>> from kinrow.rules import game
    >>> [position.plies for position in at_random(game("tictactoe"), 7, 2, seed=1)]
    [7, 7]
    """
    chance = Random(seed)
    found: list[Position] = []
    while len(found) < count:
        position = rules.start()
        while position.plies < stones and not position.finished:
            position = position.play(chance.choice(position.legal_moves))
        if not position.finished:
            found.append(position)
    return found


def csp_text(positions: list[Position]) -> str:
    """Positions as an input of CSP 201803-4.

    >>> from kinrow.rules import game
    >>> print(csp_text([game("tictactoe").parse("XO./.../...")]), end="")
    1
    1 2 0
    0 0 0
    0 0 0
    """
    numbers = str.maketrans({".": "0", "X": "1", "O": "2"})
    rows = [" ".join(row.translate(numbers)) for board in positions for row in board.rows]
    return "\n".join([str(len(positions)), *rows, ""])


def jing4_text(positions: list[Position]) -> str:
    """Positions as an input of jing4.

    >>> from kinrow.rules import game
    >>> print(jing4_text([game("jing4").start()]), end="")
    1
    .....
    .....
    .....
    .....
    .....
    """
    rows = [row for board in positions for row in board.rows]
    return "\n".join([str(len(positions)), *rows, ""])
