"""How the tests ask a judge: within this process, or as a process of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from kinrow.judges.reading import BadInput
from kinrow.judges.tasks import TASKS

DATA = Path(__file__).parent / "data"
RUN = "import sys; from kinrow.judges.tasks import run; sys.exit(run(sys.argv[1]))"


class Judged(NamedTuple):
    """What a judge wrote, and the error that it raised, if any."""

    out: str
    error: BadInput | None


def judged(task: str, given: bytes | str) -> Judged:
    """Ask in this process."""
    out: list[str] = []
    source = BytesIO(given.encode() if isinstance(given, str) else given)
    try:
        TASKS[task].load()(source, out.append)
    except BadInput as error:
        return Judged("".join(out), error)
    return Judged("".join(out), None)


def answers(task: str, given: bytes | str) -> list[str]:
    """The lines of a good input's answer."""
    out, error = judged(task, given)
    assert error is None, error
    assert out.endswith("\n") or not out
    return out.splitlines()


def process(task: str, given: bytes) -> subprocess.CompletedProcess[bytes]:
    """Ask a process."""
    return subprocess.run(
        [sys.executable, "-c", RUN, task], input=given, capture_output=True, check=False
    )


def boards(rows_of_all: Iterable[Iterable[str]]) -> str:
    """T and the boards."""
    texts = ["\n".join(rows) for rows in rows_of_all]
    return "\n".join([str(len(texts)), *texts, ""])
