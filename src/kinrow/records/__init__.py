"""Records of games, read and written as SGF, PSQ, JSON and text: one class for all players."""

from __future__ import annotations

from kinrow.records.files import (
    FORMATS,
    SUFFIXES,
    Format,
    GameFileError,
    format_games,
    format_of,
    parse_games,
    read_games,
    write_games,
)
from kinrow.records.keeping import with_facts
from kinrow.records.plain import record_from_json, record_to_json
from kinrow.records.record import ABOUT, IllegalStone, Record
from kinrow.records.result import Ending, Result
from kinrow.records.tree import Stone, main_line, spelled, tree_of
from kinrow.records.which_game import UnknownGame

__all__ = [
    "ABOUT",
    "FORMATS",
    "SUFFIXES",
    "Ending",
    "Format",
    "GameFileError",
    "IllegalStone",
    "Record",
    "Result",
    "Stone",
    "UnknownGame",
    "format_games",
    "format_of",
    "main_line",
    "parse_games",
    "read_games",
    "record_from_json",
    "record_to_json",
    "spelled",
    "tree_of",
    "with_facts",
    "write_games",
]
