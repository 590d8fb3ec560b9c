"""The judges by name, and how one runs as a process: answers to stdout, one message to stderr."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from io import BytesIO
from typing import TYPE_CHECKING, Final, cast

from kinrow.judges.reading import BadInput, Source

if TYPE_CHECKING:
    from kinrow.rules.games import Language

Judge = Callable[[Source, Callable[[str], object]], None]
"""Reads all of a source, writes whole lines, raises BadInput."""

BAD_INPUT: Final = 2
_STOPPED: Final = 130  # as a shell says of a program that Ctrl-C has ended
_NOBODY_READS: Final = 141  # as a shell says of a program that has lost its reader


@dataclass(frozen=True, slots=True)
class Task:
    """A judge and one sentence about it; what it needs is imported when it is loaded."""

    load: Callable[[], Judge]
    en: str
    zh_hans: str
    zh_hant: str

    def sentence(self, language: Language = "en") -> str:
        """What comes in and what goes out, in a language.

        >>> TASKS["leetcode-794"].sentence()
        'A board as a list of 3 texts a line: whether play can reach it, true or false.'
        """
        return {"en": self.en, "zh-Hans": self.zh_hans, "zh-Hant": self.zh_hant}[language]


def run(name: str) -> int:
    """Judge standard input to standard output; the exit status.

    0; 2 for bad input, with a message on standard error, after the answers before it.
    """
    try:
        TASKS[name].load()(_input(), _write)
    except BadInput as error:
        print(f"kinrow: {error}", file=sys.stderr)
        return BAD_INPUT
    except ImportError as error:
        print(f"kinrow: the compiled core cannot be loaded ({error})", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return _STOPPED
    except OSError as error:
        _drop_output()
        if isinstance(error, BrokenPipeError):
            return _NOBODY_READS
        print(f"kinrow: standard input or output: {error.strerror}", file=sys.stderr)
        return BAD_INPUT
    return 0


def _input() -> Source:
    # There is no sys.stdin where the caller has closed it.
    return cast("Source", sys.stdin.buffer) if sys.stdin else BytesIO()


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _drop_output() -> None:
    """What could not be written would be tried again, and complained of, at the end of Python."""
    with suppress(OSError, AttributeError):  # a stand-in for stdout has no number
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _boards(module: str) -> Judge:
    judge: Judge = import_module(f"kinrow.judges.{module}").judge
    return judge


def _leetcode(function: str, form: str) -> Judge:
    from kinrow.judges import json_lines, leetcode

    return partial(json_lines.judge, answer=getattr(leetcode, function), form=form)


_JING4: Final = Task(
    partial(_boards, "jing4"),
    "T, then T boards of 5 lines of O, X and dots: O win, X win or Draw for each.",
    "先是 T，然后是 T 个盘面，每个 5 行 O、X 和点：逐个输出 O win、X win 或 Draw。",
    "先是 T，然後是 T 個盤面，每個 5 行 O、X 和點：逐個輸出 O win、X win 或 Draw。",
)

TASKS: Final[dict[str, Task]] = {
    "csp201803-4": Task(
        partial(_boards, "csp201803_4"),
        "T, then T boards of 3 lines of 3 numbers (0 empty, 1 X, 2 O): the score of each.",
        "先是 T，然后是 T 个盘面，每个 3 行 3 个数（0 空，1 X，2 O）：逐个输出得分。",
        "先是 T，然後是 T 個盤面，每個 3 行 3 個數（0 空，1 X，2 O）：逐個輸出得分。",
    ),
    "jing4": _JING4,
    "tioj2011": _JING4,
    "leetcode-1275": Task(
        partial(_leetcode, "tictactoe", "a list of moves [row, col]"),
        'A list of moves [row, col] a line: "A", "B", "Draw" or "Pending" for each.',
        '每行一个走法列表 [行, 列]：逐行输出 "A"、"B"、"Draw" 或 "Pending"。',
        '每行一個走法列表 [列, 行]：逐行輸出 "A"、"B"、"Draw" 或 "Pending"。',
    ),
    "leetcode-794": Task(
        partial(_leetcode, "valid_tic_tac_toe", "a list of 3 texts of X, O and spaces"),
        "A board as a list of 3 texts a line: whether play can reach it, true or false.",
        "每行一个盘面（3 个字符串的列表）：能否由对局走到，true 或 false。",
        "每行一個盤面（3 個字串的列表）：能否由對局走到，true 或 false。",
    ),
    "leetcode-348": Task(
        partial(_leetcode, "replay", '{"n": n, "moves": [[row, col, player], ...]}'),
        'A game {"n": n, "moves": [[row, col, player], ...]} a line: the list of results.',
        '每行一局 {"n": n, "moves": [[行, 列, 玩家], ...]}：输出每步结果的列表。',
        '每行一局 {"n": n, "moves": [[列, 行, 玩家], ...]}：輸出每步結果的列表。',
    ),
}
"""Every judge by the name that the command line gives it."""
