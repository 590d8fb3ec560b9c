"""A sequence of moves: a tuple of cells that reads and prints as people write moves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self, SupportsIndex, cast

from kinrow.rules.calls import as_in
from kinrow.rules.cell import Cell, shown
from kinrow.rules.errors import KinrowError, NotationError, OptionError
from kinrow.rules.sentence import Sentence


class Moves(tuple[Cell, ...]):
    """Cells in their order; `in`, `index` and `count` also take a string such as "b2".

    Made from a string such as "b2 a1", or from cells, each a Cell or a string. Raises NotationError
    for anything else; in a string it names the move by its number. What is not a cell is not `in`.

    >>> moves = Moves("b2 a1")
    >>> moves == Moves([Cell(1, 1), "a1"])
    True
    >>> print(moves, len(moves), "a1" in moves, Cell(2, 2) in moves)
    b2 a1 2 True False
    >>> moves
    Moves('b2 a1')
    """

    __slots__ = ()

    @as_in("Moves('b2 a1')")
    def __new__(cls, cells: str | Iterable[Cell | str] = ()) -> Self:
        """Cells are taken as they are; anything else is parsed."""
        if isinstance(cells, str):
            words = enumerate(words_of(cells), start=1)
            return super().__new__(cls, [_parse_move(number, word) for number, word in words])
        if not isinstance(cells, Iterable):
            raise NotationError(Sentence("moves.type", moves=shown(cells)))
        listed = tuple(cells)
        if set(map(type, listed)) <= {Cell}:
            return super().__new__(cls, cast(tuple[Cell, ...], listed))
        return super().__new__(cls, map(Cell.of, listed))

    def __contains__(self, cell: object) -> bool:
        return super().__contains__(sought(cell))

    def count(self, cell: object, /) -> int:
        """How often a cell occurs.

        >>> Moves("b2 a1").count("a1")
        1
        """
        return super().count(sought(cell))

    def index(self, cell: object, /, *between: SupportsIndex) -> int:
        """The place of a cell, counted from 0; OptionError, a ValueError, if it is not there.

        >>> Moves("b2 a1").index("a1"), Moves("b2 a1").index((0, 0))
        (1, 1)
        >>> Moves("b2 a1").index("c3")
        Traceback (most recent call last):
        kinrow.rules.errors.OptionError: 'c3' is not among the moves 'b2 a1'
        """
        try:
            return super().index(cast(Cell, sought(cell)), *between)
        except ValueError:
            words = Sentence("moves.absent", cell=shown(cell), moves=shown(str(self)))
            raise OptionError(words) from None

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"Moves({str(self)!r})"


def sought(cell: object) -> object:
    """What to look for among cells: of a string the cell that it names, or None if it names none.

    >>> sought("b2"), sought("zz"), sought(5)
    (Cell.of('b2'), None, 5)
    """
    if not isinstance(cell, str):
        return cell
    try:
        return Cell.parse(cell)
    except NotationError:
        return None


def words_of(text: str) -> list[str]:
    """The words of a list of moves, separated by spaces or commas.

    >>> words_of("b2, a1 c3")
    ['b2', 'a1', 'c3']
    """
    return text.replace(",", " ").split()


def numbered(number: int, error: KinrowError) -> Sentence:
    """What an error says, of the move with that number.

    >>> numbered(2, NotationError("what"))
    'move 2: what'
    """
    return Sentence("move.numbered", number=number, fault=error.sentence)


def _parse_move(number: int, word: str) -> Cell:
    try:
        return Cell.parse(word)
    except NotationError as error:
        raise NotationError(numbered(number, error)) from None
