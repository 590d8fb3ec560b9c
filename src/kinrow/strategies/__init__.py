"""Strategies: the winner's moves that a search would not find at once, and whoever plays them."""

from __future__ import annotations

from kinrow.strategies.checking import Verdict, check_strategy
from kinrow.strategies.file import Strategy, StrategyError, read_strategy
from kinrow.strategies.follower import Follower, FoundWin
from kinrow.strategies.making import make_strategy

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
