"""What the system refused, said to the user."""

from __future__ import annotations

import errno
import sys

from kinrow.cli.language import said, text
from kinrow.rules.sentence import Sentence
from kinrow.runtime.files import is_broken_pipe, reason_of
from kinrow.runtime.statuses import BROKEN_PIPE
from kinrow.terminal import drop, mutter

FAULT = 2
"""The exit status after an error of the user's."""

_FULL = (errno.ENOSPC, errno.EFBIG, errno.EIO)  # of standard output: who writes a file names it


def system_fault(error: OSError) -> int:
    """Says what the system refused, unless nobody reads any more; the exit status."""
    if error.filename is None and error.errno in _FULL:
        error.filename = text("screen.output")
    drop(sys.stdout)
    if is_broken_pipe(error):
        return BROKEN_PIPE
    reason = reason_of(error)
    if error.filename is not None:
        reason = Sentence("file.failed", path=error.filename, reason=reason)
    mutter(f"kinrow: {said(reason)}")
    return FAULT
