"""Matches between players, recorded in SQLite; ratings; and kinrow as a Gomocup program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kinrow.runtime.lazily import named

if TYPE_CHECKING:
    from kinrow.arena.control import TimeControl
    from kinrow.arena.database import MatchDatabase
    from kinrow.arena.game import play_game
    from kinrow.arena.match import Match, play_match, play_matches
    from kinrow.arena.opening import openings
    from kinrow.arena.rating import Standing, standings
    from kinrow.arena.statistics import Score, Sprt
    from kinrow.arena.work import GameTask, play_task, runner

_HOMES = {
    "GameTask": "work",
    "Match": "match",
    "MatchDatabase": "database",
    "Score": "statistics",
    "Sprt": "statistics",
    "Standing": "rating",
    "TimeControl": "control",
    "openings": "opening",
    "play_game": "game",
    "play_match": "match",
    "play_matches": "match",
    "play_task": "work",
    "runner": "work",
    "standings": "rating",
}

__all__ = [
    "GameTask",
    "Match",
    "MatchDatabase",
    "Score",
    "Sprt",
    "Standing",
    "TimeControl",
    "openings",
    "play_game",
    "play_match",
    "play_matches",
    "play_task",
    "runner",
    "standings",
]

# `kinrow brain`, which needs none of them, is to answer at once.
__getattr__, __dir__ = named(__name__, _HOMES)
