"""Strategies: the winner's moves that a search would not find at once, and whoever plays them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kinrow.runtime.lazily import named

if TYPE_CHECKING:
    from kinrow.strategies.checking import Verdict, check_strategy
    from kinrow.strategies.file import Strategy, StrategyError, read_strategy
    from kinrow.strategies.follower import Follower, FoundWin
    from kinrow.strategies.making import make_strategy

_HOMES = {
    "Follower": "follower",
    "FoundWin": "follower",
    "Strategy": "file",
    "StrategyError": "file",
    "Verdict": "checking",
    "check_strategy": "checking",
    "make_strategy": "making",
    "read_strategy": "file",
}

__all__ = [
    "Follower",
    "FoundWin",
    "Strategy",
    "StrategyError",
    "Verdict",
    "check_strategy",
    "make_strategy",
    "read_strategy",
]

# Whether there is a strategy for a game is asked before every search, and seldom there is one.
__getattr__, __dir__ = named(__name__, _HOMES)
