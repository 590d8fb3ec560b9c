"""What is wrong with a table, or with a query to one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kinrow.rules import KinrowError
from kinrow.runtime.files import FileNotWritten, named


class TableFileError(KinrowError, ValueError):
    """A damaged file, or a position that a table does not have; the message says why."""


@contextmanager
def written(path: Path) -> Iterator[None]:
    """Raises TableFileError, which names the file, for what the system refuses meanwhile."""
    try:
        with named(path):
            yield
    except FileNotWritten as error:
        raise TableFileError(error.sentence) from None
