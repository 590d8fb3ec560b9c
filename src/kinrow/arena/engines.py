"""The engine of a brain, and the next one, which another thread prepares for a new rule."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from threading import Thread

from kinrow.arena.limits import Limits
from kinrow.players.alphabeta import AlphaBetaPlayer, SearchLine
from kinrow.rules import Rules
from kinrow.runtime.threads import starting


class Engines:
    """The engines of a brain; `watch` is called with what each search finds.

    The tables of some rules take a tenth of a second, more than some moves have.

    >>> engines, limits = Engines(print), Limits()
    >>> from kinrow.rules import game
    >>> engine = engines.ready(game("gomoku"), limits)
    >>> engines.lack(game("gomoku"), limits), engines.lack(game("renju"), limits)
    (False, True)
    >>> engines.begin(game("renju"), limits), engines.lack(game("renju"), limits)
    (True, False)
    >>> engines.within(game("renju"), limits, 60.0) is engine, str(engines.rules)
    (False, '15,15,5:renju')
    """

    def __init__(self, watch: Callable[[SearchLine], object]) -> None:
        self._watch = watch
        self._coming: _Coming | None = None
        self.engine: AlphaBetaPlayer | None = None
        self.rules: Rules | None = None  # what the engine is prepared for

    def fit(self, rules: Rules, limits: Limits) -> bool:
        """Whether the engine is prepared for these rules, with this memory and these threads."""
        return self.rules == rules and _fits(self.engine, limits)

    def lack(self, rules: Rules, limits: Limits) -> bool:
        """Whether such an engine is missing, and none is being prepared."""
        coming = self._coming
        awaited = coming is not None and coming.rules == rules and _fits(coming.engine, limits)
        return not (awaited or self.fit(rules, limits))

    def ready(self, rules: Rules, limits: Limits) -> AlphaBetaPlayer:
        """The engine, prepared for a new game."""
        self._take()
        engine = self.engine
        if engine is None or not _fits(engine, limits):
            self.close()
            engine = self._made(limits)
        engine.prepare(rules)
        self.engine, self.rules = engine, rules
        return engine

    def begin(self, rules: Rules, limits: Limits) -> bool:
        """Begins to prepare such an engine in a thread; False if there is no memory for two."""
        if not self.lack(rules, limits):
            return True
        if self.engine is not None and not limits.hold_two:
            return False
        self._take()
        self._coming = _Coming(self._made(limits), rules)
        return True

    def within(self, rules: Rules, limits: Limits, seconds: float) -> AlphaBetaPlayer | None:
        """The engine for these rules; None if it takes longer, and there is one for others."""
        if not self.fit(rules, limits):
            late = self.begin(rules, limits) and self._coming and self._coming.later_than(seconds)
            if late and self.engine is not None:
                return None
            self._take()
        return self.engine if self.fit(rules, limits) else self.ready(rules, limits)

    def rest(self) -> None:
        """Ends pondering."""
        if self.engine is not None:
            self.engine.rest()

    def stop(self) -> None:
        """Ends a search; its best move so far is the answer."""
        if self.engine is not None:
            self.engine.stop()

    def close(self) -> None:
        """Releases all memory."""
        self._take()
        if self.engine is not None:
            self.engine.close()

    def _made(self, limits: Limits) -> AlphaBetaPlayer:
        engine = AlphaBetaPlayer("brain", memory=limits.table, threads=limits.threads)
        engine.watch = self._watch
        return engine

    def _take(self) -> None:
        """Waits for the engine that is being prepared, which takes the place of the other."""
        coming, self._coming = self._coming, None
        if coming is None:
            return
        coming.later_than(None)
        if coming.prepared:
            if self.engine is not None:
                self.engine.close()
            self.engine, self.rules = coming.engine, coming.rules


class _Coming:
    """An engine that another thread prepares; if that fails, it is not `prepared` in the end."""

    def __init__(self, engine: AlphaBetaPlayer, rules: Rules) -> None:
        self.engine, self.rules, self.prepared = engine, rules, False
        self._thread = Thread(target=self._prepare)
        with starting():
            self._thread.start()

    def later_than(self, seconds: float | None) -> bool:
        """Waits so many seconds at most, or until the end; whether it takes longer."""
        self._thread.join(seconds)
        return self._thread.is_alive()

    def _prepare(self) -> None:
        with suppress(Exception):  # it is tried again, and said, when the engine is asked for
            self.engine.prepare(self.rules)
            self.prepared = True


def _fits(engine: AlphaBetaPlayer | None, limits: Limits) -> bool:
    wanted = (limits.table, limits.threads)
    return engine is not None and (engine.memory, engine.threads) == wanted
