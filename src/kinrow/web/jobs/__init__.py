"""What worker processes can do: one job per file, each a function of a request."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kinrow.web import shapes
from kinrow.web.answers import AnswerShape
from kinrow.web.asking import Asking
from kinrow.web.jobs.analysis import analyse
from kinrow.web.jobs.choice import choose, settle
from kinrow.web.jobs.counting import count
from kinrow.web.jobs.opening import open_file
from kinrow.web.jobs.source import judge
from kinrow.web.jobs.tools import Tools
from kinrow.web.jobs.tree import search
from kinrow.web.jobs.views import export, view

__all__ = ["JOBS", "Tools"]


@dataclass(frozen=True)
class WorkerJob:
    """A job: the shape of what it is asked, which the server has checked, and how it is done."""

    request: type[shapes.Shape]
    answer: Callable[[Asking[Any], Tools], AnswerShape]


JOBS = {
    "analyse": WorkerJob(shapes.AnalyseRequest, analyse),
    "choose": WorkerJob(shapes.ChooseRequest, choose),
    "count": WorkerJob(shapes.CountRequest, count),
    "export": WorkerJob(shapes.ExportRequest, export),
    "open": WorkerJob(shapes.OpenRequest, open_file),
    "settle": WorkerJob(shapes.SettleRequest, settle),
    "source": WorkerJob(shapes.SourceRequest, judge),
    "tree": WorkerJob(shapes.TreeRequest, search),
    "view": WorkerJob(shapes.PositionRequest, view),
}
