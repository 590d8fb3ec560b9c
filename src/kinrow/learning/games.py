"""The games of a series, by several processes: each depends on its number alone."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from time import process_time
from typing import Generic, NamedTuple, Protocol, TypeVar

from kinrow.runtime.limits import threads_of
from kinrow.runtime.processes import in_order

Taught = TypeVar("Taught")
Plays = TypeVar("Plays", covariant=True)


class Playing(Protocol[Plays]):
    """Who plays the games of a series."""

    def play(self, number: int) -> Plays:
        """What game `number` teaches."""


class Played(NamedTuple, Generic[Taught]):
    """What a game teaches, and the seconds of processor time that it took."""

    taught: Taught
    seconds: float


def played(
    begin: Callable[[], Playing[Taught]], numbers: Sequence[int], threads: int | None
) -> Generator[tuple[int, Played[Taught]], None, None]:
    """These games in their order; `begin`, which is pickled, makes a player for each process.

    `threads` is the number of processes, None for one for each core.
    """
    return in_order(_Plays(begin), numbers, threads_of(threads))


class _Plays(Generic[Taught]):
    """Plays the game of a number, with a player that is made for the first one."""

    def __init__(self, begin: Callable[[], Playing[Taught]]) -> None:
        self._begin = begin
        self._player: Playing[Taught] | None = None

    def __call__(self, number: int) -> Played[Taught]:
        began = process_time()
        self._player = self._player or self._begin()
        return Played(self._player.play(number), process_time() - began)
