"""A network's arithmetic as docs/network-format.md has it, in plain NumPy, one position at a time.

It shares nothing with the core: windows are looked at one by one, and nothing is looked up.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinrow.weights import NetworkShape

Numbers = NDArray[np.int64]

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def taken_apart(shape: NetworkShape, numbers: NDArray[Any]) -> dict[str, Numbers]:
    """The arrays of a file, by name."""
    reach, hidden, width, layers, pooled, stones = shape
    sizes: dict[str, tuple[int, ...]] = {
        "window": (2 * reach + 1, 3, hidden),
        "window bias": (hidden,),
        "feature": (width, hidden),
        "feature bias": (width,),
        "turn": (stones, width),
    }
    for number in range(layers):
        sizes[f"layer {number}"] = (width, 3, 3, width)
        sizes[f"layer {number} bias"] = (width,)
    sizes["policy"] = (width,)
    sizes["pooled"] = (pooled, 2 * width + 1)
    sizes["pooled bias"] = (pooled,)
    sizes["value"] = (3, pooled)
    sizes["value bias"] = (3,)
    found, at = {}, 0
    for name, size in sizes.items():
        count = int(np.prod(size))
        found[name] = numbers[at : at + count].astype(np.int64).reshape(size)
        at += count
    assert at == len(numbers)
    return found


def evaluated(
    shape: NetworkShape, numbers: NDArray[Any], board: NDArray[np.int8], to_move: int, left: int
) -> tuple[Numbers, Numbers]:
    """Policy (cells,) and value (3,) of a board (rows, cols) of 0 X, 1 O, -1 empty."""
    w = taken_apart(shape, numbers)
    rows, cols = board.shape
    turn = (w["turn"][min(left, shape.stones) - 1] + 1) // 2
    x = np.zeros((rows + 2, cols + 2, shape.width), np.int64)
    for row in range(rows):
        for col in range(cols):
            four = (_window(shape, w, board, to_move, row, col, step) for step in DIRECTIONS)
            x[row + 1, col + 1] = np.clip(sum(four) + turn, 0, 1023)
    for number in range(shape.layers):
        x = _layer(x, w[f"layer {number}"], w[f"layer {number} bias"])
    inside = x[1:-1, 1:-1].reshape(rows * cols, -1)
    return inside @ w["policy"], _value(w, inside, int((board < 0).sum()))


def _window(
    shape: NetworkShape,
    w: dict[str, Numbers],
    board: NDArray[np.int8],
    to_move: int,
    row: int,
    col: int,
    step: tuple[int, int],
) -> Numbers:
    hidden = w["window bias"].copy()
    for at in range(-shape.reach, shape.reach + 1):
        r, c = row + at * step[0], col + at * step[1]
        if 0 <= r < board.shape[0] and 0 <= c < board.shape[1]:
            sign = 0 if board[r, c] < 0 else 1 if board[r, c] == to_move else 2
            hidden += w["window"][at + shape.reach, sign]
    features = w["feature"] @ np.clip(hidden, 0, 2047) + w["feature bias"] * 256
    found: Numbers = np.clip((features + 256) // 512, -4095, 4095)
    return found


def _layer(x: Numbers, weights: Numbers, bias: Numbers) -> Numbers:
    after = np.zeros_like(x)
    for row in range(1, x.shape[0] - 1):
        for col in range(1, x.shape[1] - 1):
            around = x[row - 1 : row + 2, col - 1 : col + 2]
            sums = np.einsum("oijf,ijf->o", weights, around) + bias * 128
            after[row, col] = np.clip(x[row, col] + (sums + 128) // 256, 0, 1023)
    return after


def _value(w: dict[str, Numbers], inside: Numbers, empty: int) -> Numbers:
    cells = len(inside)
    pooled = [inside.sum(0) * 4 // cells, inside.max(0) * 4, [empty * 512 // cells]]
    sums = w["pooled"] @ np.concatenate(pooled) + w["pooled bias"] * 512
    hidden = np.clip((sums + 512) // 1024, 0, 1023)
    found: Numbers = w["value"] @ hidden + w["value bias"] * 128
    return found
