"""Adds the exact values of positions and moves to recorded games."""

from __future__ import annotations

from kinrow.annotation.files import FORMATS, Summary, annotate_file
from kinrow.annotation.frames import BadRowsWarning, annotate
from kinrow.annotation.job import JobProgress
from kinrow.annotation.limit import Limit
from kinrow.annotation.recording import BadRow, RowFault
from kinrow.annotation.table_error import TableError
from kinrow.runtime.extras import MissingExtra

__all__ = [
    "FORMATS",
    "BadRow",
    "BadRowsWarning",
    "JobProgress",
    "Limit",
    "MissingExtra",
    "RowFault",
    "Summary",
    "TableError",
    "annotate",
    "annotate_file",
]
