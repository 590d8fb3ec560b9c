"""Outcomes by proof-number search: one position for each thread, as many as there are threads."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from time import monotonic
from typing import Generic, TypeVar

from kinrow import _core
from kinrow.rules import Rules, Value
from kinrow.runtime.conversion import core_game
from kinrow.runtime.limits import SMALLEST, rounded
from kinrow.runtime.waiting import SLICE

Key = TypeVar("Key")
Board = tuple[str, int, int]
"""A position as the core takes it: its cells, the side to move, the stones left in its turn."""

_OPEN = Value("outcome", -1, 1)
_GLANCE = 0.001  # seconds: a position that comes here takes ten times as long at least


class ProofCrew(Generic[Key]):
    """Settles positions of one game, each of which would take alpha-beta long.

    `memory`, in bytes, is divided among the `threads`; each keeps its table for its next position.

    >>> from kinrow.rules import game
    >>> crew = ProofCrew(game("9,4,4"), 2**24, threads=2)
    >>> crew.add([("won", ("." * 14 + "XX" + "." * 20, 0, 1))])
    >>> [(key, str(value)) for key, value in crew.results()]
    [('won', 'win')]
    """

    def __init__(self, rules: Rules, memory: int, threads: int) -> None:
        share = rounded(max(memory // threads, SMALLEST))
        self._idle = [_core.Prover(core_game(rules), share, 1) for _ in range(threads)]
        self._busy: list[tuple[_core.Prover, Key]] = []
        self._todo: deque[tuple[Key, Board, Value]] = deque()

    @staticmethod
    def suits(rules: Rules) -> bool:
        """Whether a game is one that proof-number search is for."""
        return rules.objective == "line" and not (rules.misere or rules.special)

    def add(
        self, positions: Iterable[tuple[Key, Board]], given: Mapping[Key, Value] | None = None
    ) -> None:
        """Positions to be settled, each with a name for it; work on them begins at once.

        `given`: bounds that hold, by name; only what they leave open is searched for.
        """
        bounds = given or {}
        self._todo.extend((key, board, bounds.get(key, _OPEN)) for key, board in positions)
        self._begin()

    def results(
        self, waiting: int = 0, tell: Callable[[], object] | None = None
    ) -> Iterator[tuple[Key, Value]]:
        """Names and values as they come, until only so many are waited for.

        `tell` is called a few times a second. If the caller ends early, or by Ctrl-C, everything
        that is waited for is given up.
        """
        told = monotonic()
        try:
            while len(self._todo) + len(self._busy) > waiting:
                yield from self._finished()
                if tell is not None and monotonic() - told > SLICE:
                    tell()
                    told = monotonic()
        except BaseException:
            self._give_up()
            raise

    def _finished(self) -> Iterator[tuple[Key, Value]]:
        for core, key in tuple(self._busy):
            if core.wait(_GLANCE):
                lower, upper = core.value()
                self._busy.remove((core, key))
                self._idle.append(core)
                self._begin()
                yield key, Value("outcome", lower, upper)

    def _begin(self) -> None:
        while self._idle and self._todo:
            core = self._idle.pop()
            key, board, given = self._todo.popleft()
            core.begin_value(*board, given.lower, given.upper)
            self._busy.append((core, key))

    def _give_up(self) -> None:
        self._todo.clear()
        for core, _ in self._busy:
            core.stop()
        self._idle += [core for core, _ in self._busy]
        self._busy.clear()
