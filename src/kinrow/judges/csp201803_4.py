"""CSP 201803-4: the score of tic-tac-toe positions, Alice (X) to move, as Alice sees it.

It asks the search alone: a judge is started once per input, and to load what is known takes longer
than to solve every board.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from kinrow.judges.boards import MOST_BYTES, Form, InputBoard, Misread, boards
from kinrow.judges.reading import BLANKS, WORD, ByteStream, InputLines
from kinrow.rules import Position, Sign, game
from kinrow.rules.cell import shown
from kinrow.solver import SearchSolver

_RULES: Final = game("tictactoe")
_SIGNS: Final = {"0": ".", "1": "X", "2": "O"}
_MEANING: Final = "0 (empty), 1 (X) or 2 (O)"


def judge(source: ByteStream, write: Callable[[str], object]) -> None:
    """Read T boards, write a score a line: for a win of Alice the empty cells + 1, for one of Bob
    minus that, for a draw 0; finished boards are answered, too.

    `write` is called with whole lines, whenever the source may keep us waiting. Raises BadInput,
    after the boards before it have been answered.

    Source: CCF CSP 2018-03, problem 4.

    >>> from io import BytesIO
    >>> boards = b"2\\n1 2 1\\n2 1 2\\n0 0 0\\n2 1 1\\n0 2 1\\n0 0 2\\n"
    >>> judge(BytesIO(boards), lambda text: print(text, end=""))
    3
    -4
    """
    with SearchSolver(memory="64MiB", threads=1) as solver:
        scores = _Scores(solver, write)
        lines = InputLines(source, MOST_BYTES, before_wait=scores.answer)
        try:
            for board in boards(lines, Form(_RULES, f"3 numbers, each {_MEANING}", _row)):
                scores.ask(board)
        finally:
            scores.answer()


class _Scores:
    """Boards as they come, answered many at once: each of the few thousand is solved only once."""

    def __init__(self, solver: SearchSolver, write: Callable[[str], object]) -> None:
        self._solver = solver
        self._write = write
        self._asked: list[str] = []
        self._open: dict[str, Position] = {}
        self._known: dict[str, str] = {}

    def ask(self, board: InputBoard) -> None:
        """Take in a board. Raises BadInput if it is not for this task."""
        cells = "".join(board.rows)
        if cells not in self._known and cells not in self._open:
            self._take_in(cells, board)
        self._asked.append(cells)

    def _take_in(self, cells: str, board: InputBoard) -> None:
        position = board.position(_RULES)
        if position.finished:
            score = position.score or 0
            self._known[cells] = str(score if position.to_move is Sign.X else -score)
        elif position.to_move is Sign.X:
            self._open[cells] = position
        else:
            found = f"X {cells.count('X')}, O {cells.count('O')}: it is O's turn"
            raise board.bad(found, "a board where X is to move, or a finished one")

    def answer(self) -> None:
        """Write the scores of the boards asked since the last time."""
        values = self._solver.values(list(self._open.values()), objective="score")
        for cells, value in zip(self._open, values, strict=True):
            self._known[cells] = str(value.lower)
        self._open.clear()
        asked, self._asked = self._asked, []
        if asked:
            self._write("".join(f"{self._known[cells]}\n" for cells in asked))


@lru_cache(maxsize=1024)
def _row(text: str) -> str:
    """A row of numbers as signs.

    >>> _row("1 0  2 ")
    'X.O'
    """
    words = list(WORD.finditer(text))
    for word in words[:3]:
        if word[0] not in _SIGNS:
            raise Misread(word.start() + 1, shown(word[0]), _MEANING)
    if not words:
        raise Misread(1, "an empty line", "3 numbers")
    if len(words) < 3:
        found = f"the line ends after {len(words)} number{'s' if len(words) > 1 else ''}"
        raise Misread(len(text.rstrip(BLANKS)) + 1, found, "3 numbers")
    if len(words) > 3:
        raise Misread(words[3].start() + 1, shown(words[3][0]), "the line to end after 3 numbers")
    return "".join(_SIGNS[word[0]] for word in words)
