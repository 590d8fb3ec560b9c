"""What is found for a game, kept for the next time that it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, update_wrapper
from typing import Generic, TypeVar

from kinrow.rules import GameLike, Rules, game

T = TypeVar("T")

_KEPT = 16  # games


class KeptByGame(Generic[T]):
    """A function of a game that remembers what it found, however the game is given.

    >>> @KeptByGame
    ... def cells(rules: GameLike) -> int:
    ...     print("counted")
    ...     return game(rules).size
    ...
    >>> cells("tictactoe"), cells((3, 3, 3))
    counted
    (9, 9)
    """

    def __init__(self, find: Callable[[GameLike], T]) -> None:
        self._find = lru_cache(maxsize=_KEPT)(find)
        self.cache_clear = self._find.cache_clear
        update_wrapper(self, find)

    def __call__(self, rules: GameLike) -> T:
        """What is found for the game; raises NotationError for what is none."""
        found: Rules = game(rules)
        return self._find(found)
