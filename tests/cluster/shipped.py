"""Work of the tests' own, which goes to workers as code, because they cannot import it."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from time import sleep
from types import ModuleType
from typing import Any


def ship(module: ModuleType) -> None:
    """What this module of tests defines, and what this one does, goes to workers as code."""
    from ray import cloudpickle

    for each in (module, sys.modules[__name__]):
        cloudpickle.register_pickle_by_value(each)  # type: ignore[no-untyped-call]


class KillsItsWorker:
    """Does the work; the first worker whose first argument is such a one, or any, is killed."""

    def __init__(
        self, folder: Path, work: Callable[..., Any], such: Callable[[Any], bool] = lambda _: True
    ) -> None:
        self.mark = folder / "killed"
        self.work = work
        self.such = such

    def __call__(self, first: Any, *others: Any) -> Any:
        if self.such(first) and not self.mark.exists():
            self.mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return self.work(first, *others)


class Slowly:
    """Does the work after so many seconds, so that it can be broken off in the middle."""

    def __init__(self, work: Callable[..., Any], seconds: float) -> None:
        self.work = work
        self.seconds = seconds

    def __call__(self, *given: Any) -> Any:
        sleep(self.seconds)
        return self.work(*given)
