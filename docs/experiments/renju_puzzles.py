"""How many published renju puzzles the alpha-beta player solves, and whether fours alone win.

    python docs/experiments/renju_puzzles.py puzzles.txt --seconds 5
    python docs/experiments/renju_puzzles.py puzzles.txt --seconds 5 --fours

Each line of the file is a puzzle: its stones, black and white in turn, as in H8I9G9; letters from
the left, rows from below. Black is to move after an even number of stones. A puzzle is solved if
the player announces a win. With --fours, another search looks for a win by fours alone with that
move, or with any if none was announced. It asks the rules only what black may not play.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from kinrow.players import Clock, player
from kinrow.rules import Cell, Position, game
from kinrow.rules.geometry import lines

_RULES = game("renju")
_SIDE = 15
_OTHER = {"X": "O", "O": "X"}
_SURE = 20_000  # a score beyond this is a win that the player has seen


def position_of(line: str) -> Position:
    """The position of a puzzle."""
    board = [["."] * _RULES.cols for _ in range(_RULES.rows)]
    for number, (col, row) in enumerate(re.findall(r"([A-O])(\d+)", line)):
        board[_RULES.rows - int(row)][ord(col) - ord("A")] = "XO"[number % 2]
    return _RULES.parse("/".join(map("".join, board)))


def length(cells: str, sign: str, move: int) -> list[int]:
    """How long the rows are that a stone here would make, in each direction."""
    found = []
    for row, col in ((0, 1), (1, 0), (1, 1), (1, -1)):
        count = 1
        for way in (1, -1):
            at_row, at_col = divmod(move, _SIDE)
            while True:
                at_row, at_col = at_row + way * row, at_col + way * col
                if not (0 <= at_row < _SIDE and 0 <= at_col < _SIDE):
                    break
                if cells[at_row * _SIDE + at_col] != sign:
                    break
                count += 1
        found.append(count)
    return found


def fives(cells: str, sign: str) -> list[int]:
    """The cells where this side has five, exactly five if it is black."""
    lengths = {at: length(cells, sign, at) for at, found in enumerate(cells) if found == "."}
    return [at for at, found in lengths.items() if 5 in found or (sign == "O" and max(found) > 5)]


def fourths(cells: str, sign: str) -> set[int]:
    """The cells where a stone may make a four: free ones of five in a row with three stones."""
    found: set[int] = set()
    for line in lines(_RULES):
        here = [cells[at] for at in line]
        if here.count(sign) == 3 and here.count(".") == 2:
            found.update(at for at in line if cells[at] == ".")
    return found


def allowed(cells: str, sign: str, move: int) -> bool:
    """Whether the rules let this side play here."""
    rows = "/".join(cells[at : at + _SIDE] for at in range(0, len(cells), _SIDE))
    return sign == "O" or Cell(*divmod(move, _SIDE)) in _RULES.parse(f"{rows} X").legal_moves


def wins_by_fours(cells: str, sign: str, seen: set[str]) -> bool:
    """Whether this side, to move, wins by a four with every stone."""
    if fives(cells, sign):
        return True
    if cells in seen:
        return False
    seen.add(cells)
    forced = fives(cells, _OTHER[sign])
    moves = [at for at in fourths(cells, sign) if not forced or [at] == forced]
    return any(wins_after(cells, sign, move, seen) for move in moves)


def wins_after(cells: str, sign: str, move: int, seen: set[str]) -> bool:
    """Whether this move is a five or a four, and wins by fours whatever stops it."""
    other = _OTHER[sign]
    five = move in fives(cells, sign)
    cells = placed(cells, sign, move)
    completing = fives(cells, sign)
    if five or not completing or fives(cells, other):
        return five
    if not allowed(placed(cells, ".", move), sign, move):
        return False
    if len(completing) > 1 or not allowed(cells, other, completing[0]):
        return True
    return wins_by_fours(placed(cells, other, completing[0]), sign, seen)


def placed(cells: str, sign: str, move: int) -> str:
    """The cells with this one changed."""
    return cells[:move] + sign + cells[move + 1 :]


def by_fours_alone(position: Position, move: Cell | None) -> bool:
    """Whether there is a win by fours, with this move if one is given."""
    cells, sign = position.cells, str(position.to_move)
    if move is None:
        return wins_by_fours(cells, sign, set())
    return wins_after(cells, sign, move.row * _SIDE + move.col, set())


def main() -> None:
    """Prints the puzzles that were not solved, and how many were."""
    parser = argparse.ArgumentParser(description="Renju puzzles that the player solves.")
    parser.add_argument("puzzles", type=Path)
    parser.add_argument("--seconds", type=float, default=5.0, help="a puzzle")
    parser.add_argument("--fours", action="store_true", help="look for a win by fours alone")
    asked = parser.parse_args()
    puzzles = asked.puzzles.read_text().split()
    solved = by_fours = 0
    for number, line in enumerate(puzzles, start=1):
        position = position_of(line)
        with player(f"alphabeta:{asked.seconds}s") as engine:
            move = engine.choose(position, Clock(move=asked.seconds))
            announced = getattr(engine, "score", 0) > _SURE
        solved += announced
        found = asked.fours and by_fours_alone(position, move if announced else None)
        by_fours += found
        if not announced or (asked.fours and not found):
            print(f"{number}: {engine.note}; by fours: {found if asked.fours else 'not asked'}")
    print(f"solved {solved} of {len(puzzles)}; won by fours {by_fours}")


if __name__ == "__main__":
    main()
