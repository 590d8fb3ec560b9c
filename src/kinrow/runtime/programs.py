"""Other programs in sessions of their own, which end with the process that started them."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from threading import Lock

from kinrow.runtime.groups import NEW_GROUP

_running: set[subprocess.Popen[bytes]] = set()
_starting = Lock()  # so that none is started unnoticed while all are ended


def begin_program(command: Sequence[str]) -> subprocess.Popen[bytes]:
    """Starts a program with three pipes; raises OSError if it cannot be started."""
    with _starting:
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
            creationflags=NEW_GROUP,
        )
        _running.add(process)
    return process


def end_program(process: subprocess.Popen[bytes]) -> None:
    """Ends such a program, and what it has started, at once."""
    _running.discard(process)
    kill_with_children(process)


def end_programs() -> None:
    """Ends all of them: for a process that is about to end, because no more can be started.

    >>> _running.clear()  # of none
    >>> end_programs(); _starting.release()
    """
    _starting.acquire()
    for process in _running:
        kill_with_children(process)


def kill_with_children(process: subprocess.Popen[bytes]) -> None:
    """Ends a process that leads a session, and what it has started, at once."""
    if sys.platform != "win32":
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        return
    kill_tree(process.pid)
    process.kill()


def kill_tree(pid: int) -> None:
    """Ends all that a process has started, and what those have: for Windows."""
    import psutil

    with contextlib.suppress(psutil.Error):
        for child in psutil.Process(pid).children(recursive=True):
            with contextlib.suppress(psutil.Error):  # it may have ended by now
                child.kill()
