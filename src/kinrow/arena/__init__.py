"""Matches between players, their record in SQLite, their ratings."""

from __future__ import annotations

from kinrow.arena.control import TimeControl
from kinrow.arena.game import Played, play_game
from kinrow.arena.match import Match, play_match
from kinrow.arena.openings import openings
from kinrow.arena.psq import psq
from kinrow.arena.record import Record
from kinrow.arena.sgf import sgf
from kinrow.arena.standings import Standing, standings
from kinrow.arena.statistics import Score, Sprt

__all__ = [
    "Match",
    "Played",
    "Record",
    "Score",
    "Sprt",
    "Standing",
    "TimeControl",
    "openings",
    "play_game",
    "play_match",
    "psq",
    "sgf",
    "standings",
]
