"""A file that a source cannot use is named in a warning and left out."""

from __future__ import annotations

import warnings
from pathlib import Path

from kinrow.rules import KinrowError
from kinrow.rules.sentence import Sentence


def warn_of(path: Path, error: Exception) -> None:
    """Warns of a file that is left out, and says why."""
    fault = error.sentence if isinstance(error, KinrowError) else str(error)
    if str(path) in fault:
        words = Sentence("knowledge.left_out", fault=fault)
    else:
        words = Sentence("knowledge.left_out.path", path=path, fault=fault)
    warnings.warn(UserWarning(words), stacklevel=3)
