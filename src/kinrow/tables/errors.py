"""What is wrong with a table, or with a question to one."""

from __future__ import annotations

from kinrow.rules import KinrowError


class TableFileError(KinrowError, ValueError):
    """A file that is no sound table, or a position that it does not have; the message says why."""
