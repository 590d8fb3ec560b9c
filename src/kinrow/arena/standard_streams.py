"""A brain on standard input and output, as a manager starts it."""

from __future__ import annotations

import gc
import os
import sys

from kinrow.arena.brain import Brain
from kinrow.arena.lines import LineReader
from kinrow.runtime.statuses import INTERRUPTED


def serve() -> int:
    """Plays on standard input and output until END or the end of the input; exit status 0.

    Ctrl-C, which a terminal sends to a manager's programs, too, ends it without a word; status 130.
    """
    if sys.stdin is None or sys.stdout is None:  # closed: nobody asks, or nobody hears
        return 0
    output = sys.stdout.fileno()

    def write(text: str) -> None:
        try:
            os.write(output, f"{text}\n".encode())
        except OSError:  # nobody reads any more
            os._exit(0)

    lines = LineReader(sys.stdin.fileno())
    brain = Brain(write, lines.quiet)
    gc.freeze()
    gc.disable()  # a pause in the middle of a move would cost its time; little is made anyway
    try:
        brain.obey(lines.begin(brain.heard))
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0
