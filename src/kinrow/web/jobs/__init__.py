"""What worker processes can be asked for: one job a file, each a function of a question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kinrow.web.asking import Asking
from kinrow.web.jobs.analyse import analyse
from kinrow.web.jobs.choose import choose
from kinrow.web.jobs.count import count
from kinrow.web.jobs.source import source
from kinrow.web.jobs.tools import Tools
from kinrow.web.jobs.tree import tree
from kinrow.web.jobs.view import export, view

__all__ = ["JOBS", "Tools"]

JOBS: dict[str, Callable[[Asking, Tools], dict[str, Any]]] = {
    "analyse": analyse,
    "choose": choose,
    "count": count,
    "export": export,
    "source": source,
    "tree": tree,
    "view": view,
}
