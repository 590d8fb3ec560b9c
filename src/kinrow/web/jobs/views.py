"""What the server answers itself, unless a setup takes a search or a file has many stones."""

from __future__ import annotations

from kinrow.web.answers import ExportedFile, PositionAnswer
from kinrow.web.asking import Asking
from kinrow.web.exports import exported
from kinrow.web.jobs.tools import Tools
from kinrow.web.shapes import ExportRequest, PositionRequest
from kinrow.web.views import position_view


def view(asking: Asking[PositionRequest], tools: Tools) -> PositionAnswer:
    """A position as the pages see it."""
    return position_view(asking.body)


def export(asking: Asking[ExportRequest], tools: Tools) -> ExportedFile:
    """A game as a file of one of the formats."""
    return exported(asking.body)
