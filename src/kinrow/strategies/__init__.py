"""Strategies: moves that win or hold and that no quick search finds, and their players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kinrow.runtime.lazily import named

if TYPE_CHECKING:
    from kinrow.strategies.checking import Verdict, check_strategy
    from kinrow.strategies.file import (
        DrawStrategy,
        Strategy,
        StrategyError,
        read_any_strategy,
        read_strategy,
    )
    from kinrow.strategies.follower import Follower, FoundWin
    from kinrow.strategies.holder import Held, Holder
    from kinrow.strategies.larger import LargerFollower, player_of
    from kinrow.strategies.making import make_strategy

_HOMES = {
    "DrawStrategy": "file",
    "Follower": "follower",
    "FoundWin": "follower",
    "Held": "holder",
    "Holder": "holder",
    "LargerFollower": "larger",
    "Strategy": "file",
    "StrategyError": "file",
    "Verdict": "checking",
    "check_strategy": "checking",
    "make_strategy": "making",
    "player_of": "larger",
    "read_any_strategy": "file",
    "read_strategy": "file",
}

__all__ = [
    "DrawStrategy",
    "Follower",
    "FoundWin",
    "Held",
    "Holder",
    "LargerFollower",
    "Strategy",
    "StrategyError",
    "Verdict",
    "check_strategy",
    "make_strategy",
    "player_of",
    "read_any_strategy",
    "read_strategy",
]

# Whether there is a strategy for a game is asked before every search, and seldom there is one.
__getattr__, __dir__ = named(__name__, _HOMES)
