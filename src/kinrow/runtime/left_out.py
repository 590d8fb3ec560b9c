"""The warning that a file was left out: kinrow goes on without it."""

from __future__ import annotations

import os
from pathlib import Path

from kinrow.rules import KinrowError
from kinrow.rules.sentence import Sentence
from kinrow.runtime.files import reason_of


class LeftOut(UserWarning):
    """A strategy or a table that is damaged, or of another game than its name says.

    >>> from pathlib import Path
    >>> print(LeftOut(Path("a.table"), KinrowError("damaged")))
    left out: a.table: damaged
    >>> print(LeftOut(Path("a.table"), KinrowError("a.table: not a kinrow table")))
    left out: a.table: not a kinrow table
    """

    def __init__(self, path: Path, error: KinrowError | OSError) -> None:
        reason = error.sentence if isinstance(error, KinrowError) else reason_of(error)
        named = os.fspath(path) in reason
        words = reason if named else Sentence("file.failed", path=path, reason=reason)
        self.sentence = Sentence("knowledge.left-out", reason=words)
        super().__init__(self.sentence)
