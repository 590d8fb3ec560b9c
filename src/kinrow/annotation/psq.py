"""PSQ: one game of Piskvorky, the manager of Gomocup: a head, then x,y,milliseconds a line.

Source: the files that the Piskvorky manager saves, https://gomocup.org/download-gomoku-ai/.
"""

from __future__ import annotations

import re

from kinrow.annotation.games import Game, Stone
from kinrow.rules import MOST_COLS, MOST_ROWS, Cell, NotationError

_HEAD = re.compile(r"Piskvorky\s+(\d+)\s*x\s*(\d+)\b.*", re.IGNORECASE)
_MOVE = re.compile(r"\s*(-?\d+)\s*,\s*(-?\d+)\s*,\s*(-?\d+)\s*")


def read_psq(text: str) -> Game:
    """Read a PSQ text; coordinates count from 1 at the top left.

    Raises NotationError, with the line, for a text that is none.

    >>> game = read_psq("Piskvorky 15x15, 11:11, 0\\n8,8,120\\n9,8,45\\nalice\\nbob\\n-1\\n")
    >>> [stone.cell for stone in game.stones], game.stones[1].more, game.players
    (['h8', 'i8'], {'time_ms': 45}, ('alice', 'bob'))
    """
    lines = text.splitlines() or [""]
    head = _HEAD.fullmatch(lines[0].strip())
    if head is None:
        raise NotationError("line 1: expected a head such as 'Piskvorky 20x20, 11:11, 0'")
    moves = []
    for line, words in enumerate(lines[1:], start=2):
        move = _MOVE.fullmatch(words)
        if move is None:
            break
        moves.append((line, *map(int, move.groups())))
    after = [words.strip() for words in lines[len(moves) + 1 :]]
    stones = []
    for line, x, y, time in moves:
        if not (1 <= x <= MOST_COLS and 1 <= y <= MOST_ROWS):
            raise NotationError(f"line {line}: {x},{y} is no cell of any board")
        stones.append(Stone(str(Cell(y - 1, x - 1)), line, None, {"time_ms": time}))
    names = (after[0] or None, after[1] or None) if len(after) > 1 else (None, None)
    return Game(int(head[2]), int(head[1]), tuple(stones), names)
