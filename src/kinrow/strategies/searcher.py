"""The search that follows a strategy: in one thread, with the entries accepted as proved."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Self

from kinrow import _core
from kinrow.rules import Position, PositionLike, Rules, RulesError, as_position
from kinrow.rules.options import whole_number
from kinrow.rules.sentence import Sentence
from kinrow.runtime.conversion import core_game
from kinrow.runtime.limits import bytes_of
from kinrow.runtime.waiting import Deadline, Stop, wait_for
from kinrow.strategies.file import StrategyError


@contextmanager
def refusing_entries() -> Iterator[None]:
    """Raises StrategyError for entries that the core refuses."""
    try:
        yield
    except ValueError as error:
        raise StrategyError(Sentence("strategy.entry", reason=error)) from None


def nodes_asked(nodes: int | None, usual: int) -> int:
    """How many positions a search may look at; raises OptionError for no whole number from 0.

    >>> nodes_asked(None, 500), nodes_asked(9, 500)
    (500, 9)
    """
    return usual if nodes is None else whole_number("nodes", nodes, 0, example=20_000)


class Searcher:
    """A search of one game, or on a class of boards, within a given memory.

    Use it as a context manager, or call `close()`, to give the memory back.
    """

    def __init__(self, rules: Rules, memory: str | int, larger: tuple[str, ...] = ()) -> None:
        self._rules = rules
        self._core = _core.Prover(core_game(rules, larger), bytes_of(memory), 1)

    def __repr__(self) -> str:
        return f"<{type(self).__name__.lower()}: {self._rules.title}>"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends a search that is under way, and gives the memory back; may be called twice."""
        core: _core.Prover | None = vars(self).pop("_core", None)
        if core is not None:
            core.stop()

    def _of_this_game(self, asked: PositionLike) -> Position:
        """The position; raises RulesError for one of another game."""
        position = as_position(asked)
        if position.rules != self._rules:
            found, due = position.rules.title, self._rules.title
            raise RulesError(Sentence("strategy.position", found=found, due=due))
        return position

    def _wait(self, clock: Deadline, stop: Stop | None) -> None:
        """For the search that has begun; raises KeyboardInterrupt on Ctrl-C."""
        if wait_for(self._core, clock, stop=stop) == "interrupted":
            raise KeyboardInterrupt
