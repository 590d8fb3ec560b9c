"""A side's stones as the bits of a number."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinrow.rules import Position


def sets_of(position: Position, sign: str) -> int:
    """The stones of a sign as a bit set.

    >>> from kinrow.rules import game
    >>> sets_of(game("tictactoe").parse("X../.O./..."), "O")
    16
    """
    return sum(1 << at for at, cell in enumerate(position.cells) if cell == sign)


def all_whole(numbers: NDArray[Any]) -> bool:
    """Whether an array has whole numbers alone.

    >>> all_whole(np.array([1, 2])), all_whole(np.array([1, True], object))
    (True, False)
    """
    if numbers.dtype == object:
        return all(
            isinstance(number, (int, np.integer)) and number is not True for number in numbers
        )
    return numbers.dtype.kind in "iu" or not numbers.size
