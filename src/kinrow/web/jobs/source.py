"""The source tasks as they are judged: input in, output out, with one board per case."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kinrow.analysis import Budget
from kinrow.rules import IllegalPosition, Position, Rules, Setup, Sign, format_position, game
from kinrow.rules.cell import shown
from kinrow.rules.sentence import Sentence
from kinrow.web.answers import SourceAnswer, SourceCase
from kinrow.web.asking import Asking
from kinrow.web.jobs.tools import Tools
from kinrow.web.problems import Problem
from kinrow.web.shapes import SourceRequest

MOST_CASES = 200
_WORD = re.compile(r"\S+")
Word = tuple[int, int, str]
"""Line and column, both from 1, and what stands there."""


@dataclass(frozen=True)
class SourceTask:
    """A source task: its game, how a row is written, what is asked, and the words of its answer."""

    rules: Rules
    words_a_row: int
    signs: dict[str, str]
    objective: str
    answer: Callable[[Position, int], str]

    @property
    def words_a_board(self) -> int:
        """How many words make a board."""
        return self.rules.rows * self.words_a_row


def _score(position: Position, value: int) -> str:
    return str(value if position.to_move is Sign.X else -value)


def _winner(position: Position, value: int) -> str:
    if not value:
        return "Draw"
    return f"{position.to_move if value > 0 else position.to_move.other} win"


TASKS = {
    "csp201803-4": SourceTask(
        game("tictactoe"), 3, {"0": ".", "1": "X", "2": "O"}, "score", _score
    ),
    "jing4": SourceTask(game("jing4"), 1, {"O": "O", "X": "X", ".": "."}, "outcome", _winner),
}


def judge(asking: Asking[SourceRequest], tools: Tools) -> SourceAnswer:
    """The output of a task for an input, case by case; each is sent as soon as it is solved.

    All of the input is read first. An output is None if the time was up before the case was
    solved.
    """
    task = TASKS[asking.body.task]
    positions = [
        _position(task, number, line, rows)
        for number, (line, rows) in enumerate(boards(task, asking.body.input), 1)
    ]
    cases = []
    for number, position in enumerate(positions, 1):
        case = SourceCase(
            rows=list(position.rows),
            notation=format_position(position),
            to_move=None if position.finished else position.to_move,
            output=_output(task, asking, tools, position),
        )
        asking.tell(number=number, of=len(positions), case=case)
        cases.append(case)
    return SourceAnswer(task=asking.body.task, game=str(task.rules), cases=cases)


def boards(task: SourceTask, text: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    """First line and rows of every board.

    Raises Problem for a string that is not of the task's form, naming the place.

    >>> list(boards(TASKS["csp201803-4"], "1 1 2 1 2 1 2 0 0 0"))
    [(1, ('XOX', 'OXO', '...'))]
    """
    words = [
        (number, match.start() + 1, match[0])
        for number, line in enumerate(text.split("\n"), 1)
        for match in _WORD.finditer(line)
    ]
    end = (text.count("\n") + 1, len(text.rpartition("\n")[2]) + 1, "")
    first = words[0] if words else end
    if not re.fullmatch(r"[0-9]{1,4}", first[2]) or int(first[2]) > MOST_CASES:
        raise _misread(first, Sentence("source.number", most=MOST_CASES))
    needed = int(first[2]) * task.words_a_board
    if len(words) <= needed:
        raise _misread(end, Sentence("source.words", words=needed))
    if len(words) > needed + 1:
        raise _misread(words[needed + 1], Sentence("source.end"))
    for at in range(1, needed + 1, task.words_a_board):
        yield words[at][0], _rows(task, words[at : at + task.words_a_board])


def _rows(task: SourceTask, words: list[Word]) -> tuple[str, ...]:
    width, marks = task.rules.cols // task.words_a_row, ", ".join(task.signs)
    for line, column, text in words:
        for offset, sign in enumerate(text[:width]):
            if sign not in task.signs:
                raise _misread((line, column + offset, sign), Sentence("source.mark", marks=marks))
        if len(text) != width:
            raise _misread((line, column, text), Sentence("source.marks", count=width, marks=marks))
    cells = "".join(task.signs[sign] for _, _, text in words for sign in text)
    cols = task.rules.cols
    return tuple(cells[at : at + cols] for at in range(0, len(cells), cols))


def _misread(word: Word, expected: Sentence) -> Problem:
    line, column, text = word
    found = shown(text) if text else Sentence("source.ends")
    fault = Sentence("source.place", line=line, column=column, found=found, expected=expected)
    return Problem(422, "misread-input", fault)


def _position(task: SourceTask, number: int, line: int, rows: tuple[str, ...]) -> Position:
    """The position of a case; it must be one that the task asks about."""
    try:
        position = Setup(task.rules, rows).position()
    except IllegalPosition as error:
        fault = Sentence("source.case", number=number, line=line, fault=error.sentence)
        raise Problem(422, "illegal-position", fault, error.faults) from None
    wrong = None
    if not position.finished and task.objective == "score" and position.to_move is not Sign.X:
        wrong = Sentence("source.side")
    if not position.finished and position.left < task.rules.stones:
        wrong = Sentence("source.middle")
    if wrong:
        fault = Sentence("source.case", number=number, line=line, fault=wrong)
        raise Problem(422, "misread-input", fault)
    return position


def _output(
    task: SourceTask, asking: Asking[SourceRequest], tools: Tools, position: Position
) -> str | None:
    if position.finished:
        known = position.score if task.objective == "score" else position.outcome
        return task.answer(position, int(known or 0))
    found = tools.analyst.answer(
        position,
        "score" if task.objective == "score" else "outcome",
        Budget(asking.seconds),
        moves="none",
        line=False,
        report=asking.report,
    )
    solution = found.solution
    asking.check()
    return task.answer(position, int(solution.lower)) if solution.complete else None
