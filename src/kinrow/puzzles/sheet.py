"""A sheet of puzzles as one SVG, to print: numbered boards, the solutions marked if asked."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from kinrow.drawing import draw_svg
from kinrow.puzzles.puzzle import Puzzle
from kinrow.puzzles.words import PuzzleWords
from kinrow.rules import Rules

_COLUMNS, _GAP, _CAPTION, _CELL, _HEAD = 4, 24, 44, 32, 32
_NARROWEST, _WITH_STONES = 220, 320  # room for the words above a board; if they count stones
_FONT = 'font-family="system-ui,sans-serif" fill="#222222"'


def puzzle_sheet(
    puzzles: Sequence[Puzzle], title: str, words: PuzzleWords, *, solved: bool = False
) -> str:
    """The SVG's text; with `solved` the right move of each is marked.

    >>> from kinrow.puzzles import find_puzzles, table_of
    >>> with table_of("tictactoe") as table:
    ...     sheet = puzzle_sheet(find_puzzles(table, 6), "Tic-tac-toe", PuzzleWords())
    ...
    >>> sheet.count("<svg"), sheet.count("</svg>")
    (7, 7)
    """
    rules = puzzles[0].position.rules if puzzles else None
    wide = 0 if rules is None else max(_words_wide(rules), (rules.cols + 1) * _CELL) + _GAP
    high = 0 if rules is None else (rules.rows + 1) * _CELL + _GAP + _CAPTION
    columns = max(1, min(_COLUMNS, len(puzzles)))
    rows = -(-len(puzzles) // columns)
    size = f'width="{columns * wide + _GAP}" height="{_HEAD + rows * high + _GAP}"'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" {size}>', _heading(title)]
    for at, puzzle in enumerate(puzzles):
        x, y = _GAP + at % columns * wide, _HEAD + _GAP + at // columns * high
        parts.append(_board(puzzle, x, y + _CAPTION, solved=solved))
        for line, text in enumerate((words.caption(at + 1, puzzle), words.task(puzzle))):
            weight = "" if line else ' font-weight="bold"'
            parts.append(
                f'<text x="{x}" y="{y + 14 + 18 * line}" font-size="13" {_FONT}{weight}>'
                f"{escape(text)}</text>"
            )
    return "".join([*parts, "</svg>"])


def _heading(title: str) -> str:
    return f'<text x="{_GAP}" y="{_HEAD}" font-size="16" {_FONT}>{escape(title)}</text>'


def _words_wide(rules: Rules) -> int:
    return _NARROWEST if max(rules.stones, rules.first_turn) == 1 else _WITH_STONES


def _board(puzzle: Puzzle, x: int, y: int, *, solved: bool) -> str:
    marks = {puzzle.solution: f"{puzzle.goal} best"} if solved else {}
    picture = draw_svg(puzzle.position, marks=marks, cell=_CELL)
    return picture.replace("<svg ", f'<svg x="{x}" y="{y}" ', 1)
