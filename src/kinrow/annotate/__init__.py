"""Recorded games in, exact truth out: what each position and each move was worth."""

from __future__ import annotations

from kinrow.annotate.extra import MissingExtra
from kinrow.annotate.files import FORMATS, Summary, annotate_file
from kinrow.annotate.frames import BadRowsWarning, annotate
from kinrow.annotate.job import Progress
from kinrow.annotate.limit import Limit
from kinrow.annotate.recording import BadRow, Fault
from kinrow.annotate.tables import TableError

__all__ = [
    "FORMATS",
    "BadRow",
    "BadRowsWarning",
    "Fault",
    "Limit",
    "MissingExtra",
    "Progress",
    "Summary",
    "TableError",
    "annotate",
    "annotate_file",
]
