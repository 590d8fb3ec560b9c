"""A position as one self-contained SVG: signs, coordinates, and what is known of each cell.

Nothing in it needs a style sheet, a font file or an id, so many can be put on one page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from kinrow.drawing.look import RowsFrom
from kinrow.drawing.sheet import FILLS, RINGS, Sheet, sheet_for
from kinrow.rules import Cell, Moves, OptionError, Position, PositionLike, Rules, Sign, as_position
from kinrow.rules.calls import as_in
from kinrow.rules.geometry import board_cells
from kinrow.rules.options import whole_number
from kinrow.rules.picture import CellTexts, texts_by_cell
from kinrow.rules.sentence import Sentence
from kinrow.runtime.files import path_of, whole_file


def draw_svg(
    position: PositionLike,
    *,
    labels: CellTexts | None = None,
    marks: CellTexts | None = None,
    last: Cell | str | None = None,
    numbers: Iterable[Cell | str] = (),
    rows_from: RowsFrom = "top",
    cell: int = 40,
) -> str:
    """The text of an SVG picture, `cell` pixels a cell, with column letters and row numbers.

    Five in a row and larger games are drawn as a goban with black and white stones, all others as
    cells with crosses and rings.

    - `labels`: a short text for a cell (a Cell, or a string such as "b2"), drawn small if the cell
      is empty.
    - `marks`: for a cell one or more words of `FILLS` and `RINGS`, separated by spaces.
    - `last`: the stone that was placed last, ringed.
    - `numbers`: stones in the order in which they were placed; each carries its number.
    - `rows_from`: row 1 is at the "top", so that the numbers are those of moves in Python, or at
      the "bottom", as players of gomoku (and the browser's goban) have it.

    The lines that won, or that count, are struck through, and cells that renju forbids the side to
    move are crossed. Raises OptionError for an unknown mark and for a cell off the board,
    NotationError for what is not a cell.

    >>> from kinrow.rules import game
    >>> text = draw_svg(game("tictactoe").replay("b2 a1"), marks={"c1": "win best"})
    >>> text.startswith("<svg "), text.count("<circle")
    (True, 1)
    """
    position = as_position(position)
    page = sheet_for(position.rules, whole_number("cell", cell, 1, example=40), rows_from)
    worded = {spot: marked.split() for spot, marked in texts_by_cell("marks", marks).items()}
    if last is not None:
        last = Cell.of(last)
        worded[last] = [*worded.get(last, []), "last"]
    labelled = dict.fromkeys(position.forbidden, "×")
    labelled |= texts_by_cell("labels", labels)
    placed = {spot: at for at, spot in enumerate(Moves(numbers), 1)}
    _check(position.rules, worded)
    _check(position.rules, dict.fromkeys([*labelled, *placed], ()))
    page.board(worded)
    _signs(page, position, labelled, placed)
    for spot, words in worded.items():
        page.rings(spot, words)
    for line in _lines(position):
        page.strike(line)
    return page.text(position.fen())


@dataclass(frozen=True, slots=True, repr=False)
class Drawing:
    """A picture that a notebook shows by itself; its text is `svg`, `save` writes it to a file.

    >>> from kinrow.rules import game
    >>> Drawing(draw_svg(game("tictactoe").start()))._repr_svg_()[:4]
    '<svg'
    """

    svg: str

    def __repr__(self) -> str:
        return f"<picture: {len(self.svg):,} characters of SVG>"

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | PathLike[str]) -> Path:
        """Write the picture to a file, whole or not at all, and return its path.

        Raises OptionError unless the name ends in .svg, FileNotWritten if there can be no such
        file.

        >>> draw("tictactoe").save("board.png")
        Traceback (most recent call last):
        kinrow.rules.errors.OptionError: board.png: expected a name that ends in .svg
        """
        path = path_of(path, "board.svg")
        if path.suffix.lower() != ".svg":
            raise OptionError(Sentence("picture.svg", path=path))
        with whole_file(path) as temporary:
            temporary.write_text(self.svg, encoding="utf-8")
        return path


@as_in("draw('tictactoe', labels={'b2': 'best'})")
def draw(
    position: PositionLike,
    *,
    labels: CellTexts | None = None,
    marks: CellTexts | None = None,
    last: Cell | str | None = None,
    numbers: Iterable[Cell | str] = (),
    rows_from: RowsFrom = "top",
    cell: int = 40,
) -> Drawing:
    """The picture of a position, or of a game's empty board, for a notebook.

    The arguments are those of `kinrow.drawing.draw_svg`, which raises the same errors; `svg` is the
    picture's text, `save("board.svg")` writes it to a file.

    >>> from kinrow.rules import game
    >>> draw(game("3,3,3")).svg.endswith("</svg>")
    True
    """
    return Drawing(
        draw_svg(
            position,
            labels=labels,
            marks=marks,
            last=last,
            numbers=numbers,
            rows_from=rows_from,
            cell=cell,
        )
    )


def _signs(
    page: Sheet, position: Position, labelled: Mapping[Cell, str], placed: Mapping[Cell, int]
) -> None:
    """Stones with their numbers, labels on empty cells."""
    rules = position.rules
    for spot, sign in zip(board_cells(rules.rows, rules.cols), position.cells, strict=True):
        if sign == ".":
            if labelled.get(spot):
                page.label(spot, labelled[spot])
            continue
        page.sign(spot, Sign(sign))
        if spot in placed:
            page.stone_number(spot, Sign(sign), placed[spot])


def _check(rules: Rules, worded: Mapping[Cell, object]) -> None:
    for spot, words in worded.items():
        if not (0 <= spot[0] < rules.rows and 0 <= spot[1] < rules.cols):
            corner = Cell(rules.rows - 1, rules.cols - 1)
            raise OptionError(Sentence("move.off", cell=Cell(*spot), last=corner))
        for word in words if isinstance(words, list) else ():
            if word not in FILLS and word not in RINGS:
                known = ", ".join([*FILLS, *RINGS])
                raise OptionError(
                    Sentence("picture.mark", mark=repr(word), cell=Cell(*spot), known=known)
                )


def _lines(position: Position) -> Iterator[tuple[Cell, ...]]:
    """The lines to strike through: complete ones, or those that count at the end."""
    if not position.finished:
        return
    for sign in Sign:
        yield from position.lines_for(sign)
