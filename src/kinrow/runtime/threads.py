"""Threads that the system does not grant."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from kinrow.rules import KinrowError
from kinrow.rules.sentence import Sentence


class ThreadLimit(KinrowError, RuntimeError):
    """The system allows no more threads."""


@contextmanager
def starting() -> Iterator[None]:
    """Where threads are started; raises ThreadLimit if there can be none.

    >>> from threading import Thread
    >>> with starting():
    ...     Thread().start()
    """
    try:
        yield
    except RuntimeError:  # Python has no class of its own for it
        raise ThreadLimit(Sentence("system.threads")) from None
