"""What is known about a position, asked for in a thread, so that no move is late because of it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from time import perf_counter
from typing import TYPE_CHECKING

from kinrow.rules import KinrowError, Position
from kinrow.runtime.threads import starting

if TYPE_CHECKING:
    from kinrow.solver import Analysis

_LEAST = 0.3  # seconds for a move in which it is worth asking, at least
_TO_LOAD = 1.0  # the same for the first question of a game, which loads, and at most
_AS_LONG = 3  # times as long as the last question took a move has to be
_SHARE = 0.5  # of a move's time, for the answer; the rest is left for a search
_SLICE = 0.02  # seconds between two looks at whether to stop


class TimedKnowledge:
    """Asks one question at a time. What took too long may be there for the next move.

    A strategy may take half a second to load, much longer on a busy machine, and searches for a
    little while in a position that it does not have. After the first answer of a game, all that may
    be asked in it is loaded in the same thread.

    >>> from kinrow.rules import game
    >>> asking = TimedKnowledge()
    >>> found = asking.known(game("gomoku").start(), 600.0, lambda: False)
    >>> str(found.best[0]), asking.known(game("gomoku").start(), 0.01, lambda: False)
    ('h8', None)
    """

    def __init__(self) -> None:
        self._thread: Thread | None = None
        self._found: Analysis | None = None
        self._answered = Event()
        self.begin()

    def begin(self) -> None:
        """A new game, for which other things may have to be loaded."""
        self._loaded, self._least = False, _TO_LOAD

    def known(
        self, position: Position, limit: float | None, stopped: Callable[[], bool]
    ) -> Analysis | None:
        """What is known about the outcome of a position in which a move has so many seconds.

        None if that is nothing, if there is no time to ask, or once it is `stopped`.
        """
        if limit is None or limit < self._least or self._is_busy():
            return None
        self._found = None
        self._answered.clear()
        self._thread = Thread(target=self._ask, args=[position])
        with starting():
            self._thread.start()
        until = perf_counter() + _SHARE * limit
        while not stopped() and (left := until - perf_counter()) > 0:
            if self._answered.wait(min(left, _SLICE)):
                return self._found
        return None

    def _is_busy(self) -> bool:
        """Whether the last question is still open, or its thread still loads."""
        if self._thread is None:
            return False
        self._thread.join(_SLICE)
        return self._thread.is_alive()

    def _ask(self, position: Position) -> None:
        from kinrow.knowledge import everything  # a brain that has no time for it starts sooner

        began, sources = perf_counter(), everything()
        with suppress(KinrowError):  # what cannot be read is not known
            self._found = sources.known(position, "outcome")
        took = perf_counter() - began if self._loaded else _LEAST
        self._least = min(max(_LEAST, _AS_LONG * took), _TO_LOAD)
        self._answered.set()
        if not self._loaded:
            self._loaded = True
            with suppress(KinrowError):
                sources.prepare(position.rules)
