"""Puzzles as one HTML page to solve in the browser; it loads nothing from other hosts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kinrow.puzzles.puzzle import GRADES, Puzzle
from kinrow.puzzles.words import PuzzleWords
from kinrow.rules import Cell
from kinrow.rules.geometry import board_cells
from kinrow.templating import templates

_TEMPLATES = Path(__file__).with_name("templates")


def puzzle_page(puzzles: Sequence[Puzzle], title: str, words: PuzzleWords) -> str:
    """The page's text.

    >>> from kinrow.puzzles import find_puzzles, table_of
    >>> with table_of("tictactoe") as table:
    ...     text = puzzle_page(find_puzzles(table, 3), "Tic-tac-toe", PuzzleWords())
    ...
    >>> text.count("<figure"), text.count("<button") > 3
    (3, True)
    """
    numbered = enumerate(puzzles, 1)
    return (
        templates(_TEMPLATES)
        .get_template("puzzles.html")
        .render(
            title=title,
            words=words,
            letters=_letters(puzzles),
            puzzles=[_shown(number, puzzle, words) for number, puzzle in numbered],
            grades=[grade for grade in GRADES if any(puzzle.grade == grade for puzzle in puzzles)],
        )
    )


def _letters(puzzles: Sequence[Puzzle]) -> list[str]:
    """Those of the columns."""
    cols = puzzles[0].position.rules.cols if puzzles else 0
    return [str(Cell(0, col))[0] for col in range(cols)]


def _shown(number: int, puzzle: Puzzle, words: PuzzleWords) -> dict[str, Any]:
    rules, cells = puzzle.position.rules, puzzle.position.cells
    signs = dict(zip(board_cells(rules.rows, rules.cols), cells, strict=True))
    return {
        "grade": puzzle.grade,
        "caption": words.caption(number, puzzle),
        "task": words.task(puzzle),
        "answer": words.answer(puzzle),
        "sign": str(puzzle.position.to_move),
        "rows": [
            [
                {
                    "name": str(cell),
                    "sign": "" if signs[cell] == "." else signs[cell],
                    "right": cell == puzzle.solution,
                    "end": str(puzzle.moves[cell]) if cell in puzzle.moves else "",
                }
                for cell in signs
                if cell.row == row
            ]
            for row in range(rules.rows)
        ],
    }
