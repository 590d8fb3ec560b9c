"""Counting positions: kinrow beside the article's way, a Python set of boards."""

from __future__ import annotations

import json
from collections.abc import Iterator

from bench.rows import Row
from bench.timing import Cost, best_of, kinrow, patience, same, within
from kinrow.rules import game
from kinrow.solver import count

TITLE = "Counting"
Board = tuple[str, ...]
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def rows(limit: float) -> Iterator[Row]:
    """The rows of this part; what stands beside is stopped after `limit` seconds."""
    yield in_process(3, 3, 3, limit)
    yield in_process(4, 3, 3, limit)
    yield as_process(4, 4, 4, limit)


def in_process(rows: int, cols: int, k: int, limit: float) -> Row:
    """A game that plain Python can count as well."""
    spec = f"{rows},{cols},{k}"
    cost, counts = best_of(lambda: count(game(spec), memory="256MiB", threads=1))
    boards = within(patience(limit, cost), lambda: count_by_set(rows, cols, k))
    note = f"{counts.reachable:,} positions"
    if boards.answer is not None:
        note += ", " + same(counts.reachable, boards.answer, f"count {spec}")
    return _row(f"count {spec}, in-process", cost, None, boards.seconds, boards.stopped, note)


def as_process(rows: int, cols: int, k: int, limit: float) -> Row:
    """`kinrow count`, with and without symmetry, process start included."""
    spec = f"{rows},{cols},{k}"
    cost, text = best_of(lambda: kinrow("count", spec, "--threads", "1", "--json"))
    counts = json.loads(text)
    boards = within(patience(limit, cost), lambda: count_by_set(rows, cols, k))
    if boards.answer is not None:
        same(counts["reachable"], boards.answer, f"count {spec}")
    note = f"{counts['reachable']:,} positions, {counts['canonical']:,} up to symmetry"
    return _row(f"kinrow count {spec}", cost, 3.0, boards.seconds, boards.stopped, note)


def _row(what: str, cost: Cost, mark: float | None, others: float, stopped: bool, note: str) -> Row:
    return Row(what, *cost, mark, "a set of all boards seen", others, stopped, note)


def count_by_set(rows: int, cols: int, k: int) -> int:
    """The boards that play can reach, each put into a set when it is first seen.

    >>> count_by_set(3, 3, 3)
    5478
    """
    empty: Board = (".",) * (rows * cols)
    seen = {empty}
    todo = [(empty, "X")]
    while todo:
        board, sign = todo.pop()
        for cell, content in enumerate(board):
            if content != ".":
                continue
            after = (*board[:cell], sign, *board[cell + 1 :])
            if after in seen:
                continue
            seen.add(after)
            if "." in after and not has_line(after, rows, cols, k, cell):
                todo.append((after, "O" if sign == "X" else "X"))
    return len(seen)


def has_line(board: Board, rows: int, cols: int, k: int, cell: int) -> bool:
    """Whether the stone on a cell stands in k or more of its sign in a row.

    >>> has_line(tuple("XXXOO...."), 3, 3, 3, cell=1)
    True
    """
    for down, right in DIRECTIONS:
        length = 1
        for sense in (-1, 1):
            row, col = divmod(cell, cols)
            while True:
                row, col = row + sense * down, col + sense * right
                inside = 0 <= row < rows and 0 <= col < cols
                if not inside or board[row * cols + col] != board[cell]:
                    break
                length += 1
        if length >= k:
            return True
    return False
