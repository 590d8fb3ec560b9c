"""The error for files that are not tables."""

from __future__ import annotations

from kinrow.rules import KinrowError


class TableError(KinrowError, ValueError):
    """A file that cannot be read or written as a table; the message says which, where and why."""
