"""Puzzles: positions of a table in which exactly one move wins, or exactly one holds the draw.

`find_puzzles` takes them from a table and grades them; `puzzle_page`, `puzzle_sheet` and
`Puzzle.to_json` show them.
"""

from __future__ import annotations

from kinrow.puzzles.finding import find_puzzles, table_of
from kinrow.puzzles.page import puzzle_page
from kinrow.puzzles.puzzle import Goal, Puzzle
from kinrow.puzzles.sheet import puzzle_sheet

__all__ = ["Goal", "Puzzle", "find_puzzles", "puzzle_page", "puzzle_sheet", "table_of"]
