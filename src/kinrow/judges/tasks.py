"""The judges by name, and how one runs as a process: answers to stdout, one message to stderr."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from io import BytesIO
from typing import Final, cast

from kinrow.judges.reading import BadInput, ByteStream
from kinrow.runtime.statuses import BROKEN_PIPE, INTERRUPTED
from kinrow.words import Language, texts_of

Judge = Callable[[ByteStream, Callable[[str], object]], None]
"""Reads all of a source, writes whole lines, raises BadInput."""

BAD_INPUT: Final = 2


@dataclass(frozen=True, slots=True)
class JudgeTask:
    """A judge and one sentence about it; what it needs is imported when it is loaded."""

    load: Callable[[], Judge]
    key: str

    def sentence(self, language: Language = "en") -> str:
        """What comes in and what goes out, in a language.

        >>> TASKS["leetcode-794"].sentence()
        'One board per line, as a list of 3 strings: whether play can reach it, true or false.'
        """
        return texts_of("judges")[f"{self.key}.sentence"][language].format()


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
        return INTERRUPTED
    except OSError as error:
        from kinrow.runtime.files import is_broken_pipe
        from kinrow.terminal import drop

        drop(sys.stdout)
        if is_broken_pipe(error):
            return BROKEN_PIPE
        print(f"kinrow: standard input or output: {error.strerror}", file=sys.stderr)
        return BAD_INPUT
    return 0


def _input() -> ByteStream:
    # There is no sys.stdin where the caller has closed it.
    return cast("ByteStream", sys.stdin.buffer) if sys.stdin else BytesIO()


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _boards(module: str) -> Judge:
    judge: Judge = import_module(f"kinrow.judges.{module}").judge
    return judge


def _leetcode(function: str, form: str) -> Judge:
    from kinrow.judges import json_lines, leetcode

    return partial(json_lines.judge, answer=getattr(leetcode, function), form=form)


_JING4: Final = JudgeTask(partial(_boards, "jing4"), "jing4")
_MOVES = "a list of moves [row, col]"
_ROWS = "a list of 3 strings of X, O and spaces"
_GAME = '{"n": n, "moves": [[row, col, player], ...]}'

TASKS: Final[dict[str, JudgeTask]] = {
    "csp201803-4": JudgeTask(partial(_boards, "csp201803_4"), "csp201803-4"),
    "jing4": _JING4,
    "tioj2011": _JING4,
    "leetcode-1275": JudgeTask(partial(_leetcode, "tictactoe", _MOVES), "leetcode-1275"),
    "leetcode-794": JudgeTask(partial(_leetcode, "valid_tic_tac_toe", _ROWS), "leetcode-794"),
    "leetcode-348": JudgeTask(partial(_leetcode, "replay", _GAME), "leetcode-348"),
}
"""Every judge by the name that the command line gives it."""
