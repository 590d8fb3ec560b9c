"""The words of puzzles, in the reader's language."""

from __future__ import annotations

from kinrow.puzzles.puzzle import Puzzle
from kinrow.words import Catalogue


class PuzzleWords(Catalogue):
    """The catalogue in one language.

    >>> PuzzleWords("zh-Hans")("page.solution"), PuzzleWords()("page.solution")
    ('答案', 'Solution')
    """

    room = "puzzles"

    def caption(self, number: int, puzzle: Puzzle) -> str:
        """Its number and its grade, as stars.

        >>> from kinrow.puzzles import find_puzzles, table_of
        >>> with table_of("tictactoe") as table:
        ...     (puzzle,) = find_puzzles(table, 1, grades=[3])
        ...
        >>> PuzzleWords().caption(7, puzzle)
        '7 ★★★☆☆'
        """
        return f"{number} {'★' * puzzle.grade}{'☆' * (5 - puzzle.grade)}"

    def task(self, puzzle: Puzzle) -> str:
        """Who is to move, and what to look for.

        >>> from kinrow.puzzles import find_puzzles, table_of
        >>> with table_of("2,4,3,2,1") as table:
        ...     (puzzle,) = find_puzzles(table, 1, goals=["win"])
        ...
        >>> PuzzleWords().task(puzzle)
        'X to move, 1 stone left: one move wins'
        """
        position = puzzle.position
        several = max(position.rules.stones, position.rules.first_turn) > 1
        left = "" if not several else ".one" if position.left == 1 else ".many"
        who = self(f"to_move{left}", sign=position.to_move, left=position.left)
        return self(f"task.{puzzle.goal}", who=who)

    def answer(self, puzzle: Puzzle) -> str:
        """The solution, and how long it takes if that is known."""
        if puzzle.goal == "win" and puzzle.depth is not None and puzzle.depth > 1:
            return self("answer.depth", move=puzzle.solution, stones=puzzle.depth)
        return self("answer", move=puzzle.solution)
