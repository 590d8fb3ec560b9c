"""Equal and mirrored positions are one question: the least of its images stands for each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from kinrow.rules import Position, Sign
from kinrow.rules.geometry import image_readers, symmetries


@dataclass(frozen=True, slots=True)
class Image:
    """The least image of a board, and where each of the board's cells stands in it."""

    cells: str
    places: tuple[int, ...]


def least_image(cells: str, rows: int, cols: int) -> Image:
    """The image that comes first in the alphabet.

    >>> least_image("X.......O", 3, 3)
    Image(cells='..O...X..', places=(6, 3, 0, 7, 4, 1, 8, 5, 2))
    """
    images = ("".join(read(cells)) for read in image_readers(rows, cols))
    return Image(*min(zip(images, symmetries(rows, cols), strict=True)))


class Images:
    """The images of a board, from which those of the boards after a stone follow quickly.

    >>> Images("X..", 1, 3).least_after(1, "O")
    '.OX'
    """

    def __init__(self, cells: str, rows: int, cols: int) -> None:
        self._places = symmetries(rows, cols)
        self._cells = ["".join(read(cells)) for read in image_readers(rows, cols)]

    def least_after(self, index: int, stone: str) -> str:
        """The cells of the least image after a stone on a cell."""
        return min(
            cells[: places[index]] + stone + cells[places[index] + 1 :]
            for cells, places in zip(self._cells, self._places, strict=True)
        )


def least_cells(cells: str, rows: int, cols: int) -> str:
    """The cells of the least image alone.

    >>> least_cells("X..", 1, 3)
    '..X'
    """
    return min("".join(read(cells)) for read in image_readers(rows, cols))


class Question(NamedTuple):
    """A position up to symmetry, in few bytes; its text is its name in the store."""

    cells: str
    to_move: str
    left: int

    @classmethod
    def of(cls, position: Position) -> Question:
        """The question that a position is.

        >>> from kinrow.rules import game
        >>> str(Question.of(game("1,3,2").replay("a1")))
        '..X O 1'
        """
        rules = position.rules
        cells = least_cells(position.cells, rules.rows, rules.cols)
        return cls(cells, position.to_move.value, position.left)

    @property
    def board(self) -> tuple[str, int, int]:
        """As the core takes it."""
        return self.cells, 0 if self.to_move == Sign.X.value else 1, self.left

    def __str__(self) -> str:
        return f"{self.cells} {self.to_move} {self.left}"
