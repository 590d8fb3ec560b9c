"""What is wrong with a table, or with a query to one."""

from __future__ import annotations

from kinrow.rules import KinrowError


class TableFileError(KinrowError, ValueError):
    """A damaged file, or a position that a table does not have; the message says why."""
